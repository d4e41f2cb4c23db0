import Link from 'next/link';
import { cx } from '#ui/class-names';
import { useSite } from './session.tsx';
import styles from './frame.module.css';

/** The site's logo and name, leading home. A logo of the operator's own stands alone: it holds the name. `compact` drops the name where a phone has no room. */
export function Brand({ href, compact }: { href: string; compact?: boolean }) {
  const { siteName, logo } = useSite();
  return (
    <Link
      href={href}
      prefetch={false}
      className={cx(styles.brand, compact && styles.compact)}
      aria-label={siteName}
    >
      <img src={logo || '/icons/logo.svg'} alt="" height={28} />
      {logo ? null : <span className={styles.brandWord}>{siteName}</span>}
    </Link>
  );
}
