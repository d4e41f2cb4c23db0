import styles from './verified-mark.module.css';

/** The badge of creators whose identity the site has verified. */
export const VerifiedMark = ({ label = 'Verified' }: { label?: string }) => (
  <svg className={styles.mark} viewBox="0 0 20 20" role="img" aria-label={label}>
    <title>{label}</title>
    <path
      fill="currentColor"
      d="M10 .8l2.3 1.9 3-.2.8 2.9 2.5 1.6-1.1 2.8 1.1 2.8-2.5 1.6-.8 2.9-3-.2L10 18.8l-2.3-1.9-3 .2-.8-2.9-2.5-1.6 1.1-2.8-1.1-2.8 2.5-1.6.8-2.9 3 .2z"
    />
    <path
      fill="none"
      stroke="var(--surface)"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      d="M6.6 10l2.3 2.3 4.6-4.7"
    />
  </svg>
);
