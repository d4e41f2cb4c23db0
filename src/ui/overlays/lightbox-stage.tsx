import { useEffect, useEffectEvent } from 'react';
import { averageColour } from '#lib/placeholder.ts';
import type { Zoom } from '#lib/zoom.ts';
import type { LightboxPhoto } from './lightbox.tsx';
import styles from './lightbox.module.css';
import { pickSources } from '../content/picture.tsx';
import { Spinner } from '../feedback/spinner.tsx';

/** The box of a picture, sized before it loads. */
const boxStyle = ({ width, height, sources }: LightboxPhoto) => {
  const { largest } = pickSources(sources);
  const [wide, high] = [width ?? largest?.width ?? 4, height ?? largest?.height ?? 3];
  // As wide as the window or its height allows, but never wider than the picture itself.
  return {
    aspectRatio: `${wide} / ${high}`,
    width: `min(100%, ${wide}px, (100dvh - 112px) * ${wide / high})`,
  };
};

/** Preloads the neighbors of the current picture. */
export function usePreloaded(neighbours: readonly (LightboxPhoto | undefined)[]): void {
  const wanted = neighbours.map((photo) => photo?.id ?? '').join(' ');
  const load = useEffectEvent(() =>
    neighbours.flatMap((photo) => {
      const { src, srcSet } = pickSources(photo?.sources ?? []);
      if (!src) return [];
      const image = new Image();
      image.sizes = '100vw';
      if (srcSet) image.srcset = srcSet;
      image.src = src;
      return [image];
    }),
  );
  // The array is new on every render, so the effect depends on its content.
  useEffect(() => {
    const loading = load();
    return () => {
      for (const image of loading) if (!image.complete) image.removeAttribute('srcset');
    };
  }, [wanted]);
}

/** One picture at the current zoom and position. */
export function LightboxPicture({ photo, name, zoom }: { photo: LightboxPhoto; name: string; zoom: Zoom }) {
  const { src, srcSet, largest } = pickSources(photo.sources);
  const { scale, x, y } = zoom;
  return (
    <img
      src={src}
      srcSet={srcSet}
      sizes={scale > 1 ? '200vw' : '100vw'}
      alt={name}
      width={largest?.width}
      height={largest?.height}
      draggable={false}
      style={{
        ...boxStyle(photo),
        backgroundColor: averageColour(photo.placeholder),
        transform: scale === 1 ? undefined : `translate(${x}px, ${y}px) scale(${scale})`,
      }}
    />
  );
}

/** Shown for a photo whose page hasn't loaded yet. */
export const LightboxWaiting = () => (
  <span className={styles.waiting} role="status">
    <Spinner /> Loading the photo
  </span>
);
