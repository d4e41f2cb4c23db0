import styles from './search.module.css';

/** Says which words were searched for in place of those that nothing has. */
export const Corrected = ({ corrected, q }: { corrected: string | null; q: string }) =>
  corrected === null ? null : (
    <p className={styles.corrected} role="status">
      Showing results for <strong>{corrected}</strong>. No results for “{q}”.
    </p>
  );
