import { plainText } from './text-tags.ts';

export interface SnippetPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Characters shown before the first match, and in all. */
const before = 40;
const most = 160;

/** The words of a query, as the search sees them. */
export const wordsOf = (query: string): string[] =>
  query
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Searches of fewer letters would match too many words by their beginning. */
const shortestPrefix = 3;

/** Whether the last word of a query also stands for words that begin with it: it may still be being typed. */
export function endsOpen(query: string): boolean {
  const last = wordsOf(query).at(-1) ?? '';
  return last.length >= shortestPrefix && query.toLowerCase().trimEnd().endsWith(last);
}

/**
 * The part of a user's text around the first of the words searched for, with the words as parts of their own;
 * the beginning if none is found.
 */
export function snippetOf(text: string, query: string): SnippetPart[] {
  const line = plainText(text).replace(/\s+/g, ' ').trim();
  const words = wordsOf(query);
  const isOpen = endsOpen(query);
  const isSought = (word: string) => {
    const low = word.toLowerCase();
    return words.some((each, at) =>
      isOpen && at === words.length - 1 ? low.startsWith(each) : low === each,
    );
  };
  const pieces = line.split(/([\p{L}\p{N}]+)/u);
  // Every second piece is a word.
  const first = pieces.findIndex((piece, at) => at % 2 === 1 && isSought(piece));
  const offset = pieces.slice(0, Math.max(0, first)).join('').length;
  const start = offset <= before ? 0 : line.indexOf(' ', offset - before) + 1;
  const parts: SnippetPart[] = [];
  if (start > 0) parts.push({ text: '…', isMatch: false });
  for (const [at, piece] of line
    .slice(start, start + most)
    .split(/([\p{L}\p{N}]+)/u)
    .entries())
    if (piece) parts.push({ text: piece, isMatch: at % 2 === 1 && isSought(piece) });
  if (line.length > start + most) parts.push({ text: '…', isMatch: false });
  return joined(parts);
}

/** Neighbors of a kind as one part. */
function joined(parts: readonly SnippetPart[]): SnippetPart[] {
  const all: SnippetPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last && !last.isMatch && !part.isMatch)
      all[all.length - 1] = { text: last.text + part.text, isMatch: false };
    else all.push(part);
  }
  return all;
}
