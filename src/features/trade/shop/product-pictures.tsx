import ShoppingBag from 'lucide-react/icons/shopping-bag';
import { Suspense, useState } from 'react';
import type { FileView } from '#contract/core/schemas.ts';
import { cx } from '#ui/theme/class-names.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Picture } from '#ui/content/picture.tsx';
import styles from './product.module.css';

const Lightbox = lazyPart(async () => (await import('#ui/overlays/lightbox.tsx')).Lightbox);

const asPhoto = ({ _id, sizes, alt }: FileView) => ({ id: _id, sources: sizes, alt });

/** A large picture with thumbnails of the others below. The large one opens a full-window viewer. */
export function ProductPictures({ images, title }: { images: readonly FileView[]; title: string }) {
  const [at, setAt] = useState(0);
  const [open, setOpen] = useState(false);
  const image = images[at] ?? images[0];
  if (!image)
    return (
      <div className={styles.noPicture}>
        <ShoppingBag size={48} aria-hidden="true" />
      </div>
    );
  return (
    <div className={styles.pictures}>
      <button
        type="button"
        className={styles.large}
        aria-label={`View ${image.alt || title} full size`}
        onClick={() => setOpen(true)}
      >
        <Picture
          sources={image.sizes}
          alt={image.alt || title}
          placeholder={image.placeholder}
          ratio={4 / 3}
          sizes="(min-width: 1000px) 560px, 100vw"
          priority
        />
      </button>
      {images.length > 1 ? (
        <div className={styles.thumbs} role="group" aria-label="Pictures">
          {images.map((each, index) => (
            <button
              key={each._id}
              type="button"
              className={cx(styles.thumb, index === at && styles.current)}
              aria-pressed={index === at}
              aria-label={each.alt || `Picture ${index + 1} of ${images.length}`}
              onClick={() => setAt(index)}
            >
              <Picture
                sources={each.sizes.slice(0, 1)}
                alt=""
                placeholder={each.placeholder}
                ratio={1}
                sizes="72px"
              />
            </button>
          ))}
        </div>
      ) : null}
      {open ? (
        <Suspense fallback={null}>
          <Lightbox photos={images.map(asPhoto)} index={at} onMove={setAt} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
