import Link from 'next/link';
import { useSite } from './session.tsx';
import styles from './frame.module.css';

/** The site's logo and name, leading home. A logo of the operator's own stands alone: it holds the name. */
export function Brand({ href, className }: { href: string; className?: string }) {
  const { siteName, logo } = useSite();
  return (
    <Link href={href} className={[styles.brand, className].filter(Boolean).join(' ')} aria-label={siteName}>
      <img src={logo || '/icons/logo.svg'} alt="" height={28} />
      {logo ? null : <span className={styles.brandWord}>{siteName}</span>}
    </Link>
  );
}
