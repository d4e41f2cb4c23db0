import type { SyntheticEvent } from 'react';
import { noAvatar } from '#lib/thumbnail.ts';
import { cx } from '../theme/class-names.ts';
import styles from './avatar.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface AvatarProps {
  /** Picture URL. The default avatar is shown if there is none or it fails to load. */
  readonly src?: string | null;
  /** Set only if there is no visible name next to it. */
  readonly name?: string;
  /** Pixels; defaults to 40. */
  readonly size?: 24 | 32 | 40 | 48 | 64 | 96 | 128;
  readonly online?: boolean;
  readonly live?: boolean;
  /** Adds a border in the surface color, for avatars that overlap a cover. */
  readonly ring?: boolean;
  /** Loads eagerly because it is above the fold. */
  readonly priority?: boolean;
  readonly className?: string;
}

const fallBack = ({ currentTarget: image }: SyntheticEvent<HTMLImageElement>) => {
  if (!image.src.endsWith(noAvatar)) image.src = noAvatar;
};

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
