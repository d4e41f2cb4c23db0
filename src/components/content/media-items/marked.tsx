import { markedParts } from '#lib/search/words.ts';
import styles from './marked.module.css';

/** A text with the words that were found marked. */
export const Marked = ({ text, found }: { text: string; found: ReadonlySet<string> }) =>
  markedParts(text, found).map(({ text: part, isMatch }, at) =>
    isMatch ? (
      <mark key={at} className={styles.mark}>
        {part}
      </mark>
    ) : (
      part
    ),
  );
