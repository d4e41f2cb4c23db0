import { type TextPiece, linkPieces } from '../text.ts';
import { textPieces } from '../text-tags.ts';
import { referencesIn, tagPath } from './tags-and-mentions.ts';

/** A text without URLs, with its tags and mentions as links. */
function wordPieces(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let done = 0;
  for (const reference of /[#＃@]/.test(text) ? referencesIn(text) : []) {
    const { at, text: written } = reference;
    if (at > done) pieces.push({ kind: 'text', text: text.slice(done, at) });
    const href = reference.kind === 'hashtag' ? tagPath(reference.tag) : `/${reference.username}`;
    pieces.push({ kind: 'inside', text: written, href });
    done = at + written.length;
  }
  if (done < text.length) pieces.push({ kind: 'text', text: text.slice(done) });
  return pieces;
}

/** Splits a text into text and links to other sites, tags and profiles, in time linear in its length. */
export const referencedPieces = (text: string): TextPiece[] =>
  linkPieces(text).flatMap((piece) => (piece.kind === 'text' ? wordPieces(piece.text) : [piece]));

/** A user's text as it is shown: like `textPieces`, with tags and mentions as links. */
export const shownPieces = (text: string): readonly TextPiece[] => textPieces(text, referencedPieces);
