import type { TextPiece } from '../text.ts';
import { shownPieces } from './shown-pieces.ts';

/*
 * The restricted Markdown of posts: **bold**, *italic* or _italic_, [words](https://…) and lists. Everything else
 * stays as it was typed. Marks count only around whole words of one line, so that sums and file names keep theirs.
 */

type Mark = '**' | '*' | '_';
const tagOfMark: Readonly<Record<Mark, string>> = { '**': 'strong', '*': 'em', _: 'em' };

/** A mark in a text, or a piece between marks. */
type Token =
  | { readonly piece: TextPiece }
  | { readonly mark: Mark; readonly opens: boolean; readonly closes: boolean }
  | { readonly newline: true };

const isWord = (character: string): boolean => /[\p{L}\p{N}\p{M}]/u.test(character);
/** Also at the ends of a text, where a link or another piece may follow: those count as words inside of marks only. */
const isSpace = (character: string): boolean => /^\s?$/.test(character);

/** A text with more marks and lines than this isn't formatted beyond them. */
const mostTokens = 4_000;

interface Around {
  readonly before: string;
  readonly after: string;
}
const markToken = (mark: Mark, { before, after }: Around): Token => ({
  mark,
  opens: !isSpace(after) && !isWord(before),
  closes: !isSpace(before) && !isWord(after),
});

/** The tokens of a run of marks. Three stars are bold and italic, in the order in which they nest. */
function markTokens(run: string, around: Around): Token[] {
  if (run !== '***') return [markToken(run as Mark, around)];
  const both = [markToken('**', around), markToken('*', around)];
  return both.some((token) => 'mark' in token && token.opens) ? both : both.toReversed();
}

/** Splits the text of one piece at its marks and lines. `around` are the characters next to it. */
function addTokens(tokens: Token[], text: string, around: Around): void {
  for (const { 0: part, index } of text.matchAll(/\*{1,3}|_|\n|[^*_\n]+/g)) {
    if (tokens.length > mostTokens) {
      tokens.push({ piece: { kind: 'text', text: text.slice(index) } });
      return;
    }
    const end = index + part.length;
    if (part === '\n') tokens.push({ newline: true });
    else if (part === '_' || part.startsWith('*'))
      tokens.push(
        ...markTokens(part, {
          before: index === 0 ? around.before : text.charAt(index - 1),
          after: end === text.length ? around.after : text.charAt(end),
        }),
      );
    else tokens.push({ piece: { kind: 'text', text: part } });
  }
}

const firstCharacter = (piece: TextPiece | undefined): string =>
  piece === undefined ? '' : piece.kind === 'tag' ? 'x' : piece.text.charAt(0);
const lastCharacter = (piece: TextPiece | undefined): string =>
  piece === undefined ? '' : piece.kind === 'tag' ? 'x' : piece.text.slice(-1);

/** Adds a text to the text before it, so that neighbors are one piece. */
function addPiece(pieces: TextPiece[], piece: TextPiece): void {
  const last = pieces.at(-1);
  if (piece.kind === 'text' && last?.kind === 'text')
    pieces[pieces.length - 1] = { kind: 'text', text: last.text + piece.text };
  else pieces.push(piece);
}

/** What has been read so far: the marks that are open, each with what follows it. */
class Nesting {
  readonly root: TextPiece[] = [];
  private readonly levels: { readonly mark: Mark; readonly pieces: TextPiece[] }[] = [];

  private get inner(): TextPiece[] {
    return this.levels.at(-1)?.pieces ?? this.root;
  }

  add(piece: TextPiece): void {
    addPiece(this.inner, piece);
  }

  /** A mark without its partner stays a character. */
  private giveUp(): void {
    const level = this.levels.pop();
    if (!level) return;
    this.add({ kind: 'text', text: level.mark });
    for (const piece of level.pieces) this.add(piece);
  }

  private close(mark: Mark): void {
    while (this.levels.at(-1)?.mark !== mark) this.giveUp();
    const { pieces = [] } = this.levels.pop() ?? {};
    this.add({ kind: 'tag', tag: tagOfMark[mark], pieces });
  }

  addMark({ mark, opens, closes }: { mark: Mark; opens: boolean; closes: boolean }): void {
    const isOpen = this.levels.some((level) => level.mark === mark);
    if (closes && isOpen && this.inner.length > 0) this.close(mark);
    else if (opens && !isOpen) this.levels.push({ mark, pieces: [] });
    else this.add({ kind: 'text', text: mark });
  }

  endLine(): void {
    while (this.levels.length > 0) this.giveUp();
  }
}

/** Nests what is between two marks of one line. */
function nested(tokens: readonly Token[]): TextPiece[] {
  const nesting = new Nesting();
  for (const token of tokens) {
    if ('piece' in token) nesting.add(token.piece);
    else if ('mark' in token) nesting.addMark(token);
    else {
      nesting.endLine();
      nesting.add({ kind: 'text', text: '\n' });
    }
  }
  nesting.endLine();
  return nesting.root;
}

/** The end of a text that names the link after it. */
const label = /\[([^[\]\n]{1,300})\]\($/;
const pieceText = (piece: TextPiece | undefined): string => (piece?.kind === 'text' ? piece.text : '');

/** What names a link, by the texts around it: the whole of it and its words. Null if nothing does. */
function matchLabel(before: string, after: string): { whole: string; words: string } | null {
  const [whole, words] = (after.startsWith(')') && label.exec(before.slice(-310))) || [];
  return whole === undefined || words === undefined ? null : { whole, words };
}

/** Gives links their words: `[words](` before a link and `)` after it. */
function named(pieces: readonly TextPiece[]): TextPiece[] {
  const all: TextPiece[] = [];
  let isNamed = false;
  for (const [at, piece] of pieces.entries()) {
    const before = pieceText(all.at(-1));
    const name = piece.kind === 'link' ? matchLabel(before, pieceText(pieces[at + 1])) : null;
    if (name && piece.kind === 'link') {
      all[all.length - 1] = { kind: 'text', text: before.slice(0, before.length - name.whole.length) };
      all.push({ ...piece, text: name.words });
      // The parenthesis behind it follows.
    } else all.push(isNamed ? { kind: 'text', text: pieceText(piece).slice(1) } : piece);
    isNamed = name !== null;
  }
  return all;
}

/** The pieces of some text without lists, with marks and named links. */
function inline(pieces: readonly TextPiece[]): TextPiece[] {
  const linked = named(pieces).filter((piece) => piece.kind !== 'text' || piece.text !== '');
  const tokens: Token[] = [];
  for (const [at, piece] of linked.entries()) {
    if (piece.kind === 'text')
      addTokens(tokens, piece.text, {
        before: lastCharacter(linked[at - 1]),
        after: firstCharacter(linked[at + 1]),
      });
    else if (piece.kind === 'tag' && piece.tag !== 'code')
      tokens.push({ piece: { ...piece, pieces: inline(piece.pieces) } });
    else tokens.push({ piece });
  }
  return nested(tokens);
}

const bullet = /^ {0,3}[-*] +(?=\S)/;
const number = /^ {0,3}(\d{1,3})[.)] +(?=\S)/;

interface Block {
  readonly kind: 'text' | 'ul' | 'ol';
  readonly lines: string[];
  /** The number of the first line of a numbered list. */
  readonly start: number;
}

function parseBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  for (const line of text.split('\n')) {
    const numbered = number.exec(line);
    const listed = numbered ?? bullet.exec(line);
    const kind = numbered ? 'ol' : listed ? 'ul' : 'text';
    const last = blocks.at(-1);
    const words = listed ? line.slice(listed[0].length) : line;
    if (last?.kind === kind) last.lines.push(words);
    else blocks.push({ kind, lines: [words], start: Number(numbered?.[1] ?? 1) });
  }
  return blocks;
}

const isBlank = (line: string | undefined): boolean => line?.trim() === '';

/** The text between lists, which stand apart by themselves: without the empty lines next to them. */
function withoutEnds({ lines }: Block, isFirst: boolean, isLast: boolean): string {
  let [from, to] = [0, lines.length];
  while (!isFirst && from < to && isBlank(lines[from])) from += 1;
  while (!isLast && to > from && isBlank(lines[to - 1])) to -= 1;
  return lines.slice(from, to).join('\n');
}

/**
 * A post's text ready to render: like `shownPieces`, with formatting. The result is data, never markup. Takes time
 * linear in the text's length.
 */
export function formattedPieces(text: string): readonly TextPiece[] {
  const blocks = parseBlocks(text);
  return blocks.flatMap((block, at): TextPiece[] => {
    const { kind, lines, start } = block;
    if (kind === 'text') {
      const words = withoutEnds(block, at === 0, at === blocks.length - 1);
      return words === '' ? [] : inline(shownPieces(words));
    }
    const items = lines.map((line): TextPiece => ({
      kind: 'tag',
      tag: 'li',
      pieces: inline(shownPieces(line)),
    }));
    return [{ kind: 'tag', tag: kind, pieces: items, ...(start === 1 ? {} : { start }) }];
  });
}
