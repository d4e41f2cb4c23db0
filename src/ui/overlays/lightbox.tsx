import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Flag from 'lucide-react/icons/flag';
import X from 'lucide-react/icons/x';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { useEffect, useEffectEvent } from 'react';
import { IconButton } from '../content/button.tsx';
import { cx } from '../theme/class-names.ts';
import { LightboxPicture, LightboxWaiting, usePreloaded } from './lightbox-stage.tsx';
import styles from './lightbox.module.css';
import type { PictureSource } from '../content/picture.tsx';
import { useModal } from './use-modal.ts';
import { useZoom } from './use-zoom.ts';

export interface LightboxPhoto {
  readonly id: string;
  readonly sources: readonly PictureSource[];
  readonly alt?: string | null;
  /** The title given by its creator. */
  readonly title?: string | null;
  readonly width?: number | null;
  readonly height?: number | null;
  readonly placeholder?: string | null;
}

export interface LightboxProps {
  /** The photos loaded so far, in order. */
  readonly photos: readonly LightboxPhoto[];
  /** Index of the current photo. Past the end of `photos`, a loading state is shown. */
  readonly index: number;
  readonly onMove: (index: number) => void;
  readonly onClose: () => void;
  /** Total number of photos, if more than are loaded. */
  readonly total?: number;
  /** Called when the user gets near the end of the loaded photos, to load more. */
  readonly onNeed?: () => void;
  /** Reports a photo; left out where that isn't possible. */
  readonly onReport?: ((photo: LightboxPhoto) => void) | undefined;
}

/** How many photos before the end more are requested. */
const ahead = 6;

type Step = (state: { index: number; count: number; isWhole: boolean }) => number;
/** Wraps around if everything is loaded, else stops at the ends. */
const by =
  (step: 1 | -1): Step =>
  ({ index, count, isWhole }) =>
    isWhole ? (index + step + count) % count : Math.max(0, Math.min(count - 1, index + step));
const keys: Readonly<Record<string, Step>> = {
  ArrowRight: by(1),
  PageDown: by(1),
  ArrowLeft: by(-1),
  PageUp: by(-1),
  Home: () => 0,
  End: ({ count }) => count - 1,
};
const zooms: Readonly<Record<string, number>> = { '+': 1.5, '=': 1.5, '-': 1 / 1.5, '0': 0 };

function useKeys(press: (key: string) => boolean): void {
  const onKey = useEffectEvent(press);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (onKey(event.key)) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** The photo with its gestures. Remounted for each photo, so that each starts unzoomed. */
function Stage({
  photo,
  name,
  onStep,
}: {
  photo: LightboxPhoto | undefined;
  name: string;
  onStep: (step: 1 | -1) => void;
}) {
  const { stage, zoom, hands, closer, toggle } = useZoom({ onSwipe: onStep });
  useKeys((key) => {
    const factor = zooms[key];
    if (factor !== undefined) closer(factor);
    return factor !== undefined;
  });
  const isClose = zoom.scale > 1;
  return (
    <>
      <div ref={stage} className={cx(styles.stage, isClose && styles.close)} {...hands}>
        {photo ? <LightboxPicture photo={photo} name={name} zoom={zoom} /> : <LightboxWaiting />}
      </div>
      {photo ? (
        <IconButton
          label={isClose ? 'Whole photo' : 'Zoom in'}
          className={cx(styles.control, styles.zoom)}
          onClick={toggle}
        >
          {isClose ? <ZoomOut size={22} /> : <ZoomIn size={22} />}
        </IconButton>
      ) : null}
    </>
  );
}

const Arrows = ({ onStep }: { onStep: (step: 1 | -1) => void }) => (
  <>
    <IconButton
      label="Previous photo"
      className={cx(styles.control, styles.previous)}
      onClick={() => onStep(-1)}
    >
      <ChevronLeft size={24} />
    </IconButton>
    <IconButton label="Next photo" className={cx(styles.control, styles.next)} onClick={() => onStep(1)}>
      <ChevronRight size={24} />
    </IconButton>
  </>
);

const describePhoto = (photo: LightboxPhoto | undefined, index: number, count: number): string =>
  photo?.alt || photo?.title || `Photo ${index + 1} of ${count}`;
const captionPhoto = (photo: LightboxPhoto | undefined, place: string | null): string =>
  [photo?.title, photo?.alt, place].filter((text, at, all) => text && all.indexOf(text) === at).join(' · ');

/** Calls `onNeed` when more photos are needed, once per change of position or number of photos. */
function useNeed({ photos, index, total, onNeed }: LightboxProps): void {
  const need = useEffectEvent(() => onNeed?.());
  const here = photos.length;
  const isNeeded = here < (total ?? here) && index >= here - ahead;
  useEffect(() => {
    if (isNeeded) need();
  }, [isNeeded, here, index]);
}

/**
 * A full-window viewer for one photo at a time. Arrow keys, Home, End and swipes navigate; wheel, pinch,
 * double tap and `+`, `-`, `0` zoom; Escape closes. Loads only the current photo and its neighbors, so it
 * works with any number. Mount it to open it.
 */
export function Lightbox(props: LightboxProps) {
  const { photos, index, onMove, onClose, onReport, total } = props;
  const ref = useModal({ open: true, onClose });
  const count = Math.max(total ?? 0, photos.length);
  const go = (step: Step) => onMove(step({ index, count, isWhole: photos.length >= count }));
  useKeys((key) => {
    const step = keys[key];
    if (step) go(step);
    return step !== undefined;
  });
  usePreloaded([photos[index + 1], photos[index - 1]]);
  useNeed(props);
  if (count === 0) return null;
  const photo = photos[index];
  const place = count > 1 ? `${index + 1} / ${count}` : null;
  return (
    <dialog ref={ref} className={styles.box} aria-label={`Photo ${index + 1} of ${count}`}>
      <Stage
        key={photo?.id ?? index}
        photo={photo}
        name={describePhoto(photo, index, count)}
        onStep={(step) => go(by(step))}
      />
      {photo && onReport ? (
        <IconButton
          label="Report this photo"
          className={cx(styles.control, styles.report)}
          onClick={() => onReport(photo)}
        >
          <Flag size={20} />
        </IconButton>
      ) : null}
      <IconButton label="Close" className={cx(styles.control, styles.shut)} onClick={onClose}>
        <X size={22} />
      </IconButton>
      {count > 1 ? <Arrows onStep={(step) => go(by(step))} /> : null}
      <p className={styles.words} aria-live="polite">
        {captionPhoto(photo, place)}
      </p>
    </dialog>
  );
}
