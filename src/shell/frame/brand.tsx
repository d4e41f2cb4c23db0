import { Link } from '#ui/content/link.tsx';
import { cx } from '#ui/theme/class-names.ts';
import { useSite } from '../access/session.ts';
import styles from './frame.module.css';

/**
 * The site's logo and name, linking home. A custom logo replaces the name. `compact` hides the name on
 * phones.
 */
export function Brand({ href, compact }: { href: string; compact?: boolean }) {
  const { siteName, logo } = useSite();
  return (
    <Link href={href} className={cx(styles.brand, compact && styles.compact)} aria-label={siteName}>
      <img src={logo || '/icons/logo.svg'} alt="" height={28} width={logo ? undefined : 28} />
      {logo ? null : <span className={styles.brandWord}>{siteName}</span>}
    </Link>
  );
}
