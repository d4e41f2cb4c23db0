import { Suspense, useState } from 'react';
import type { FileView } from '#contract/core/schemas.ts';
import { Picture } from '#ui/content/picture.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import type { LightboxPhoto } from '#ui/overlays/lightbox.tsx';
import styles from './problem-photos.module.css';

// The viewer loads when the first photo is opened.
const Lightbox = lazyPart(async () => (await import('#ui/overlays/lightbox.tsx')).Lightbox);

const viewed = ({ _id, sizes, alt, width, height, placeholder }: FileView): LightboxPhoto => ({
  id: _id,
  sources: sizes,
  alt,
  width,
  height,
  placeholder,
});

/** What the buyer photographed to show the problem of an order. Pressing a photo opens it in full size. */
export function ProblemPhotos({ photos }: { photos: readonly FileView[] }) {
  const [shown, setShown] = useState<number | null>(null);
  if (photos.length === 0) return null;
  return (
    <>
      <ul className={styles.photos} aria-label="Photos of the problem">
        {photos.map(({ _id, thumbnails, placeholder }, at) => (
          <li key={_id}>
            <button
              type="button"
              className={styles.photo}
              aria-label={`View photo ${at + 1} of ${photos.length}`}
              onClick={() => setShown(at)}
            >
              <Picture sources={thumbnails} alt="" placeholder={placeholder} ratio={1} sizes="72px" />
            </button>
          </li>
        ))}
      </ul>
      {shown === null ? null : (
        <Suspense fallback={null}>
          <Lightbox
            photos={photos.map(viewed)}
            index={shown}
            onMove={setShown}
            onClose={() => setShown(null)}
          />
        </Suspense>
      )}
    </>
  );
}
