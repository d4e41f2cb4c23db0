import { sql } from 'drizzle-orm';
import { searchKinds } from '#contract/across/search/search.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { placeList } from '../../../kernel/whereabouts.ts';
import { ownerOpen } from '../../base/access/access.ts';
import { textList } from '../../people/creators/search-terms.ts';

/** How far the uses of one word are counted, in each kind. */
const COUNTED = 20;
/** The most words that are compared. */
const COMPARED = 30;

const itemKinds = searchKinds.filter((kind) => kind !== 'creator');

/** One row for each use of `term.word` that the viewer may find, up to some in each kind. */
function selectUses(ctx: Ctx) {
  const most = sql.raw(String(COUNTED));
  const time = now(ctx).toISOString();
  const items = itemKinds.map(
    (
      kind,
    ) => sql`(SELECT 1 FROM site_search s WHERE ${sql.raw(`s.kind = '${kind}'`)} AND s.words @> ARRAY[term.word]
      AND (s.expires_at IS NULL OR s.expires_at > ${time}::timestamptz) AND ${ownerOpen(sql`s.performer_id`)} LIMIT ${most})`,
  );
  const creators = sql`(SELECT 1 FROM creator_search s WHERE s.words @> ARRAY[term.word] AND ${ownerOpen(sql`s.performer_id`)} LIMIT ${most})`;
  return sql.join([creators, ...items], sql` UNION ALL `);
}

/** Of some words, those by which the viewer finds something, the most used first. */
export async function usedMost(ctx: Ctx, words: readonly string[], limit: number): Promise<string[]> {
  if (words.length === 0) return [];
  const uses = sql`(SELECT count(*)::int FROM (${selectUses(ctx)}) AS used)`;
  // Without the offset, uses would be counted once for the condition and again for the order.
  const rows = await ctx.db
    .select({ word: sql<string>`counted.word` })
    .from(
      sql`(SELECT term.word, ${uses} AS uses FROM unnest(${textList(words.slice(0, COMPARED))}::text[]) AS term (word) OFFSET 0) AS counted`,
    )
    .where(sql`counted.uses > 0`)
    .orderBy(sql`counted.uses DESC, length(counted.word), counted.word`)
    .limit(limit)
    .execute({ viewer: ctx.viewer?.id ?? null, places: placeList(ctx.request) });
  return rows.map(({ word }) => word);
}
