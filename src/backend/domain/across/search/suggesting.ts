import { type SQL, and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { PerformerCard } from '#contract/core/schemas.ts';
import type { SearchSuggestions } from '#contract/across/search/search.ts';
import { tagKey } from '#lib/markup/tags-and-mentions.ts';
import { isGram, splitSearchWords, splitTypedWords } from '#lib/search/words.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import type { Db } from '../../../db/db.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { creatorSearch, performers } from '../../../db/schema/creators.ts';
import { canMeet } from '../../base/access/block-rules.ts';
import { cardColumns, toPerformerCard } from '../../people/accounts/profile-cards.ts';
import { loadTypedWords, textList } from '../../people/creators/search-terms.ts';
import { categoriesInUse } from '../../people/creators/suggestions.ts';
import { usedMost } from './counting.ts';
import { tagsLike } from './hashtags.ts';
import { selectItemTags } from './tags-query.ts';

/** How many of each are suggested. */
const most = { creators: 4, topics: 3, hashtags: 3, queries: 4 };
/** The longest beginning of a word that the index has. */
const longestPrefix = 15;

const selectCards = (ctx: Ctx, where: SQL | undefined) =>
  ctx.db
    .select(cardColumns)
    .from(creatorSearch)
    .innerJoin(performers, eq(performers.accountId, creatorSearch.performerId))
    .innerJoin(accounts, eq(accounts.id, performers.accountId))
    .where(
      and(
        eq(performers.verified, 'approved'),
        isNull(accounts.suspendedAt),
        canMeet(ctx, performers.accountId),
        where,
      ),
    );

/** Creators whose name or handle has words that begin like those typed, most followed first; the one with that handle before them. */
export async function creatorsLike(ctx: Ctx, q: string, limit = most.creators): Promise<PerformerCard[]> {
  const words = splitTypedWords(q);
  if (words.length === 0) return [];
  const prefixes = textList(words.map((word) => word.slice(0, longestPrefix)));
  const handle = q.replace(/^@/, '').toLowerCase();
  const [exact, begun] = await Promise.all([
    selectCards(ctx, eq(accounts.username, handle)),
    selectCards(ctx, sql`${creatorSearch.prefixes} @> ${prefixes}::text[]`)
      .orderBy(desc(performers.followers), desc(performers.accountId))
      .limit(limit),
  ]);
  const found = new Map([...exact, ...begun].map((row) => [row.id, row]));
  return [...found.values()].slice(0, limit).map((row) => toPerformerCard(ctx, row));
}

/** How long a list of tags is kept, and how many there are in it. */
const TAGS_MS = 5 * 60_000;
const TAGS = 1_000;
const tagsCache = new WeakMap<Db, { readAt: number; tags: Promise<string[]> }>();

async function readTags(db: Db): Promise<string[]> {
  const rows = await selectItemTags(db, TAGS);
  return rows.map(({ tag }) => tag);
}

/** Tags in use, the most used first, each as it was first written. */
function tagsInUse(ctx: Ctx): Promise<string[]> {
  const time = now(ctx).getTime();
  const cached = tagsCache.get(ctx.db);
  if (cached && Math.abs(time - cached.readAt) < TAGS_MS) return cached.tags;
  const tags = readTags(ctx.db);
  tagsCache.set(ctx.db, { readAt: time, tags });
  tags.catch(() => tagsCache.delete(ctx.db));
  return tags;
}

/** Whether each word that was typed begins a word of the name. */
const isBegunBy = (name: string, words: readonly string[]): boolean => {
  const own = splitSearchWords(name);
  return words.every((word) => own.some((each) => each.startsWith(word)));
};

async function hashtagsLike(ctx: Ctx, q: string): Promise<SearchSuggestions['topics']> {
  const tags = await tagsLike(ctx, q, most.hashtags);
  return tags.map((name) => ({ name, kind: 'hashtag' as const }));
}

async function topicsLike(
  ctx: Ctx,
  q: string,
  words: readonly string[],
): Promise<SearchSuggestions['topics']> {
  if (/^[#＃]/.test(q)) return hashtagsLike(ctx, q);
  if (words.length === 0) return [];
  const [categories, tags] = await Promise.all([categoriesInUse(ctx), tagsInUse(ctx)]);
  const named = new Set(categories.data.map(({ name }) => tagKey(name)));
  const topics = [
    ...categories.data.map(({ name }) => ({ name, kind: 'category' as const })),
    ...tags.filter((name) => !named.has(tagKey(name))).map((name) => ({ name, kind: 'tag' as const })),
  ]
    .filter(({ name }) => isBegunBy(name, words))
    .slice(0, most.topics);
  return [...topics, ...(await hashtagsLike(ctx, q))];
}

/** Words of sentences that nobody searches for. */
const fillers = new Set(
  (
    'a about after again all also am an and any are as at be because been before being both but by can could did do ' +
    'does doing don down during each even every few first for from further get had has have having he her here hers him his ' +
    'how i if in into is it its just last like made make many me more most much my never next no nor not now of off on ' +
    'once one only or other our out over own same she should so some still such than that the their them then there ' +
    'these they this those three through to too two under until up very was we were what when where which while who whom why ' +
    'will with without would you your'
  ).split(' '),
);

const commonStart = (one: string, other: string): number => {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
};

/** Of the words that may be meant by a misspelled one, those that share the longest beginning with it. */
function closest(typed: string, terms: readonly string[]): string[] {
  const longest = Math.max(0, ...terms.map((term) => commonStart(typed, term)));
  return terms.filter((term) => commonStart(typed, term) === longest);
}

/** The last word completed, or corrected if none begins with it; only by words that find something. */
async function queriesLike(ctx: Ctx, words: readonly string[]): Promise<string[]> {
  const last = words.at(-1);
  // What has no spaces isn't put together from its words again.
  if (last === undefined || last.length < 2 || words.some(isGram)) return [];
  const [word] = await loadTypedWords(ctx, last);
  const terms = word?.terms.filter((term) => !fillers.has(term)) ?? [];
  const begun = terms.filter((term) => term.startsWith(last));
  const ends = await usedMost(ctx, begun.length > 0 ? begun : closest(last, terms), most.queries);
  return ends.map((end) => [...words.slice(0, -1), end].join(' ').normalize('NFC'));
}

/** What to search for, by what has been typed so far. */
export async function suggestSearches(ctx: Ctx, q: string): Promise<SearchSuggestions> {
  const words = splitTypedWords(q);
  const [creators, topics, queries] = await Promise.all([
    creatorsLike(ctx, q),
    topicsLike(ctx, q, words),
    /^[@#＃]/.test(q) ? [] : queriesLike(ctx, words),
  ]);
  return { performers: creators, topics, queries };
}
