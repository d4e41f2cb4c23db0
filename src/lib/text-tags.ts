import { allowedTags, linkPieces } from './text.ts';
import type { TextPiece } from './text.ts';

/** How much of a tag is looked at for its name; no allowed one is longer. */
const longestName = 16;
const tagStart = /^<(\/?)([a-z][a-z0-9]*)/i;

interface Tag {
  readonly name: string;
  readonly closes: boolean;
}

/** Takes comments out. One that is never closed takes the rest with it, as a browser would. */
function withoutComments(text: string): string {
  let kept = '';
  for (let at = 0; ;) {
    const start = text.indexOf('<!--', at);
    if (start < 0) return kept + text.slice(at);
    kept += text.slice(at, start);
    const end = text.indexOf('-->', start + 4);
    if (end < 0) return kept;
    at = end + 3;
  }
}

/** Kept words, a kept `<` or `>`, or a kept tag. */
type Part = string | Tag;

/** The tag that starts at a part, or null where what follows the `<` makes it an ordinary sign. */
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
 * Each `>` closes the nearest `<` still open in what has been kept so far, so the halves around a removed tag
 * can't join to a new one unseen: of `<<x>script>` nothing is left.
 */
function keptParts(text: string): Part[] {
  const parts: Part[] = [];
  const opens: number[] = [];
  for (const piece of text.split(/([<>])/)) {
    if (piece === '') continue;
    const open = piece === '>' ? opens.pop() : undefined;
    const tag = open === undefined ? null : tagAt(parts, open);
    // Not a tag, "2 < 3 > 1": both signs stay as text.
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

/** Kept characters run together between kept tags, so that an address is found in one piece. */
function runsOf(text: string): Part[] {
  if (!text.includes('<')) return [text];
  const runs: Part[] = [];
  let words = '';
  for (const part of keptParts(withoutComments(text))) {
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

/** Deeper than this, tags are dropped and their words kept: a page's own nesting must stay bounded. */
const deepest = 16;

interface Level {
  readonly tag: string;
  readonly pieces: TextPiece[];
  readonly outer: Level | null;
}

/** Ends the innermost level and gives the one around it. */
function leave({ tag, pieces, outer }: Level & { readonly outer: Level }): Level {
  outer.pieces.push({ kind: 'tag', tag, pieces });
  return outer;
}
const isInner = (level: Level): level is Level & { readonly outer: Level } => level.outer !== null;

function depthOf(level: Level, tag?: string): number {
  let depth = 0;
  for (let at: Level | null = level; at?.outer && at.tag !== tag; at = at.outer) depth += 1;
  return depth;
}

const isOpen = (level: Level, tag: string): boolean => depthOf(level, tag) < depthOf(level);

/** Closes the nearest level of that name and the ones inside it; a stray closing tag is dropped. */
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
 * A person's text, ready to draw: comments and tags gone but the allowed ones, addresses as links. What comes
 * out is data, never markup, so nothing in it can run. Linear in the text's length.
 */
export function textPieces(text: string): readonly TextPiece[] {
  const root: Level = { tag: '', pieces: [], outer: null };
  let level = root;
  for (const run of runsOf(text)) {
    if (typeof run === 'string') for (const piece of linkPieces(run)) level.pieces.push(piece);
    else if (run.closes) level = closeTag(level, run.name);
    else if (depthOf(level) < deepest) level = { tag: run.name, pieces: [], outer: level };
  }
  while (isInner(level)) level = leave(level);
  return root.pieces;
}

/**
 * Words that only a kept tag held apart must not read as a tag together: of `<<b>script>` comes `< script>`.
 */
const joined = (before: string, words: string): string =>
  (before.endsWith('<') || before.endsWith('</')) && /^[a-z/]/i.test(words)
    ? `${before} ${words}`
    : before + words;

const wordsOf = (pieces: readonly TextPiece[]): string =>
  pieces.reduce(
    (words, piece) => joined(words, piece.kind === 'tag' ? wordsOf(piece.pieces) : piece.text),
    '',
  );

/** Only the words: for a title, a preview, a notification. */
export const plainText = (text: string): string => wordsOf(textPieces(text));
