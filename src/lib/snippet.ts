import { markedExcerpt } from './search/excerpt.ts';
import { type MarkedPart, foldText, isGram, splitSearchWords, splitTypedWords } from './search/words.ts';
import { plainText } from './text-tags.ts';

/** Searches of fewer letters would match too many words by their beginning. */
const shortestPrefix = 3;

export interface SoughtWords {
  /** Each has to be there, as `splitSearchWords` has them. */
  readonly whole: readonly string[];
  /** A word that begins like this has to be there too: it may still be being typed. Null if none may. */
  readonly begun: string | null;
}

/** The words of a query, as every search has them. Null for one without words. */
export function soughtIn(query: string): SoughtWords | null {
  const words = splitTypedWords(query);
  const last = words.at(-1);
  if (last === undefined) return null;
  // Parts of scripts without spaces are found wherever they stand.
  const isOpen = last.length >= shortestPrefix && !isGram(last) && foldText(query).trimEnd().endsWith(last);
  return isOpen ? { whole: words.slice(0, -1), begun: last } : { whole: words, begun: null };
}

/** Characters shown before the first match, and in all. */
const length = { before: 40, most: 160 };

/**
 * The part of a user's text around the first of the words searched for, with the words as parts of their own;
 * the beginning if none is found.
 */
export function findSnippet(text: string, query: string): MarkedPart[] {
  const line = plainText(text);
  const { whole, begun } = soughtIn(query) ?? { whole: [], begun: null };
  const found = new Set(whole);
  if (begun !== null) for (const word of splitSearchWords(line)) if (word.startsWith(begun)) found.add(word);
  return markedExcerpt(line, found, length);
}
