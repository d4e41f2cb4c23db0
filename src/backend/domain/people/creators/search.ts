import type { Cents } from '#lib/units.ts';
import { type SQL, and, asc, desc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { PerformerRow } from '#contract/people/creators.ts';
import { limits } from '#config/limits.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import type { Db } from '../../../db/db.ts';
import { prepared, statementName } from '../../../db/prepared.ts';
import { preparedRows } from '../../../db/rows.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { agreedWith, followsOwner, hadFree, subscribesToOwner } from '../../base/access/access.ts';
import type { AgreedPrices } from '../../base/access/agreed-prices.ts';
import { ownSubscriptions } from '../../base/access/own-subscriptions.ts';
import { placeList } from '../../../kernel/whereabouts.ts';
import { canMeet } from '../../base/access/block-rules.ts';
import { unmuted } from '../../base/access/mute-rules.ts';
import type { Keyset } from '../../../kernel/keyset.ts';
import { type SelectedRow, rowColumns, rowView } from './queries.ts';
import { loadTypedWords, textList } from './search-terms.ts';
import { cappedCount } from '../../../kernel/paging.ts';

export interface PerformerSearch {
  readonly q?: string;
  readonly category?: string;
  readonly country?: string;
  readonly free?: boolean;
  readonly live?: boolean;
  readonly maxPrice?: Cents;
  readonly sort: 'popular' | 'newest' | 'price';
  readonly offset: number;
  readonly limit: number;
  /** Where the page begins in the order of `popular`: the number of followers in place of the time. */
  readonly after?: Keyset | null;
}

/** For each word typed, the indexed words it may stand for. Null when nothing was typed that could match. */
async function findTerms(ctx: Ctx, q: string): Promise<(readonly string[])[] | null> {
  const words = await loadTypedWords(ctx, q);
  return words.length === 0 || words.some(({ terms }) => terms.length === 0)
    ? null
    : words.map(({ terms }) => terms);
}

/**
 * SQL condition: the creator has one of these words in their profile, or as a tag of something published.
 * `at` is the index of the word typed.
 */
function hasWord(at: number): SQL {
  const terms = sql`${sql.placeholder(`words${at}`)}::text::text[]`;
  return sql`${performers.accountId} IN (
    SELECT s.performer_id FROM creator_search s WHERE s.words && ${terms}
    UNION ALL SELECT g.performer_id FROM galleries g WHERE g.state = 'published' AND tag_keys(g.tags) && ${terms}
    UNION ALL SELECT v.performer_id FROM videos v WHERE v.state = 'published' AND tag_keys(v.tags) && ${terms}
    UNION ALL SELECT o.performer_id FROM photos o WHERE o.state = 'published' AND o.gallery_id IS NULL AND tag_keys(o.tags) && ${terms})`;
}

/**
 * A new subscriber's price per month, in cents. Each sort order is an index read in one direction or the
 * other, so a page costs the same among ten creators or a million.
 */
const entryPrice = sql`(CASE WHEN ${performers.isFreeSubscription} THEN 0 ELSE ${performers.monthlyPrice} END)`;
const orders: Record<PerformerSearch['sort'], SQL[]> = {
  popular: [desc(performers.followers), desc(performers.accountId)],
  newest: [desc(performers.createdAt), desc(performers.accountId)],
  price: [asc(entryPrice), asc(performers.accountId)],
};

const isHandle = sql`(${accounts.username} = ${sql.placeholder('handle')}::text)`;
const orderClauses = ({ sort, byHandle }: Shape): SQL[] => [
  ...(byHandle ? [sql`${isHandle} IS true DESC`] : []),
  ...orders[sort],
];

/** The properties of a search that change its SQL. Everything else fills placeholders. */
export interface Shape extends Pick<PerformerSearch, 'sort' | 'offset' | 'limit' | 'free' | 'live'> {
  readonly byCategory: boolean;
  readonly byCountry: boolean;
  readonly byPrice: boolean;
  /** The number of words typed. */
  readonly words: number;
  /** The query is a handle, whose creator comes first. */
  readonly byHandle: boolean;
  readonly afterCursor: boolean;
  readonly hasViewer: boolean;
  readonly hasPlace: boolean;
}

const flagIs = (flag: SQL, value: boolean | undefined): SQL | undefined =>
  value === undefined ? undefined : sql`${flag} = ${sql.raw(String(value))}`;

/** Past the cursor. The first page has shown the handle's creator. */
const beyond = ({ byHandle }: Shape): SQL | undefined =>
  and(
    sql`(${performers.followers}, ${performers.accountId}) < (${sql.placeholder('followers')}::int, ${sql.placeholder('after')}::uuid)`,
    byHandle ? sql`${isHandle} IS NOT true` : undefined,
  );

function matching(ctx: Ctx, shape: Shape): SQL | undefined {
  const asking = {
    viewer: shape.hasViewer ? sql`${sql.placeholder('viewer')}::uuid` : null,
    places: shape.hasPlace ? sql`${sql.placeholder('places')}::text::text[]` : null,
  };
  return and(
    eq(performers.verified, 'approved'),
    isNull(accounts.suspendedAt),
    canMeet(ctx, performers.accountId, asking),
    ...Array.from({ length: shape.words }, (_, at) => hasWord(at)),
    // A category without words is a suggestion; what is searched for is found.
    shape.byCategory && shape.words === 0 ? unmuted(asking.viewer, performers.accountId) : undefined,
    shape.byCategory
      ? sql`${performers.categories} @> ARRAY[${sql.placeholder('category')}::text]`
      : undefined,
    shape.byCountry ? sql`${accounts.country} = ${sql.placeholder('place')}::text` : undefined,
    flagIs(sql`${performers.isFreeSubscription}`, shape.free),
    flagIs(sql`${performers.isLive}`, shape.live),
    shape.afterCursor ? beyond(shape) : undefined,
    shape.byPrice ? lte(entryPrice, sql`${sql.placeholder('maxPrice')}::int`) : undefined,
  );
}

const tieColumns = {
  isFollowed: followsOwner(performers.accountId),
  isSubscribed: subscribesToOwner(performers.accountId),
  hadFree: hadFree(performers.accountId),
  agreed: agreedWith(performers.accountId),
};

/** The query for one page and the total. Exported so that a test can check its plan. */
export function buildPageQuery(ctx: Ctx, shape: Shape) {
  const where = matching(ctx, shape);
  const whole = shape.afterCursor ? matching(ctx, { ...shape, afterCursor: false }) : where;
  const all = ctx.db
    .select({ one: sql`1` })
    .from(performers)
    .innerJoin(accounts, eq(accounts.id, performers.accountId))
    .where(whole)
    .getSQL();
  const fields = { row: rowColumns, ties: tieColumns, total: cappedCount(all, shape) };
  const query = ctx.db
    .select(fields)
    .from(performers)
    .innerJoin(accounts, eq(accounts.id, performers.accountId))
    .where(where)
    .orderBy(...orderClauses(shape))
    .limit(sql.raw(String(shape.limit)) as unknown as number)
    .offset(sql.raw(String(shape.offset)) as unknown as number);
  return { query, fields };
}

interface Found {
  readonly row: SelectedRow;
  readonly ties: {
    readonly isFollowed: boolean;
    readonly isSubscribed: boolean;
    readonly hadFree: boolean;
    readonly agreed: AgreedPrices | null;
  };
  readonly total: number;
}
interface Page {
  execute(values: Record<string, unknown>): Promise<Found[]>;
}
const pages = prepared((_: Db) => new Map<string, Page>());

/** Queries for commonly viewed first pages are kept prepared; others are built on demand. */
const isUsual = ({ offset, limit, words, byHandle, afterCursor }: Shape): boolean =>
  !byHandle &&
  !afterCursor &&
  offset === 0 &&
  words <= 2 &&
  (limit === 12 || limit === 24 || limit === limits.pageSize);

function pageFor(ctx: Ctx, shape: Shape): Page {
  const make = (name: string | undefined) => {
    const { query, fields } = buildPageQuery(ctx, shape);
    return preparedRows<Found>(ctx.db, query, { name, fields });
  };
  if (!isUsual(shape)) return make(undefined);
  const known = pages(ctx.db);
  const name = statementName('creators', Object.values(shape));
  const page = known.get(name) ?? make(name);
  known.set(name, page);
  return page;
}

/** The total when a page is empty; it can only be nonzero past the first page. */
async function countAll(ctx: Ctx, shape: Shape, values: Record<string, unknown>): Promise<number> {
  if (shape.offset === 0) return 0;
  const [first] = await pageFor(ctx, { ...shape, offset: 0, limit: 1 }).execute(values);
  return first?.total ?? 0;
}

/** The handle in a query like “@north.light”. */
const handleIn = (q: string | undefined): string | null =>
  /^@([a-z0-9._-]+)$/.exec(q?.trim().toLowerCase() ?? '')?.[1] ?? null;

const queryShape = (
  ctx: Ctx,
  { q, after, sort, offset, limit, free, live, category, country, maxPrice }: PerformerSearch,
  words: number,
): Shape => ({
  sort,
  offset,
  limit,
  free,
  live,
  words,
  byHandle: handleIn(q) !== null,
  afterCursor: Boolean(after),
  byCategory: Boolean(category),
  byCountry: country !== undefined,
  byPrice: maxPrice !== undefined,
  hasViewer: ctx.viewer !== null,
  hasPlace: placeList(ctx.request) !== null,
});

const queryValues = (
  ctx: Ctx,
  { q, after, category, country, maxPrice }: PerformerSearch,
  terms: readonly (readonly string[])[],
): Record<string, unknown> => ({
  viewer: ctx.viewer?.id ?? null,
  places: placeList(ctx.request),
  moment: now(ctx).toISOString(),
  category,
  place: country,
  maxPrice,
  handle: handleIn(q),
  followers: after?.createdAt.getTime(),
  after: after?.id,
  ...Object.fromEntries(terms.map((each, at) => [`words${at}`, textList(each)])),
});

/** Searches creators the viewer may see. The total is exact up to a thousand rows past the page. */
export async function searchPerformers(
  ctx: Ctx,
  search: PerformerSearch,
): Promise<{ data: PerformerRow[]; total: number }> {
  const terms = search.q ? await findTerms(ctx, search.q) : [];
  if (terms === null) return { data: [], total: 0 };
  const [shape, values] = [queryShape(ctx, search, terms.length), queryValues(ctx, search, terms)];
  const found = await pageFor(ctx, shape).execute(values);
  const own = await ownSubscriptions(
    ctx,
    found.flatMap(({ row, ties }) => (ties.isSubscribed ? [row.id] : [])),
  );
  return {
    data: found.map(({ row, ties: { isFollowed, hadFree: isOver, agreed } }) =>
      rowView(ctx, row, {
        isFollowed,
        subscription: own.get(row.id) ?? null,
        isFreeOpen: !isOver,
        agreed: agreed ?? {},
      }),
    ),
    total: found[0]?.total ?? (await countAll(ctx, shape, values)),
  };
}
