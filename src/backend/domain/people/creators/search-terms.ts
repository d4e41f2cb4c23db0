import { tagKey } from '#lib/markup/tags-and-mentions.ts';
import { isGram, splitTypedWords } from '#lib/search/words.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { termsQuery } from './search-terms-query.ts';

/** At most this many words of a query are used. */
const MOST_WORDS = 12;

/** A PostgreSQL array literal. */
export const textList = (texts: readonly string[]): string =>
  `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`;

/** A word that was typed, with the indexed words that it may stand for. */
export interface TypedWord {
  readonly asked: string;
  readonly terms: readonly string[];
  /** No indexed word contains what was typed, in any spelling: `terms` are words that differ by a letter. */
  readonly isCorrected: boolean;
}

/**
 * What each word of a query may stand for: words of names, categories, tags and titles, and with `texts` those of
 * posts and descriptions too.
 */
export async function loadTypedWords(ctx: Ctx, q: string, { texts = false } = {}): Promise<TypedWord[]> {
  const words = splitTypedWords(q).slice(0, MOST_WORDS);
  const looked = words.filter((word) => !isGram(word));
  const rows = looked.length === 0 ? [] : await termsQuery(ctx.db, { words: textList(looked), texts });
  const known = new Map(rows.map((row) => [row.asked, row.found]));
  return words.map((asked) => {
    // A tag is one word of the index, with its spaces.
    if (isGram(asked)) return { asked, terms: [...new Set([asked, tagKey(q.trim())])], isCorrected: false };
    const found = known.get(asked);
    const all = found ?? [];
    return {
      asked,
      terms: [...new Set(all.map(([word]) => word))],
      isCorrected: all.length > 0 && all.every(([, isSlip]) => isSlip),
    };
  });
}
