import { type SQL, sql } from 'drizzle-orm';
import { type Ctx, now } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';
import { type Keyset, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { placeList } from '../../../kernel/whereabouts.ts';
import { type TypedWord, textList } from '../../people/creators/search-terms.ts';
import { COUNTED, type FoundItems, type ItemKind, matching, matchedWords, olderThan } from './items.ts';

/**
 * The best of the newest: results are compared within a window of this many, and after it come those of the next. So
 * what a page costs doesn't grow with how common a word is, and pages go on to the end.
 */
const WINDOW = COUNTED;
/** Ten times as many likes and comments make up for this age. */
const DAYS_PER_TENFOLD = 30;
/** The closest of the indexed words that a typed one may stand for; what else it stands for ranks as if only a text had it. */
const CLOSEST = 20;

interface Titled {
  readonly table: string;
  /** SQL of the words that a title is made of; the item is `w`. Null where there are none. */
  readonly title: string | null;
  readonly popularity: string;
}
const liked = 'w.likes + w.comments';
const titleAndTags = "concat_ws(' ', w.title, array_to_string(w.tags, ' '))";
const titled: Readonly<Record<ItemKind, Titled>> = {
  post: { table: 'feeds', title: null, popularity: liked },
  video: { table: 'videos', title: titleAndTags, popularity: liked },
  gallery: { table: 'galleries', title: titleAndTags, popularity: liked },
  product: { table: 'products', title: 'w.name', popularity: liked },
  auction: { table: 'auctions', title: 'w.title', popularity: liked },
  stream: { table: 'streams', title: 'w.title', popularity: '0' },
};

/** SQL: 2 for each word that a title has as it was typed, 1 for each that it has in another spelling. */
function inTitle(words: readonly TypedWord[]): SQL {
  const points = words.map(
    ({ asked, terms }) =>
      sql`CASE WHEN named.words @> ${textList([asked])}::text[] THEN 2 WHEN named.words && ${textList(terms.slice(0, CLOSEST))}::text[] THEN 1 ELSE 0 END`,
  );
  return sql.join(points, sql` + `);
}

/** Where a page begins: after so many of the window that begins after `start`. */
interface Place {
  readonly start: Keyset | null;
  readonly offset: number;
}
const placeCursor = ({ start, offset }: Place): string =>
  start ? `${offset}~${encodeCursor(start)}` : `${offset}~`;

/** @throws AppError 422 when it wasn't made by `placeCursor`. */
function readPlace(cursor: string | undefined): Place {
  if (cursor === undefined) return { start: null, offset: 0 };
  const [offset, start = ''] = cursor.split('~');
  if (!/^[0-9]{1,3}$/.test(offset ?? '') || Number(offset) >= WINDOW || !cursor.includes('~'))
    throw invalid('cursor', 'This page link isn’t valid anymore. Start from the first page.');
  return { start: start === '' ? null : readCursor(start), offset: Number(offset) };
}

export interface BestSearch {
  readonly kind: ItemKind;
  /** At least one. */
  readonly words: readonly TypedWord[];
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** The query of a page. Placeholders `viewer` and `places`. */
function pageOfBest(ctx: Ctx, { kind, words, limit }: BestSearch, { start, offset }: Place) {
  const { table, title, popularity } = titled[kind];
  const terms = words.map((word) => word.terms);
  const time = sql`${now(ctx).toISOString()}::timestamptz`;
  const score = sql`log(1 + ${sql.raw(popularity)}) - extract(epoch FROM ${time} - win.at) / ${sql.raw(String(DAYS_PER_TENFOLD * 86_400))}`;
  const ranked = sql`(
    WITH win AS MATERIALIZED (
      SELECT s.item_id AS id, s.published_at AS at, ${matchedWords(terms)} AS matches
      FROM site_search s WHERE ${matching(ctx, { kind, terms })} ${olderThan(start)}
      ORDER BY s.published_at DESC, s.item_id DESC LIMIT ${sql.raw(String(WINDOW))})
    SELECT win.*, count(*) OVER () AS size, min(win.at) OVER () AS oldest_at,
      (SELECT o.id FROM win o ORDER BY o.at, o.id LIMIT 1) AS oldest_id
    FROM win JOIN ${sql.identifier(table)} w ON w.id = win.id
      ${title ? sql`CROSS JOIN LATERAL (SELECT search_words_of(${sql.raw(title)}) AS words) AS named` : sql``}
    ORDER BY ${title ? sql`${inTitle(words)} DESC,` : sql``} ${score} DESC, win.at DESC, win.id DESC
    LIMIT ${sql.raw(String(limit))} OFFSET ${sql.raw(String(offset))}) AS page`;
  return ctx.db
    .select({
      id: sql<string>`page.id`,
      at: sql<number>`(extract(epoch FROM page.at) * 1000)::float8`,
      matches: sql<string[]>`page.matches`,
      size: sql<number>`page.size::int`,
      oldestAt: sql<number>`(extract(epoch FROM page.oldest_at) * 1000)::float8`,
      oldestId: sql<string>`page.oldest_id`,
    })
    .from(ranked);
}

/**
 * Items of one kind that have all the words: those first whose title has them, then those that are liked and new.
 * @throws AppError 422 for a cursor that isn't one.
 */
export async function findBest(ctx: Ctx, search: BestSearch): Promise<FoundItems> {
  const place = readPlace(search.cursor);
  const found = await pageOfBest(ctx, search, place).execute({
    viewer: ctx.viewer?.id ?? null,
    places: placeList(ctx.request),
  });
  const [first] = found;
  // Whoever is beyond the first window has more than is counted. An empty page after others doesn't say that there are none.
  if (!first) return { rows: [], matches: [], total: place.start ? COUNTED : place.offset, nextCursor: null };
  const { size } = first;
  const offset = place.offset + found.length;
  const next: Place | null =
    offset < size
      ? { start: place.start, offset }
      : size === WINDOW
        ? { start: { createdAt: new Date(first.oldestAt), id: first.oldestId }, offset: 0 }
        : null;
  return {
    rows: found.map(({ id, at }) => ({ id, createdAt: new Date(at) })),
    matches: [...new Set(found.flatMap(({ matches }) => matches))],
    total: place.start ? COUNTED : size,
    nextCursor: next && placeCursor(next),
  };
}
