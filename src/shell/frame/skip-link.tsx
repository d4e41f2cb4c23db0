import styles from './frame.module.css';

/** The first tab stop. */
export const SkipLink = () => (
  <a className={styles.skip} href="#content">
    Skip to content
  </a>
);
