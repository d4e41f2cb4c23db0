import type { ReactNode } from 'react';
import { cx } from '../theme/class-names.ts';
import { SlowLoadingNotice } from './slow-loading-notice.tsx';
import styles from './skeleton.module.css';
import { VisuallyHidden } from '../content/visually-hidden.tsx';

export interface SkeletonBlockProps {
  /** CSS length; defaults to the parent's width. */
  readonly width?: number | string;
  readonly height?: number | string;
  /** Width divided by height, instead of a height. */
  readonly ratio?: number;
  readonly round?: boolean;
  readonly className?: string;
}

/** A gray placeholder shape. Combine several into the shape of what is loading. */
export const SkeletonBlock = ({ width, height, ratio, round, className }: SkeletonBlockProps) => (
  <span
    className={cx(styles.bone, round && styles.round, className)}
    style={{ width, height, aspectRatio: ratio }}
  />
);

/** Placeholder lines of text, the last one shorter. */
export const SkeletonText = ({ lines = 3 }: { lines?: number }) => (
  <span className={styles.lines}>
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} className={cx(styles.bone, styles.line)} />
    ))}
  </span>
);

/** Placeholder of an avatar with two lines, as in a post's header or a row of people. */
export const SkeletonPerson = ({ size = 48 }: { size?: number }) => (
  <span className={styles.head}>
    <SkeletonBlock round width={size} height={size} />
    <SkeletonText lines={2} />
  </span>
);

/** Placeholder of a post. */
export const SkeletonPost = ({ ratio = 4 / 3 }: { ratio?: number }) => (
  <span className={styles.post}>
    <SkeletonPerson />
    <SkeletonText lines={2} />
    <SkeletonBlock ratio={ratio} width="100%" />
  </span>
);

/**
 * Wraps placeholder shapes: announces "Loading" once and hides the shapes from screen readers. What doesn't come
 * for too long is said, with a way on.
 */
export const Skeleton = ({
  label = 'Loading',
  children,
  className,
}: {
  label?: string;
  children: ReactNode;
  className?: string;
}) => (
  <>
    <div role="status" className={className}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <div aria-hidden="true">{children}</div>
    </div>
    <SlowLoadingNotice />
  </>
);
