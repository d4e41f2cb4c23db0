import type { ReactNode } from 'react';
import { cx } from '../theme/class-names.ts';
import styles from './skeleton.module.css';
import { VisuallyHidden } from '../content/visually-hidden.tsx';

export interface SkeletonBlockProps {
  /** CSS length; the parent's width unless said. */
  readonly width?: number | string;
  readonly height?: number | string;
  /** width / height, instead of a height. */
  readonly ratio?: number;
  readonly round?: boolean;
  readonly className?: string;
}

/** A grey shape where something will be. Put bones together in the shape of what is loading. */
export const SkeletonBlock = ({ width, height, ratio, round, className }: SkeletonBlockProps) => (
  <span
    className={cx(styles.bone, round && styles.round, className)}
    style={{ width, height, aspectRatio: ratio }}
  />
);

/** Lines of text, the last one shorter. */
export const SkeletonText = ({ lines = 3 }: { lines?: number }) => (
  <span className={styles.lines}>
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} className={cx(styles.bone, styles.line)} />
    ))}
  </span>
);

/** An avatar with two lines beside it: the head of a post, a row of people. */
export const SkeletonPerson = ({ size = 48 }: { size?: number }) => (
  <span className={styles.head}>
    <SkeletonBlock round width={size} height={size} />
    <SkeletonText lines={2} />
  </span>
);

/** A post: person, text, picture. */
export const SkeletonPost = ({ ratio = 4 / 3 }: { ratio?: number }) => (
  <span className={styles.post}>
    <SkeletonPerson />
    <SkeletonText lines={2} />
    <SkeletonBlock ratio={ratio} width="100%" />
  </span>
);

/** Wraps bones: says "Loading" once to those who listen and hides the shapes from them. */
export const Skeleton = ({
  label = 'Loading',
  children,
  className,
}: {
  label?: string;
  children: ReactNode;
  className?: string;
}) => (
  <div role="status" className={className}>
    <VisuallyHidden>{label}</VisuallyHidden>
    <div aria-hidden="true">{children}</div>
  </div>
);
