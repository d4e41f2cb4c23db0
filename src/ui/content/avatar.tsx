import type { SyntheticEvent } from 'react';
import { noAvatar } from '#lib/thumbnail.ts';
import { cx } from '../theme/class-names.ts';
import styles from './avatar.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface AvatarProps {
  /** Address of the picture; the default one stands in for none, and for one that doesn't load. */
  readonly src?: string | null;
  /** Set only where no visible name stands beside it. */
  readonly name?: string;
  /** Pixels (40). */
  readonly size?: 24 | 32 | 40 | 48 | 64 | 96 | 128;
  readonly online?: boolean;
  readonly live?: boolean;
  /** A band of the surface's colour around it, where it overlaps a cover. */
  readonly ring?: boolean;
  /** Load at once: it is in the first view. */
  readonly priority?: boolean;
  readonly className?: string;
}

const fallBack = ({ currentTarget: image }: SyntheticEvent<HTMLImageElement>) => {
  if (!image.src.endsWith(noAvatar)) image.src = noAvatar;
};

/** A round picture of a person. */
export function Avatar({ src, name = '', size = 40, online, live, ring, priority, className }: AvatarProps) {
  return (
    <span
      className={cx(styles.avatar, styles[`s${size}`], ring && styles.ring, live && styles.live, className)}
    >
      <img
        className={styles.image}
        src={src || noAvatar}
        alt={name}
        width={size}
        height={size}
        loading={priority ? 'eager' : 'lazy'}
        decoding="async"
        onError={fallBack}
      />
      {live ? <VisuallyHidden>live now</VisuallyHidden> : null}
      {online && !live ? <span className={styles.dot} role="img" aria-label="online" title="Online" /> : null}
    </span>
  );
}
