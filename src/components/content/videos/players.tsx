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
import type { Resume } from './use-resume.ts';
import styles from './player.module.css';

/** URL of the largest still that is no wider than a player can be. */
const largest = (stills: FileView['thumbnails']) =>
  [...stills]
    .sort((a, b) => b.width - a.width)
    .find(({ width }, at, all) => width <= 1280 || at === all.length - 1)?.url;
const pickPoster = (file: FileView, still: FileView | null | undefined) =>
  (still && largest(still.sizes.length > 0 ? still.sizes : still.thumbnails)) ?? largest(file.thumbnails);

/** A source that plays in every browser; an HLS playlist only if there is nothing else. */
const plainSource = ({ sources, url }: FileView): string | undefined =>
  (sources.find(({ kind }) => kind !== 'hls') ?? sources[0])?.url ?? url ?? undefined;

/**
 * Wrapped so that React state can hold a component. Controls use layout effects: they restore volume and
 * position and register shortcuts before they can be pressed, so that nothing plays too loud or from the
 * wrong position.
 */
type Controls<Props> = { readonly Part: ComponentType<Props> };

interface Place {
  /** The element the controls belong to. */
  readonly element: Element | null;
  /** This is the page's main player, so its controls load before it is in the viewport. */
  readonly isMain?: boolean;
}

/**
 * Loads our controls once the page is idle and the player is in the viewport. Until then, and without
 * scripts, the browser's own controls are shown.
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
  /** Accessible name. */
  readonly label?: string;
  /** A still picked by the creator; defaults to the video's own. */
  readonly still?: FileView | null;
  /** Position in seconds to start at, and a callback that saves progress: 0 at the end. */
  readonly resume?: Resume;
  /** Called each time playback starts. */
  readonly onPlay?: () => void;
  /** The signed URLs have expired, so the record must be fetched again. */
  readonly onStale?: () => void;
  /** This is the page's main player, so its shortcuts work while nothing has focus. */
  readonly isMain?: boolean;
}

const loadVideoControls = async () => (await import('./video-controls.tsx')).VideoControls;
const loadAudioControls = async () => (await import('./audio-controls.tsx')).AudioControls;

/** A video in a box that is sized before anything loads: the browser's player with our controls. */
export function VideoPlayer({ file, label = 'Video', still, ...rest }: VideoPlayerProps) {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const controls = useControls<VideoControlsProps>(loadVideoControls, {
    element: frame,
    isMain: rest.isMain,
  });
  // Keeps the initial URL, because a fresh one for the same video would restart playback.
  const [source] = useState(() => plainSource(file));
  const poster = pickPoster(file, still);
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
        // With a still to show, nothing is fetched before playback.
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

/** A recording, with its waveform if the server has computed it. */
export function AudioPlayer({ file, resume }: Pick<VideoPlayerProps, 'file' | 'resume'>) {
  const [audio, setAudio] = useState<HTMLAudioElement | null>(null);
  const controls = useControls<AudioControlsProps>(loadAudioControls, { element: audio });
  const [source] = useState(() => plainSource(file));
  const name = file.alt || 'Recording';
  return (
    <div className={styles.audio}>
      {controls && audio ? (
        <controls.Part file={file} label={name} audio={audio} resume={resume} />
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
