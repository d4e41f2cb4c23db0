import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { IconButton } from './button.tsx';
import styles from './lightbox.module.css';
import { type PictureSource, sourcesOf } from './picture.tsx';

export interface LightboxPhoto {
  readonly id: string;
  readonly sources: readonly PictureSource[];
  readonly alt?: string | null;
}

export interface LightboxProps {
  readonly photos: readonly LightboxPhoto[];
  /** Which one is shown. */
  readonly index: number;
  readonly onMove: (index: number) => void;
  readonly onClose: () => void;
}

/** One photo at a time over the whole window; arrows move, Esc closes. Mount it to open it. */
export function Lightbox({ photos, index, onMove, onClose }: LightboxProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const photo = photos[index];
  if (!photo) return null;
  const { src, srcSet, largest } = sourcesOf(photo.sources);
  const count = photos.length;
  const move = (by: number) => onMove((index + by + count) % count);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') move(1);
    else if (event.key === 'ArrowLeft') move(-1);
  };
  return (
    <dialog ref={ref} className={styles.box} aria-label={`Photo ${index + 1} of ${count}`} onKeyDown={press} onCancel={(event) => { event.preventDefault(); onClose(); }}>
      <div className={styles.stage}>
        <img key={photo.id} src={src} srcSet={srcSet} sizes="100vw" alt={photo.alt || `Photo ${index + 1} of ${count}`} width={largest?.width} height={largest?.height} />
      </div>
      <IconButton label="Close" className={styles.close} onClick={onClose}><X size={22} /></IconButton>
      {count > 1 ? (
        <>
          <IconButton label="Previous photo" className={styles.previous} onClick={() => move(-1)}><ChevronLeft size={24} /></IconButton>
          <IconButton label="Next photo" className={styles.next} onClick={() => move(1)}><ChevronRight size={24} /></IconButton>
        </>
      ) : null}
      <p className={styles.words} aria-live="polite">{[photo.alt, count > 1 ? `${index + 1} / ${count}` : null].filter(Boolean).join(' · ')}</p>
    </dialog>
  );
}
