import type { ParsedInput } from '#contract/core/registry.ts';
import type { PerformerRow } from '#contract/people/creators.ts';
import {
  type SearchGroup,
  type SearchKind,
  type SearchReply,
  searchKinds,
} from '#contract/across/search/search.ts';
import { splitSearchWords } from '#lib/search/words.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { searchPerformers } from '../../people/creators/search.ts';
import { type TypedWord, loadTypedWords } from '../../people/creators/search-terms.ts';
import { categoriesInUse } from '../../people/creators/suggestions.ts';
import { usedMost } from './counting.ts';
import { presentHits } from './hits.ts';
import { findBest } from './best-items.ts';
import { COUNTED, type FoundItems, type ItemKind, findItems } from './items.ts';

type Query = ParsedInput<'GET /search'>['query'];

/** Results of each kind where all kinds are shown, and of one kind. */
const few = 3;
const page = 24;
/** Creators that are shown when nothing was found. */
const nearestCreators = 6;
const nearestCategories = 12;

/** What a search of one kind found, and the words it was found by. */
interface Found {
  readonly group: SearchGroup;
  readonly matches: readonly string[];
}

const followersAsDate = ({ counts }: PerformerRow): Date => new Date(counts.followers);

/** The words of creators' names, handles, bios and categories that were searched for. */
function matchesIn(creators: readonly PerformerRow[], words: readonly TypedWord[]): string[] {
  const terms = new Set(words.flatMap((word) => word.terms));
  return creators
    .flatMap(({ name, username, bio, categories }) =>
      splitSearchWords([name, username, bio, ...categories].join(' ')),
    )
    .filter((word) => terms.has(word));
}

/** By a handle, its creator first; then the most followed. */
async function findCreators(ctx: Ctx, query: Query, words: readonly TypedWord[]): Promise<Found> {
  const limit = query.limit ?? (query.kind ? page : few);
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  const q = query.q || undefined;
  const found = await searchPerformers(ctx, { q, sort: 'popular', offset: 0, limit: limit + 1, after });
  const creators = found.data.slice(0, limit);
  const last = creators.at(-1);
  const isMore = found.data.length > limit && last !== undefined;
  return {
    group: {
      kind: 'creator',
      performers: creators,
      items: [],
      total: Math.min(found.total, COUNTED),
      isCounted: found.total < COUNTED,
      nextCursor:
        isMore && query.kind ? encodeCursor({ createdAt: followersAsDate(last), id: last._id }) : null,
    },
    matches: matchesIn(creators, words),
  };
}

const none: FoundItems = { rows: [], matches: [], total: 0, nextCursor: null };

/** The best items of a kind for words, the newest without or where that is asked for. */
async function findBestItems(
  ctx: Ctx,
  kind: ItemKind,
  { query: { q, sort, cursor, ...query }, words }: { query: Query; words: readonly TypedWord[] },
): Promise<FoundItems> {
  if (words.some(({ terms }) => terms.length === 0) || (words.length === 0 && Boolean(q))) return none;
  const limit = query.limit ?? (query.kind ? page : few);
  if (words.length > 0 && sort !== 'newest') return findBest(ctx, { kind, words, limit, cursor });
  const after = cursor === undefined ? null : readCursor(cursor);
  return findItems(ctx, { kind, terms: words.map(({ terms }) => terms), limit, after });
}

async function findKind(
  ctx: Ctx,
  kind: SearchKind,
  { query, words }: { query: Query; words: readonly TypedWord[] },
): Promise<Found> {
  if (kind === 'creator') return findCreators(ctx, query, words);
  const found = await findBestItems(ctx, kind, { query, words });
  return {
    group: {
      kind,
      performers: [],
      items: await presentHits(ctx, kind, found),
      total: found.total,
      isCounted: found.total < COUNTED,
      nextCursor: query.kind ? found.nextCursor : null,
    },
    matches: found.matches,
  };
}

/** The query with the most used of the words that stand for what nothing contains. */
async function correctedQuery(ctx: Ctx, words: readonly TypedWord[]): Promise<string | null> {
  if (!words.some(({ isCorrected }) => isCorrected)) return null;
  const shown = await Promise.all(
    words.map(async ({ asked, terms, isCorrected }) =>
      isCorrected ? ((await usedMost(ctx, terms, 1))[0] ?? asked) : asked,
    ),
  );
  return shown.join(' ').normalize('NFC');
}

/** Nothing has all the words: which have something on their own, and creators and categories to go on with. */
async function findNearest(ctx: Ctx, words: readonly TypedWord[]): Promise<SearchReply['nearest']> {
  const known = words.filter(({ terms }) => terms.length > 0);
  const [alone, popular, categories] = await Promise.all([
    Promise.all(
      known.map(async ({ asked }) => {
        const { data } = await searchPerformers(ctx, {
          q: asked,
          sort: 'popular',
          offset: 0,
          limit: nearestCreators,
        });
        const used = words.length > 1 && data.length === 0 ? await usedMost(ctx, [asked], 1) : [];
        return { asked, creators: data, isUsed: data.length > 0 || used.length > 0 };
      }),
    ),
    searchPerformers(ctx, { sort: 'popular', offset: 0, limit: nearestCreators }),
    categoriesInUse(ctx),
  ]);
  const close = [
    ...new Map(alone.flatMap(({ creators }) => creators).map((row) => [row._id, row])).values(),
  ].slice(0, nearestCreators);
  return {
    words: words.length > 1 ? alone.filter(({ isUsed }) => isUsed).map(({ asked }) => asked) : [],
    performers: close.length > 0 ? close : popular.data,
    categories: categories.data.slice(0, nearestCategories),
  };
}

/** Creators and what they publish, as far as the viewer may see them: a few of each kind, or one kind page by page. */
export async function searchSite(ctx: Ctx, query: Query): Promise<SearchReply> {
  const words = query.q ? await loadTypedWords(ctx, query.q, { texts: true }) : [];
  const kinds = query.kind ? [query.kind] : searchKinds;
  const found = await Promise.all(kinds.map((kind) => findKind(ctx, kind, { query, words })));
  const isEmpty = found.every(
    ({ group }) => group.total === 0 && group.items.length + group.performers.length === 0,
  );
  const isFirst = query.cursor === undefined;
  return {
    groups: found.map(({ group }) => group),
    corrected: isEmpty ? null : await correctedQuery(ctx, words),
    matches: [...new Set(found.flatMap(({ matches }) => matches))],
    nearest: isEmpty && isFirst && query.q ? await findNearest(ctx, words) : null,
  };
}
