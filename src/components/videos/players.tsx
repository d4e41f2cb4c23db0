import Music from 'lucide-react/icons/music';
import { useEffect, useRef, useState } from 'react';
import type { ComponentType } from 'react';
import type { FileView } from '#contract/core/schemas.ts';
import { formatDuration } from '#lib/format.ts';
import { averageColour } from '#lib/placeholder.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { singleRatio } from '#ui/layout/media-grid.tsx';
import type { AudioControlsProps } from './audio-controls.tsx';
import type { VideoControlsProps } from './video-controls.tsx';
import styles from './player.module.css';

/** The largest still that isn't larger than any player. */
const largest = (stills: FileView['thumbnails']) =>
  [...stills]
    .sort((a, b) => b.width - a.width)
    .find(({ width }, at, all) => width <= 1280 || at === all.length - 1)?.url;
const posterOf = (file: FileView, still: FileView | null | undefined) =>
  (still && largest(still.sizes.length > 0 ? still.sizes : still.thumbnails)) ?? largest(file.thumbnails);

/** What plays everywhere; a playlist only where nothing else is. */
const plainSource = ({ sources, url }: FileView): string | undefined =>
  (sources.find(({ kind }) => kind !== 'hls') ?? sources[0])?.url ?? url ?? undefined;

/**
 * Their effects are layout effects: controls that can be pressed hold the volume, the place and the keys
 * already, so nothing is heard too loud or from the wrong second in between.
 */
type Controls<Props> = { readonly Part: ComponentType<Props> };

interface Place {
  /** What the controls belong to. */
  readonly element: Element | null;
  /** The page is about it: the controls don't wait until it is in the window. */
  readonly isMain?: boolean;
}

/**
 * The code of our own controls, once the page has nothing better to do and the player is in the window; until
 * then, and without scripts, the browser's stand there.
 */
function useControls<Props>(
  load: () => Promise<ComponentType<Props>>,
  { element, isMain = false }: Place,
): Controls<Props> | null {
  const [controls, setControls] = useState<Controls<Props> | null>(null);
  const first = useRef(load);
  useEffect(() => {
    if (!element) return undefined;
    const bring = () =>
      void first.current().then(
        (Part) => setControls({ Part }),
        () => {},
      );
    if (isMain || typeof IntersectionObserver === 'undefined') return whenIdle(bring);
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        watch.disconnect();
        bring();
      },
      { rootMargin: '100px 0px' },
    );
    const callOff = whenIdle(() => watch.observe(element));
    return () => {
      callOff();
      watch.disconnect();
    };
  }, [element, isMain]);
  return controls;
}

export interface VideoPlayerProps {
  readonly file: FileView;
  /** What it is, for those who listen. */
  readonly label?: string;
  /** A still of the creator's choice; the film's own otherwise. */
  readonly still?: FileView | null;
  /** Seconds to begin at, and who is told how far it came: 0 at the end. */
  readonly resume?: { readonly at: number | null; readonly keep: (seconds: number) => void };
  /** Each time it begins to play. */
  readonly onPlay?: () => void;
  /** Its addresses are too old: fetch the record again. */
  readonly onStale?: () => void;
  /** The page is about this video: its keys work wherever nothing else has the focus. */
  readonly isMain?: boolean;
}

const loadVideoControls = async () => (await import('./video-controls.tsx')).VideoControls;
const loadAudioControls = async () => (await import('./audio-controls.tsx')).AudioControls;

/**
 * A video in a box that has its shape before anything loads: the platform's own player under our controls.
 */
export function VideoPlayer({ file, label = 'Video', still, ...rest }: VideoPlayerProps) {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const controls = useControls<VideoControlsProps>(loadVideoControls, {
    element: frame,
    isMain: rest.isMain,
  });
  // The address it began with: a fresher one for the same film would begin it again.
  const [source] = useState(() => plainSource(file));
  const poster = posterOf(file, still);
  const name = file.alt || `${label}${file.duration ? `, ${formatDuration(file.duration)}` : ''}`;
  return (
    <div ref={setFrame} className={styles.frame} style={{ backgroundColor: averageColour(file.placeholder) }}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- those there are stand in it */}
      <video
        ref={setVideo}
        className={styles.video}
        style={{ aspectRatio: singleRatio(file) }}
        src={source}
        poster={poster}
        // With a still to show, nothing of the film is fetched before it is asked for.
        preload={poster ? 'none' : 'metadata'}
        controls={controls === null}
        playsInline
        aria-label={name}
      >
        {file.captions?.map(({ language, url }) => (
          <track key={language} kind="captions" src={url} srcLang={language} />
        ))}
      </video>
      {controls && frame && video ? (
        <controls.Part {...rest} file={file} label={name} frame={frame} video={video} />
      ) : null}
    </div>
  );
}

/** A recording: its waveform where the server knows it. */
export function AudioPlayer({ file }: { file: FileView }) {
  const [audio, setAudio] = useState<HTMLAudioElement | null>(null);
  const controls = useControls<AudioControlsProps>(loadAudioControls, { element: audio });
  const [source] = useState(() => plainSource(file));
  const name = file.alt || 'Recording';
  return (
    <div className={styles.audio}>
      {controls && audio ? (
        <controls.Part file={file} label={name} audio={audio} />
      ) : (
        <>
          <Music size={18} aria-hidden="true" />
          {file.duration ? <span>{formatDuration(file.duration)}</span> : null}
        </>
      )}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what people upload has none to show */}
      <audio ref={setAudio} src={source} preload="none" controls={controls === null} aria-label={name} />
    </div>
  );
}
