import styles from './frame.module.css';

/** The first stop of the Tab key. */
export const SkipLink = () => (
  <a className={styles.skip} href="#content">
    Skip to content
  </a>
);
