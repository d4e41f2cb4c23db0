import { shortText } from '../short-text.ts';
import type { TextPiece } from '../text.ts';
import { formattedPieces } from './markdown.ts';

const isList = (piece: TextPiece | undefined): boolean =>
  piece?.kind === 'tag' && (piece.tag === 'ul' || piece.tag === 'ol');

const piecesToText = (pieces: readonly TextPiece[]): string =>
  pieces.reduce((words, piece, at) => {
    const apart = piece.kind === 'tag' && (piece.tag === 'li' || isList(piece)) ? '\n' : '';
    const said = piece.kind === 'tag' ? piecesToText(piece.pieces) : piece.text;
    return `${words}${words && (apart || isList(pieces[at - 1])) ? '\n' : ''}${said}`;
  }, '');

/** A post's text without its formatting, for search results, titles and notifications. */
export const plainPost = (text: string): string => piecesToText(formattedPieces(text));

/** The beginning of a post's text as one line, at most so many characters. */
export const shortPost = (text: string, most: number): string => shortText(plainPost(text), most);
