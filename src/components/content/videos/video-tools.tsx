import Captions from 'lucide-react/icons/captions';
import Maximize from 'lucide-react/icons/maximize';
import Minimize from 'lucide-react/icons/minimize';
import Pause from 'lucide-react/icons/pause';
import PictureInPicture2 from 'lucide-react/icons/picture-in-picture-2';
import Play from 'lucide-react/icons/play';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Volume1 from 'lucide-react/icons/volume-1';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import { useId, useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { formatDuration } from '#lib/format.ts';
import { cx } from '#ui/theme/class-names.ts';
import { playbackRates } from './player-keys.ts';
import { type Playback, setRate, setVolume, toggleMute, togglePlay } from './use-playback.ts';
import type { CaptionsChoice } from './video-captions.ts';
import type { useWindowModes } from './video-modes.ts';
import type { Quality, useQuality } from './video-source.ts';
import styles from './player.module.css';

interface ToolProps {
  readonly label: string;
  readonly keys?: string;
  readonly pressed?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}
const Tool = ({ label, keys, pressed, onPress, children }: ToolProps) => (
  <button
    type="button"
    className={styles.tool}
    aria-label={label}
    title={keys ? `${label} (${keys})` : label}
    aria-keyshortcuts={keys}
    aria-pressed={pressed}
    onClick={onPress}
  >
    {children}
  </button>
);

function Volume({ media, playback: { volume, muted } }: { media: HTMLMediaElement; playback: Playback }) {
  const level = muted ? 0 : volume;
  const Icon = level === 0 ? VolumeX : level < 0.5 ? Volume1 : Volume2;
  return (
    <span className={styles.volume}>
      <Tool label={muted ? 'Unmute' : 'Mute'} keys="m" onPress={() => toggleMute(media)}>
        <Icon size={20} />
      </Tool>
      <input
        type="range"
        data-volume=""
        className={cx(styles.range, styles.level)}
        aria-label="Volume"
        aria-valuetext={`${Math.round(level * 100)}%`}
        min={0}
        max={1}
        step={0.05}
        value={level}
        style={{ '--done': `${level * 100}%`, '--here': '0%' } as CSSProperties}
        onChange={(event) => setVolume(media, Number(event.target.value))}
      />
    </span>
  );
}

/** A small native select: it works by keyboard, by touch and in full screen. */
const Choice = ({
  label,
  value,
  options,
  onChoose,
}: {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
}) => (
  <select
    className={styles.choice}
    aria-label={label}
    title={label}
    value={value}
    onChange={(event) => onChoose(event.target.value)}
  >
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
);

const rateOptions = playbackRates.map((rate) => ({ value: String(rate), label: `${rate}×` }));
const qualityOptions = (qualities: readonly Quality[]) =>
  qualities.map(({ key, label }) => ({ value: key, label }));

interface VideoToolsProps {
  readonly video: HTMLVideoElement;
  readonly playback: Playback;
  readonly quality: ReturnType<typeof useQuality>;
  readonly modes: ReturnType<typeof useWindowModes>;
  /** Null if there are none. */
  readonly captions: CaptionsChoice | null;
}

/** A toggle for captions, and a language menu if there are several. */
const CaptionsTools = ({ captions: { language, options, choose, toggle } }: { captions: CaptionsChoice }) => (
  <>
    {options.length > 2 ? (
      <Choice label="Caption language" value={language} options={options} onChoose={choose} />
    ) : null}
    <Tool label="Captions" keys="c" pressed={language !== ''} onPress={toggle}>
      <Captions size={20} />
    </Tool>
  </>
);

/**
 * What is chosen rarely: speed, quality, captions, a window of its own. On a narrow player it folds into a panel
 * above the bar, so that full screen stays within it.
 */
function MoreTools({ video, playback, quality, modes, captions }: VideoToolsProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={cx(styles.tool, styles.fold)}
        aria-label="More controls"
        title="More controls"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <SlidersHorizontal size={20} />
      </button>
      <span id={id} className={styles.more} data-open={open || undefined}>
        <Choice
          label="Speed"
          value={String(playback.rate)}
          options={rateOptions}
          onChoose={(rate) => setRate(video, Number(rate))}
        />
        {quality.qualities.length > 1 ? (
          <Choice
            label="Quality"
            value={quality.chosen ?? ''}
            options={qualityOptions(quality.qualities)}
            onChoose={quality.choose}
          />
        ) : null}
        {captions ? <CaptionsTools captions={captions} /> : null}
        {modes.canFloat ? (
          <Tool label="Picture in picture" pressed={modes.floating} onPress={modes.float}>
            <PictureInPicture2 size={20} />
          </Tool>
        ) : null}
      </span>
    </>
  );
}

/** The buttons and menus below the seek bar. */
export function VideoTools(props: VideoToolsProps) {
  const { video, playback, modes } = props;
  return (
    <div className={styles.tools}>
      <Tool label={playback.playing ? 'Pause' : 'Play'} keys="k" onPress={() => togglePlay(video)}>
        {playback.playing ? <Pause size={20} /> : <Play size={20} />}
      </Tool>
      <Volume media={video} playback={playback} />
      <span className={styles.time}>
        {formatDuration(playback.time)} / {formatDuration(playback.duration)}
      </span>
      <span className={styles.push} />
      <MoreTools {...props} />
      <Tool label={modes.full ? 'Exit full screen' : 'Full screen'} keys="f" onPress={modes.toggleFull}>
        {modes.full ? <Minimize size={20} /> : <Maximize size={20} />}
      </Tool>
    </div>
  );
}
