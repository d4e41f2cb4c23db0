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

/** How a text that exceeds its lines runs; null if all of it is visible. */
type Cut = 'ltr' | 'rtl' | null;
function measureCut(box: HTMLElement): Cut {
  if (box.scrollHeight <= box.clientHeight + 1) return null;
  // The text's own direction, which may not be the page's.
  const text = box.firstElementChild ?? box;
  return getComputedStyle(text).direction === 'rtl' ? 'rtl' : 'ltr';
}

/**
 * Rich text that shows its first lines, with a “more” button at the end of the last one if there is more. The button
 * takes no space of its own, so nothing shifts when it appears.
 */
export function LongText({ text, lines = 6, className, as: Text = RichText }: LongTextProps) {
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [cut, setCut] = useState<Cut>(null);
  useEffect(() => {
    const element = box.current;
    if (open || !element) return undefined;
    const measure = () => setCut(measureCut(element));
    measure();
    // A phone that is turned shows more or less of it.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [text, lines, open]);
  return (
    <div className={cx(styles.long, className)} dir={cut ?? undefined}>
      <div
        ref={box}
        className={open ? undefined : cx(styles.clamped, cut !== null && styles.cut)}
        style={{ '--lines': lines } as React.CSSProperties}
      >
        <Text text={text} />
      </div>
      {cut === null ? null : (
        <button
          type="button"
          className={cx(styles.more, !open && styles.atEnd)}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? 'less' : 'more'}
        </button>
      )}
    </div>
  );
}
