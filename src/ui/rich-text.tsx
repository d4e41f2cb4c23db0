import { createElement, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { textPieces } from '#lib/text-tags';
import type { TextPiece } from '#lib/text';
import { cx } from './class-names.tsx';
import styles from './rich-text.module.css';

const drawn = (pieces: readonly TextPiece[]): ReactNode[] =>
  pieces.map((piece, at) => {
    if (piece.kind === 'text') return piece.text;
    if (piece.kind === 'tag') return createElement(piece.tag, { key: at }, ...drawn(piece.pieces));
    return (
      <a key={at} href={piece.href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {piece.text}
      </a>
    );
  });

/** A person's text with its links and the few allowed tags, as nodes: nothing in it can become markup. */
export const RichText = ({ text, className }: { text: string; className?: string }) => {
  const nodes = useMemo(() => drawn(textPieces(text)), [text]);
  return (
    <div dir="auto" className={cx(styles.text, className)}>
      {nodes}
    </div>
  );
};

export interface LongTextProps {
  readonly text: string;
  /** Lines shown before "more" (6). */
  readonly lines?: number;
  readonly className?: string;
}

/** Rich text that shows its first lines, and the rest on "more". */
export function LongText({ text, lines = 6, className }: LongTextProps) {
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [cut, setCut] = useState(false);
  useEffect(() => {
    const element = box.current;
    setCut(element !== null && element.scrollHeight > element.clientHeight + 1);
  }, [text, lines]);
  return (
    <div className={className}>
      <div
        ref={box}
        className={open ? undefined : styles.clamped}
        style={{ '--lines': lines } as React.CSSProperties}
      >
        <RichText text={text} />
      </div>
      {cut ? (
        <button type="button" className={styles.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'less' : 'more'}
        </button>
      ) : null}
    </div>
  );
}
