import { type SQL, sql } from 'drizzle-orm';
import type { SearchKind } from '#contract/across/search/search.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { type Keyset, cutPage, encodeCursor } from '../../../kernel/keyset.ts';
import { placeList } from '../../../kernel/whereabouts.ts';
import { unmutedBy } from '../../base/access/mute-rules.ts';
import { ownerOpen } from '../../base/access/access.ts';
import { textList } from '../../people/creators/search-terms.ts';

export type ItemKind = Exclude<SearchKind, 'creator'>;

/** Totals are counted up to this number; nobody pages by number beyond it. */
export const COUNTED = 250;

export interface ItemSearch {
  readonly kind: ItemKind;
  /** For each word typed, the indexed words it may stand for. */
  readonly terms: readonly (readonly string[])[];
  readonly limit: number;
  readonly after: Keyset | null;
  /** Leaves out creators whom the viewer muted: they can be searched for, but aren't suggested. */
  readonly suggested?: boolean;
}
export interface FoundItems {
  readonly rows: readonly Keyset[];
  /** The words of these items that were searched for. */
  readonly matches: string[];
  readonly total: number;
  readonly nextCursor: string | null;
}

/** SQL condition on `s`, a row of the index. The planner sees the words, so that it can tell rare from common. */
export function matching(
  ctx: Ctx,
  { kind, terms, suggested }: Pick<ItemSearch, 'kind' | 'terms' | 'suggested'>,
): SQL {
  const parts = [
    sql.raw(`s.kind = '${kind}'`),
    ...terms.map((words) => sql`s.words && ${textList(words)}::text[]`),
    sql`(s.expires_at IS NULL OR s.expires_at > ${now(ctx).toISOString()}::timestamptz)`,
    ownerOpen(sql`s.performer_id`),
    ...(suggested ? [unmutedBy(ctx.viewer, sql`s.performer_id`)] : []),
  ];
  return sql.join(parts, sql` AND `);
}

/** SQL that leaves out what comes before a place in the order of time. */
export const olderThan = (place: Keyset | null): SQL =>
  place
    ? sql`AND (s.published_at, s.item_id) < (${place.createdAt.toISOString()}::timestamptz, ${place.id}::uuid)`
    : sql``;

/** SQL: the words of `s` that were searched for. */
export const matchedWords = (terms: ItemSearch['terms']): SQL =>
  terms.length === 0
    ? sql`'{}'::text[]`
    : sql`ARRAY(SELECT word FROM unnest(s.words) AS word WHERE word = ANY (${textList(terms.flat())}::text[]))`;

/** The query of one page and the total. Placeholders `viewer` and `places`. */
function pageOfItems(ctx: Ctx, search: ItemSearch) {
  const { terms, limit, after } = search;
  const where = matching(ctx, search);
  const beyond = olderThan(after);
  const matches = matchedWords(terms);
  const page = sql`(
    SELECT s.item_id AS id, s.published_at AS at, ${matches} AS matches
    FROM site_search s WHERE ${where} ${beyond}
    ORDER BY s.published_at DESC, s.item_id DESC LIMIT ${sql.raw(String(limit + 1))}) AS page`;
  return ctx.db
    .select({
      id: sql<string>`page.id`,
      at: sql<number>`(extract(epoch FROM page.at) * 1000)::float8`,
      matches: sql<string[]>`page.matches`,
      total: sql<number>`(SELECT count(*)::int FROM (SELECT 1 FROM site_search s WHERE ${where} LIMIT ${sql.raw(String(COUNTED))}) AS counted)`,
    })
    .from(page);
}

/** The newest items of one kind that have all the words, as far as the viewer may see their creators. */
export async function findItems(ctx: Ctx, search: ItemSearch): Promise<FoundItems> {
  const found = await pageOfItems(ctx, search).execute({
    viewer: ctx.viewer?.id ?? null,
    places: placeList(ctx.request),
  });
  const entries = found.map((row) => ({ ...row, createdAt: new Date(row.at) }));
  const { rows, nextCursor } = cutPage(entries, search.limit, encodeCursor);
  return {
    rows,
    matches: [...new Set(rows.flatMap((row) => row.matches))],
    total: found[0]?.total ?? 0,
    nextCursor,
  };
}
