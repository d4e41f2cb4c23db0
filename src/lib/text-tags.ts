import { allowedTags, linkPieces } from './text.ts';
import type { TextPiece } from './text.ts';

/** Maximum characters read as a tag name; no allowed tag is longer. */
const longestName = 16;
const tagStart = /^<(\/?)([a-z][a-z0-9]*)/i;

interface Tag {
  readonly name: string;
  readonly closes: boolean;
}

/** Removes comments. An unclosed one removes the rest of the text, as in a browser. */
function withoutComments(text: string): string {
  let remaining = '';
  for (let at = 0; ;) {
    const start = text.indexOf('<!--', at);
    if (start < 0) return remaining + text.slice(at);
    remaining += text.slice(at, start);
    const end = text.indexOf('-->', start + 4);
    if (end < 0) return remaining;
    at = end + 3;
  }
}

/** Text, a literal `<` or `>`, or an allowed tag. */
type Part = string | Tag;

/** The tag that starts at a part, or null when the `<` is an ordinary character. */
function tagAt(parts: readonly Part[], at: number): Tag | null {
  let start = '';
  for (let next = at; start.length < longestName; next++) {
    const part = parts[next];
    if (typeof part !== 'string') break;
    start += part.slice(0, longestName);
  }
  const [found, slash, name] = tagStart.exec(start) ?? [];
  return found === undefined || name === undefined
    ? null
    : { name: name.toLowerCase(), closes: slash === '/' };
}

/**
 * Each `>` closes the nearest `<` still open in the text kept so far, so that the halves around a removed tag
 * can't form a new one: nothing remains of `<<x>script>`.
 */
function allowedParts(text: string): Part[] {
  const parts: Part[] = [];
  const opens: number[] = [];
  for (const piece of text.split(/([<>])/)) {
    if (piece === '') continue;
    const open = piece === '>' ? opens.pop() : undefined;
    const tag = open === undefined ? null : tagAt(parts, open);
    // Not a tag, as in "2 < 3 > 1": keep both characters as text.
    if (open === undefined || tag === null) {
      if (piece === '<') opens.push(parts.length);
      parts.push(piece);
    } else {
      parts.length = open;
      if (allowedTags.has(tag.name)) parts.push(tag);
    }
  }
  return parts;
}

/** Joins the text between allowed tags, so that a URL is found in one piece. */
function mergeRuns(text: string): Part[] {
  if (!text.includes('<')) return [text];
  const runs: Part[] = [];
  let words = '';
  for (const part of allowedParts(withoutComments(text))) {
    if (typeof part === 'string') {
      words += part;
      continue;
    }
    if (words) runs.push(words);
    words = '';
    runs.push(part);
  }
  return words ? [...runs, words] : runs;
}

/** Beyond this depth, tags are dropped and their text is kept, to limit the nesting of a page. */
const deepest = 16;

interface Level {
  readonly tag: string;
  readonly pieces: TextPiece[];
  readonly outer: Level | null;
}

/** Closes the innermost level and returns its parent. */
function leave({ tag, pieces, outer }: Level & { readonly outer: Level }): Level {
  outer.pieces.push({ kind: 'tag', tag, pieces });
  return outer;
}
const isInner = (level: Level): level is Level & { readonly outer: Level } => level.outer !== null;

function countDepth(level: Level, tag?: string): number {
  let depth = 0;
  for (let at: Level | null = level; at?.outer && at.tag !== tag; at = at.outer) depth += 1;
  return depth;
}

const isOpen = (level: Level, tag: string): boolean => countDepth(level, tag) < countDepth(level);

/** Closes the nearest level with this tag and those inside it. A stray closing tag is ignored. */
function closeTag(level: Level, tag: string): Level {
  if (!isOpen(level, tag)) return level;
  let at = level;
  while (isInner(at)) {
    const found = at.tag === tag;
    at = leave(at);
    if (found) break;
  }
  return at;
}

/**
 * A user's text ready to render, with `piecesOf` a run of it: without comments and disallowed tags, and with URLs as links. The result is
 * data, never markup, so nothing in it can execute. Takes time linear in the text's length.
 */
export function textPieces(text: string, piecesOf = linkPieces): readonly TextPiece[] {
  const root: Level = { tag: '', pieces: [], outer: null };
  let level = root;
  for (const run of mergeRuns(text)) {
    if (typeof run === 'string') for (const piece of piecesOf(run)) level.pieces.push(piece);
    else if (run.closes) level = closeTag(level, run.name);
    else if (countDepth(level) < deepest) level = { tag: run.name, pieces: [], outer: level };
  }
  while (isInner(level)) level = leave(level);
  return root.pieces;
}

/** Text that was separated only by a tag must not form a new tag: `<<b>script>` becomes `< script>`. */
const joined = (before: string, words: string): string =>
  (before.endsWith('<') || before.endsWith('</')) && /^[a-z/]/i.test(words)
    ? `${before} ${words}`
    : before + words;

const piecesToText = (pieces: readonly TextPiece[]): string =>
  pieces.reduce(
    (words, piece) => joined(words, piece.kind === 'tag' ? piecesToText(piece.pieces) : piece.text),
    '',
  );

/** The text without tags and links, for titles, previews, and notifications. */
export const plainText = (text: string): string => piecesToText(textPieces(text));
