import { joiners, wordLetters } from '#lib/search/alphabet.ts';

/** What is being typed at the cursor: a tag or a mention. */
export interface TypedReference {
  readonly sign: '#' | '@';
  /** What follows the sign. */
  readonly q: string;
  /** Where the sign is. */
  readonly from: number;
  readonly to: number;
}

/** How far before the cursor a sign is looked for: no tag is longer. */
const furthest = 60;

const atCursor = new RegExp(
  String.raw`(?:^|[^${wordLetters}_#＃@&/])([#＃@])([${wordLetters}${joiners}_.-]*)$`,
  'u',
);

/** The tag or mention that ends at the cursor, or null. */
export function typedReference(text: string, cursor: number): TypedReference | null {
  const start = Math.max(0, cursor - furthest);
  const [, written, q = ''] = atCursor.exec(text.slice(start, cursor)) ?? [];
  if (written === undefined) return null;
  const sign = written === '@' ? '@' : '#';
  return { sign, q, from: cursor - q.length - 1, to: cursor };
}
