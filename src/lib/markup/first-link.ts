import type { TextPiece } from '../text.ts';
import { formattedPieces } from './markdown.ts';

function findFirstHref(pieces: readonly TextPiece[]): string {
  for (const piece of pieces) {
    const found =
      piece.kind === 'link' ? piece.href : piece.kind === 'tag' ? findFirstHref(piece.pieces) : '';
    if (found) return found;
  }
  return '';
}

/** The address of the first link in a post's text; empty if there is none. */
export const firstLink = (text: string): string => findFirstHref(formattedPieces(text));
