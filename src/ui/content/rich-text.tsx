import { createElement, useEffect, useMemo, useRef, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { shownPieces } from '#lib/markup/shown-pieces.ts';
import type { TextPiece } from '#lib/text.ts';
import { cx } from '../theme/class-names.ts';
import { Link } from './link.tsx';
import styles from './rich-text.module.css';

/** Attributes of links to other sites in what people write. */
export const elsewhere = { target: '_blank', rel: 'noopener noreferrer nofollow ugc' } as const;

/** The pieces of a text as React nodes. */
export const drawn = (pieces: readonly TextPiece[]): ReactNode[] =>
  pieces.map((piece, at) => {
    if (piece.kind === 'text') return piece.text;
    if (piece.kind === 'tag')
      return createElement(piece.tag, { key: at, start: piece.start }, ...drawn(piece.pieces));
    if (piece.kind === 'inside')
      return (
        <Link key={at} href={piece.href}>
          {piece.text}
        </Link>
      );
    return (
      <a key={at} href={piece.href} {...elsewhere}>
        {piece.text}
      </a>
    );
  });

export interface RichTextProps {
  readonly text: string;
  readonly className?: string;
}

/**
 * User-written text with links and the few allowed tags, rendered as React nodes so that nothing can inject
 * markup.
 */
export const RichText = ({ text, className }: RichTextProps) => {
  const nodes = useMemo(() => drawn(shownPieces(text)), [text]);
  return (
    <div dir="auto" className={cx(styles.text, className)}>
      {nodes}
    </div>
  );
};

export interface LongTextProps {
  readonly text: string;
  /** Lines shown before "more"; defaults to 6. */
  readonly lines?: number;
  readonly className?: string;
  /** What draws the text, if it has more than links and tags. */
  readonly as?: ComponentType<RichTextProps>;
}

/** Characters per line on a phone and in a wide window. */
const [narrow, wide] = [32, 75];
/** Estimates whether a text exceeds its lines without rendering it. */
const mayBeCut = (text: string, lines: number, characters: number): boolean =>
  text.split('\n').reduce((sum, { length }) => sum + Math.max(1, Math.ceil(length / characters)), 0) > lines;

/**
 * Rich text that shows its first lines and a "more" button. If the text may be too long, space for the button
 * is reserved from the start, so that nothing shifts once it has been measured.
 */
export function LongText({ text, lines = 6, className, as: Text = RichText }: LongTextProps) {
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [cut, setCut] = useState<boolean | null>(null);
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
        <Text text={text} />
      </div>
      {cut || mayBeCut(text, lines, narrow) ? (
        <button
          type="button"
          className={cx(styles.more, !cut && !mayBeCut(text, lines, wide) && styles.narrow)}
          style={cut === false ? { visibility: 'hidden' } : undefined}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? 'less' : 'more'}
        </button>
      ) : null}
    </div>
  );
}
