import { allowedTags, linkPieces } from './text.ts';
import type { TextPiece } from './text.ts';

/** Longest tag name looked at; no allowed one is longer. */
const longestName = 12;
const tagStart = /^<(\/?)([a-z][a-z0-9]*)/i;

type Token = { readonly text: string } | { readonly open: string } | { readonly close: string };

/** Takes comments out. One that is never closed takes the rest with it, as a browser would. */
function withoutComments(text: string): string {
  let kept = '';
  for (let at = 0; ; ) {
    const start = text.indexOf('<!--', at);
    if (start < 0) return kept + text.slice(at);
    kept += text.slice(at, start);
    const end = text.indexOf('-->', start + 4);
    if (end < 0) return kept;
    at = end + 3;
  }
}

/** A kept character, or a kept tag. */
type Part = string | Exclude<Token, { readonly text: string }>;

/** The tag that starts at a part, or null where what follows the `<` makes it an ordinary sign. */
function tagAt(parts: readonly Part[], at: number): Part | null {
  let start = '';
  for (let i = at; i < parts.length && i < at + longestName + 3; i++) {
    const part = parts[i]!;
    if (typeof part !== 'string') break;
    start += part;
  }
  const match = tagStart.exec(start);
  if (!match) return null;
  const name = match[2]!.toLowerCase();
  return match[1] ? { close: name } : { open: name };
}

/** Whether a tag stays: it is on the list. */
const stays = (tag: Part) => typeof tag !== 'string' && allowedTags.has('open' in tag ? tag.open : tag.close);

/**
 * Each `>` closes the nearest `<` still open in what has been kept so far, so the halves around a removed tag can't
 * join to a new one unseen: of `<<x>script>` nothing is left.
 */
function keptParts(text: string): Part[] {
  const parts: Part[] = [];
  const opens: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    const open = char === '>' ? opens.pop() : undefined;
    const tag = open === undefined ? null : tagAt(parts, open);
    // Not a tag, "2 < 3 > 1": both signs stay as text.
    if (tag === null) {
      if (char === '<') opens.push(parts.length);
      parts.push(char);
    } else {
      parts.length = open!;
      if (stays(tag)) parts.push(tag);
    }
  }
  return parts;
}

/** Kept characters run together between kept tags, so that an address is found in one piece. */
function tokensOf(text: string): Token[] {
  if (!text.includes('<')) return [{ text }];
  const tokens: Token[] = [];
  let words = '';
  for (const part of keptParts(withoutComments(text))) {
    if (typeof part === 'string') {
      words += part;
      continue;
    }
    if (words) tokens.push({ text: words });
    words = '';
    tokens.push(part);
  }
  return words ? [...tokens, { text: words }] : tokens;
}

interface Level {
  readonly tag: string;
  readonly pieces: TextPiece[];
}

const asPiece = (level: Level): TextPiece => ({ kind: 'tag', tag: level.tag, pieces: level.pieces });

/** Deeper than this, tags are dropped and their words kept: a page's own nesting must stay bounded. */
const deepest = 16;

/** Closes the nearest level of that name and the ones inside it; a stray closing tag is dropped. */
function closeTag(levels: Level[], tag: string): void {
  const at = levels.findLastIndex((level) => level.tag === tag);
  if (at < 1) return;
  while (levels.length > at) {
    const closed = levels.pop()!;
    levels[levels.length - 1]!.pieces.push(asPiece(closed));
  }
}

/**
 * A person's text, ready to draw: comments and tags gone but the allowed ones, addresses as links. What comes out is
 * data, never markup, so nothing in it can run. Linear in the text's length.
 */
export function textPieces(text: string): readonly TextPiece[] {
  const levels: Level[] = [{ tag: '', pieces: [] }];
  for (const token of tokensOf(text)) {
    if ('text' in token) levels.at(-1)!.pieces.push(...linkPieces(token.text));
    else if ('close' in token) closeTag(levels, token.close);
    else if (levels.length <= deepest) levels.push({ tag: token.open, pieces: [] });
  }
  while (levels.length > 1) {
    const last = levels.pop()!;
    levels.at(-1)!.pieces.push(asPiece(last));
  }
  return levels[0]!.pieces;
}

const wordsOf = (pieces: readonly TextPiece[]): string =>
  pieces.map((piece) => (piece.kind === 'tag' ? wordsOf(piece.pieces) : piece.text)).join('');

/** Only the words: for a title, a preview, a notification. */
export const plainText = (text: string): string => wordsOf(textPieces(text));
