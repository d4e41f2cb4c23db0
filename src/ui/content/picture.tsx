import { useEffect, useRef } from 'react';
import type { CSSProperties, ReactElement } from 'react';
import { averageColour, decodeBase64 } from '#lib/placeholder.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { cx } from '../theme/class-names.ts';
import styles from './picture.module.css';

/** One size of a picture. */
export interface PictureSource {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  /** One frame, of a picture that moves. */
  readonly still?: string | undefined;
}

/** Shown instead of an animation to people who prefer reduced motion. */
export const Still = ({ url, children }: { url: string | undefined; children: ReactElement }) =>
  url === undefined ? (
    children
  ) : (
    <picture>
      <source media="(prefers-reduced-motion: reduce)" srcSet={url} />
      {children}
    </picture>
  );

export interface PictureProps {
  /** Available sizes in any order; if empty, only the placeholder is shown. */
  readonly sources: readonly PictureSource[];
  /** Alternative text; empty if the adjacent text already says the same. */
  readonly alt: string;
  /**
   * Base64 thumbhash: the box has its average color at once, and its blurred image while the picture loads.
   */
  readonly placeholder?: string | null;
  /**
   * Width divided by height of the box; defaults to that of the largest source. `fill` takes the parent's
   * height instead.
   */
  readonly ratio?: number | 'fill';
  /** As in the `sizes` attribute; defaults to the window's width up to 640 px. */
  readonly sizes?: string;
  /** Loads eagerly with high priority because it is above the fold. */
  readonly priority?: boolean;
  /** Blurs with CSS. Not for locked content, which the server blurs. */
  readonly blurred?: boolean;
  readonly fit?: 'cover' | 'contain';
  readonly className?: string;
}

const bySize = (a: PictureSource, b: PictureSource) => a.width - b.width;

/** `srcset`, and `src` for browsers that don't support it. */
export function pickSources(sources: readonly PictureSource[]): {
  src?: string;
  srcSet?: string;
  largest?: PictureSource;
} {
  const sorted = [...sources].sort(bySize);
  const largest = sorted.at(-1);
  if (!largest) return {};
  return {
    src: largest.url,
    srcSet: sorted.length > 1 ? sorted.map(({ url, width }) => `${url} ${width}w`).join(', ') : undefined,
    largest,
  };
}

/**
 * Draws the thumbhash until the picture has loaded. The decoder is loaded only if needed, and for pictures
 * below the fold only when the browser is idle.
 */
function useShapes(placeholder: string | null | undefined, priority: boolean) {
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = box.current;
    const bytes = placeholder ? decodeBase64(placeholder) : null;
    const isThere = () => element?.querySelector('img')?.complete ?? false;
    if (!element || !bytes || isThere()) return undefined;
    let wanted = true;
    const draw = (): undefined => {
      if (isThere()) return undefined;
      import('thumbhash').then(
        ({ thumbHashToDataURL }) => {
          if (wanted) element.style.backgroundImage = `url(${thumbHashToDataURL(bytes)})`;
        },
        () => {
          // The average color is placeholder enough.
        },
      );
      return undefined;
    };
    const callOff = priority ? draw() : whenIdle(() => draw());
    return () => {
      wanted = false;
      callOff?.();
    };
  }, [placeholder, priority]);
  return box;
}

function Image({
  sources,
  alt,
  sizes = '(min-width: 640px) 640px, 100vw',
  priority,
  blurred,
  fit,
}: PictureProps) {
  const { src, srcSet, largest } = pickSources(sources);
  const urgency = priority
    ? ({ loading: 'eager', fetchPriority: 'high' } as const)
    : ({ loading: 'lazy' } as const);
  return (
    <Still url={largest?.still}>
      <img
        className={cx(styles.image, fit === 'contain' && styles.contain, blurred && styles.blurred)}
        srcSet={srcSet}
        sizes={srcSet ? sizes : undefined}
        width={largest?.width}
        height={largest?.height}
        decoding="async"
        {...urgency}
        src={src}
        alt={alt}
      />
    </Still>
  );
}

const ownRatio = (sources: readonly PictureSource[]) => {
  const { largest } = pickSources(sources);
  return largest ? largest.width / largest.height : 4 / 3;
};

/** A picture in a box that is sized before it loads. */
export function Picture(props: PictureProps) {
  const { sources, placeholder, ratio = ownRatio(sources), className, priority = false } = props;
  const box = useShapes(placeholder, priority);
  const style: CSSProperties = {
    backgroundColor: averageColour(placeholder),
    aspectRatio: ratio === 'fill' ? undefined : ratio,
  };
  return (
    <span ref={box} className={cx(styles.box, ratio === 'fill' && styles.fill, className)} style={style}>
      {sources.length > 0 ? <Image {...props} /> : null}
    </span>
  );
}
