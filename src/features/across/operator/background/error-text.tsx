import styles from './background.module.css';

/** A technical message, cut to two lines; the whole one is in its title. */
export const ErrorText = ({ text }: { text: string | null }) =>
  text === null ? (
    '–'
  ) : (
    <code className={styles.error} title={text}>
      {text}
    </code>
  );
