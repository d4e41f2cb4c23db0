import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import X from 'lucide-react/icons/x';
import { useEffect, useEffectEvent } from 'react';
import { IconButton } from './button.tsx';
import styles from './lightbox.module.css';
import { type PictureSource, sourcesOf } from './picture.tsx';
import { useModal } from './use-modal.tsx';

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

function Photo({ photo, name }: { photo: LightboxPhoto; name: string }) {
  const { src, srcSet, largest } = sourcesOf(photo.sources);
  return <img src={src} srcSet={srcSet} sizes="100vw" alt={name} width={largest?.width} height={largest?.height} />;
}

/** One photo at a time over the whole window; arrows move, Esc closes. Mount it to open it. */
export function Lightbox({ photos, index, onMove, onClose }: LightboxProps) {
  const ref = useModal({ open: true, onClose });
  const count = photos.length;
  const move = (by: number) => onMove((index + by + count) % count);
  const onKey = useEffectEvent((key: string) => {
    if (key === 'ArrowRight') move(1);
    if (key === 'ArrowLeft') move(-1);
  });
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => onKey(key);
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  const photo = photos[index];
  if (!photo) return null;
  return (
    <dialog ref={ref} className={styles.box} aria-label={`Photo ${index + 1} of ${count}`}>
      <div className={styles.stage}>
        <Photo key={photo.id} photo={photo} name={photo.alt || `Photo ${index + 1} of ${count}`} />
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
