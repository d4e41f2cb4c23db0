/** The longest word that is indexed. */
const longest = 40;

/** Accents, and apostrophes within words. */
const marks = /[\u0300-\u036f\u2019']/g;
const between = /[\s!-/:-@[-`{-~\u00a0-\u00bf\u2000-\u206f\u3000-\u303f]+/;

/** The words of a text as the search index has them: lowercase, without accents. The same as `search_words_of`. */
export const searchWordsOf = (text: string): string[] => [
  ...new Set(
    text
      .normalize('NFKD')
      .replaceAll(marks, '')
      .toLowerCase()
      .split(between)
      .filter((word) => word.length > 0 && word.length <= longest),
  ),
];

/** The words of a text that continue what was typed. */
export const wordsBegunBy = (text: string, typed: readonly string[]): ReadonlySet<string> =>
  new Set(searchWordsOf(text).filter((word) => typed.some((each) => word.startsWith(each))));

export interface MarkedPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** A text in parts, with the words that were found as parts of their own. */
export function markedParts(text: string, found: ReadonlySet<string>): MarkedPart[] {
  const parts: MarkedPart[] = [];
  for (const piece of text.split(/([\p{L}\p{N}\p{M}'\u2019]+)/u)) {
    if (piece === '') continue;
    const isMatch = searchWordsOf(piece).some((word) => found.has(word));
    const last = parts.at(-1);
    if (last && !isMatch && !last.isMatch) parts[parts.length - 1] = { text: last.text + piece, isMatch };
    else parts.push({ text: piece, isMatch });
  }
  return parts;
}

/** Characters of an excerpt before the first match, and in all. */
const before = 50;
const most = 200;

/** The part of a text around the first of the words that were found; its beginning if there is none. */
export function excerptOf(text: string, found: ReadonlySet<string>): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  const parts = markedParts(line, found);
  const first = parts.findIndex(({ isMatch }) => isMatch);
  const offset = parts.slice(0, Math.max(first, 0)).reduce((sum, part) => sum + part.text.length, 0);
  const start = offset <= before ? 0 : line.indexOf(' ', offset - before) + 1;
  const rest = line.slice(start, start + most);
  const end = start + most < line.length ? rest.lastIndexOf(' ') : rest.length;
  const shown = end > 0 ? rest.slice(0, end) : rest;
  return `${start > 0 ? '…' : ''}${shown}${start + shown.length < line.length ? '…' : ''}`;
}
