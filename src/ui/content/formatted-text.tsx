import { useMemo } from 'react';
import { formattedPieces } from '#lib/markup/markdown.ts';
import { cx } from '../theme/class-names.ts';
import { type RichTextProps, drawn } from './rich-text.tsx';
import styles from './rich-text.module.css';

/** Like `RichText`, with the formatting of posts. */
export const FormattedText = ({ text, className }: RichTextProps) => {
  const nodes = useMemo(() => drawn(formattedPieces(text)), [text]);
  return (
    <div dir="auto" className={cx(styles.text, className)}>
      {nodes}
    </div>
  );
};
