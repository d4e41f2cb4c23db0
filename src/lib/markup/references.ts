import type { TextPiece } from '../text.ts';
import { shownPieces } from './shown-pieces.ts';
import { tagKey } from './tags-and-mentions.ts';

/** The tags and mentions of a text as they are shown, sign included. */
const linkedIn = (pieces: readonly TextPiece[]): string[] =>
  pieces.flatMap((piece) =>
    piece.kind === 'tag' ? linkedIn(piece.pieces) : piece.kind === 'inside' ? [piece.text] : [],
  );

/** What follows the signs in a text. */
const findReferences = (text: string, signs: RegExp): string[] =>
  signs.test(text)
    ? linkedIn(shownPieces(text)).flatMap((each) => (signs.test(each.charAt(0)) ? [each.slice(1)] : []))
    : [];

/** The tags of a user's text, each once. */
export const findHashtags = (text: string): string[] => [
  ...new Set(findReferences(text, /[#＃]/).map(tagKey)),
];

/** The usernames mentioned in a user's text, each once, in lower case. */
export const findMentions = (text: string): string[] => [
  ...new Set(findReferences(text, /@/).map((name) => name.toLowerCase())),
];
