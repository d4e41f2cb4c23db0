import Camera from 'lucide-react/icons/camera';
import CameraOff from 'lucide-react/icons/camera-off';
import MonitorUp from 'lucide-react/icons/monitor-up';
import { useEffect, useRef } from 'react';
import { Button } from '#ui/content/button.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { cx } from '#ui/theme/class-names.ts';
import { DeviceChoices } from '../devices/device-choices.tsx';
import { DeviceProblem } from '../devices/device-problem.tsx';
import { DeviceSwitches } from '../devices/device-switches.tsx';
import type { Capture } from '../devices/use-capture.ts';
import { LevelMeter } from './level-meter.tsx';
import styles from './studio.module.css';

function Picture({ media, isMirrored }: { media: MediaStream; isMirrored: boolean }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (!video.current) return;
    video.current.srcObject = media;
    // Browsers don't always start a video whose source was replaced.
    void video.current.play().catch(() => {});
  }, [media]);
  return (
    <video
      ref={video}
      className={cx(styles.picture, isMirrored && styles.mirrored)}
      autoPlay
      muted
      playsInline
      aria-label="Your picture"
    />
  );
}

/** What viewers will see, with the choice of devices. They can be changed while live. */
export function Preview({ capture }: { capture: Capture }) {
  const { media, busy, isScreen, isOff, start, choose, shareScreen } = capture;
  return (
    <Stack gap={12}>
      <div className={styles.stage}>
        {media ? (
          <>
            <Picture media={media} isMirrored={!isScreen} />
            {isOff.video && !isScreen ? (
              <p className={styles.dark}>
                <CameraOff size={28} aria-hidden="true" />
                Your camera is off
              </p>
            ) : null}
          </>
        ) : (
          <div className={styles.off}>
            <Camera size={28} aria-hidden="true" />
            <p>Turn on your camera to see what viewers will see.</p>
            <Button variant="soft" busy={busy} onClick={() => void start()}>
              Turn on camera
            </Button>
          </div>
        )}
      </div>
      <DeviceProblem capture={capture} />
      {media ? (
        <>
          <LevelMeter media={media} isOff={isOff.audio} />
          <Row>
            <DeviceSwitches capture={capture} />
            {isScreen ? (
              <Button busy={busy} onClick={() => void choose('camera', null)}>
                Back to camera
              </Button>
            ) : (
              <Button
                busy={busy}
                icon={<MonitorUp size={18} aria-hidden="true" />}
                onClick={() => void shareScreen()}
              >
                Share screen
              </Button>
            )}
          </Row>
          <DeviceChoices capture={capture} />
        </>
      ) : null}
    </Stack>
  );
}
