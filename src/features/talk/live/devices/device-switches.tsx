import Camera from 'lucide-react/icons/camera';
import CameraOff from 'lucide-react/icons/camera-off';
import Mic from 'lucide-react/icons/mic';
import MicOff from 'lucide-react/icons/mic-off';
import { Button } from '#ui/content/button.tsx';
import type { Capture } from './use-capture.ts';

/** Mutes the microphone and turns the camera off, without giving them up. */
export function DeviceSwitches({ capture: { media, isOff, turn, isScreen } }: { capture: Capture }) {
  const [Sound, Picture] = [isOff.audio ? MicOff : Mic, isOff.video ? CameraOff : Camera];
  if (!media) return null;
  return (
    <>
      <Button icon={<Sound size={18} aria-hidden="true" />} onClick={() => turn('audio')}>
        {isOff.audio ? 'Unmute mic' : 'Mute mic'}
      </Button>
      {isScreen ? null : (
        <Button icon={<Picture size={18} aria-hidden="true" />} onClick={() => turn('video')}>
          {isOff.video ? 'Turn camera on' : 'Turn camera off'}
        </Button>
      )}
    </>
  );
}
