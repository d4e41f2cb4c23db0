import Maximize from 'lucide-react/icons/maximize';
import Minimize from 'lucide-react/icons/minimize';
import PictureInPicture2 from 'lucide-react/icons/picture-in-picture-2';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import type { ReactNode } from 'react';
import type { WatchHealth } from '#services/talk/live/live-types.ts';
import { useSavedVolume } from '#components/content/videos/saved-volume.ts';
import { setVolume, toggleMute } from '#components/content/videos/use-playback.ts';
import { useWindowModes } from '#components/content/videos/video-modes.ts';
import { isLate, qualityText } from './connection-quality.ts';
import { useSound } from './use-sound.ts';
import styles from './stream.module.css';

interface ToolProps {
  readonly label: string;
  readonly pressed?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}
const Tool = ({ label, pressed, onPress, children }: ToolProps) => (
  <button
    type="button"
    className={styles.tool}
    aria-label={label}
    title={label}
    aria-pressed={pressed}
    onClick={onPress}
  >
    {children}
  </button>
);

function Sound({ video }: { video: HTMLVideoElement }) {
  const { volume, muted } = useSound(video);
  const level = muted ? 0 : volume;
  return (
    <>
      <Tool label={level === 0 ? 'Unmute' : 'Mute'} onPress={() => toggleMute(video)}>
        {level === 0 ? <VolumeX size={20} /> : <Volume2 size={20} />}
      </Tool>
      <input
        type="range"
        className={styles.level}
        aria-label="Volume"
        aria-valuetext={`${Math.round(level * 100)}%`}
        min={0}
        max={1}
        step={0.05}
        value={level}
        onChange={(event) => setVolume(video, Number(event.target.value))}
      />
    </>
  );
}

export interface PlayerToolsProps {
  readonly frame: HTMLElement;
  readonly video: HTMLVideoElement;
  readonly health: WatchHealth | null;
  readonly onCatchUp: () => void;
}

/** Sound, quality of the connection, catching up, picture in picture and full screen. */
export function PlayerTools({ frame, video, health, onCatchUp }: PlayerToolsProps) {
  useSavedVolume(video);
  const modes = useWindowModes(frame, video);
  const quality = health && qualityText(health);
  return (
    <div className={styles.bar}>
      <Sound video={video} />
      <span className={styles.push} />
      {quality ? <span className={styles.quality}>{quality}</span> : null}
      {health && isLate(health) ? (
        <button type="button" className={styles.tool} onClick={onCatchUp}>
          Catch up
        </button>
      ) : null}
      {modes.canFloat ? (
        <Tool label="Picture in picture" pressed={modes.floating} onPress={modes.float}>
          <PictureInPicture2 size={20} />
        </Tool>
      ) : null}
      <Tool label={modes.full ? 'Exit full screen' : 'Full screen'} onPress={modes.toggleFull}>
        {modes.full ? <Minimize size={20} /> : <Maximize size={20} />}
      </Tool>
    </div>
  );
}
