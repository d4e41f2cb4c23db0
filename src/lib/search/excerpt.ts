import { cutBefore } from './graphemes.ts';
import { type MarkedPart, markedParts } from './words.ts';

/** Characters before the first match, and in all. */
interface Length {
  readonly before: number;
  readonly most: number;
}

/** Where a cut text begins: at a word near `at`, or at a whole character where there are no spaces. */
function startNear(line: string, at: number, first: number): number {
  const space = line.indexOf(' ', at);
  return space >= 0 && space < first ? space + 1 : cutBefore(line, at);
}

/** Where it ends: with a word, or with a whole character. */
function endNear(line: string, at: number, after: number): number {
  if (at >= line.length) return line.length;
  const space = line.lastIndexOf(' ', at);
  return space > after ? space : cutBefore(line, at);
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const countCharacters = (parts: readonly MarkedPart[]): number =>
  parts.reduce((sum, { text }) => sum + text.length, 0);

/** From where to where an excerpt goes, around the first of the parts that match. */
function findExcerptRange(
  line: string,
  parts: readonly MarkedPart[],
  { before, most }: Length,
): [number, number] {
  const first = parts.findIndex(({ isMatch }) => isMatch);
  const offset = countCharacters(parts.slice(0, Math.max(first, 0)));
  const start = offset <= before || line.length <= most ? 0 : startNear(line, offset - before, offset);
  const shown = offset + (parts[first]?.text.length ?? 0);
  return [start, endNear(line, start + most, Math.max(shown, start + before))];
}

/** The part of a text around the first of the words that were found; its beginning if there is none. */
export function findExcerpt(text: string, sought: ReadonlySet<string>): string {
  const line = oneLine(text);
  const length = { before: 50, most: 200 };
  if (line.length <= length.most) return line;
  const [start, end] = findExcerptRange(line, markedParts(line, sought), length);
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
}

/** The same in parts, with the words that were found as parts of their own. */
export function markedExcerpt(text: string, sought: ReadonlySet<string>, length: Length): MarkedPart[] {
  const line = oneLine(text);
  const parts = markedParts(line, sought);
  const [start, end] = findExcerptRange(line, parts, length);
  let at = 0;
  const shown = parts.flatMap(({ text: part, isMatch }) => {
    const from = at;
    at += part.length;
    const rest = part.slice(Math.max(0, start - from), Math.max(0, end - from));
    return rest ? [{ text: rest, isMatch }] : [];
  });
  const left = { text: '…', isMatch: false };
  return joined([...(start > 0 ? [left] : []), ...shown, ...(end < line.length ? [left] : [])]);
}

/** Neighbors that don't match as one part. */
function joined(parts: readonly MarkedPart[]): MarkedPart[] {
  const all: MarkedPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last && !last.isMatch && !part.isMatch)
      all[all.length - 1] = { text: last.text + part.text, isMatch: false };
    else all.push(part);
  }
  return all;
}
