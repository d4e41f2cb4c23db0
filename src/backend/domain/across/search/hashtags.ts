import { sql } from 'drizzle-orm';
import { parseTag, referencesIn } from '#lib/markup/tags-and-mentions.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { placeList } from '../../../kernel/whereabouts.ts';
import type { Db } from '../../../db/db.ts';
import { ownerOpen } from '../../base/access/access.ts';
import { textList } from '../../people/creators/search-terms.ts';
import { selectPostTags } from './tags-query.ts';

/** A tag is one of the words of the search index, with its sign. */
export const toIndexWord = (tag: string): string => `#${tag}`;

/** How many are suggested while typing. */
const SUGGESTED = 6;
/** How long a list of tags is kept, how many posts it is made of, and how many tags are in it. */
const KEPT_MS = 5 * 60_000;
const READ = 10_000;
const LISTED = 5_000;
/** How many posts with a tag are looked at for the one that first wrote it. They are about the oldest, as they are stored. */
const COMPARED = 100;
const cache = new WeakMap<Db, { readAt: number; tags: Promise<string[]> }>();

async function readTags(db: Db): Promise<string[]> {
  const rows = await selectPostTags(db, { read: READ, listed: LISTED });
  return rows.map(({ tag }) => tag);
}

/** Tags of the newest posts, the most used first. */
function tagsInUse(ctx: Ctx): Promise<string[]> {
  const time = now(ctx).getTime();
  const cached = cache.get(ctx.db);
  if (cached && Math.abs(time - cached.readAt) < KEPT_MS) return cached.tags;
  const tags = readTags(ctx.db);
  cache.set(ctx.db, { readAt: time, tags });
  tags.catch(() => cache.delete(ctx.db));
  return tags;
}

/** A tag as it stands in a text that has it, without its sign. */
const writtenIn = (text: string, tag: string): string =>
  referencesIn(text)
    .find((each) => each.kind === 'hashtag' && each.tag === tag)
    ?.text.slice(1) ?? tag;

/**
 * Of some tags, those of posts whose creators the viewer may see, in the same order. Each as it was first written in
 * such a post.
 */
export async function tagsAsWritten(ctx: Ctx, tags: readonly string[], limit: number): Promise<string[]> {
  if (tags.length === 0) return [];
  const rows = await ctx.db
    .select({ word: sql<string>`asked.word`, text: sql<string>`first.text` })
    .from(
      sql`unnest(${textList(tags.map(toIndexWord))}::text[]) WITH ORDINALITY AS asked (word, place) CROSS JOIN LATERAL (
        SELECT f.text FROM (
          SELECT s.item_id, s.published_at FROM site_search s WHERE s.kind = 'post' AND s.words @> ARRAY[asked.word]
          AND (s.expires_at IS NULL OR s.expires_at > ${now(ctx).toISOString()}::timestamptz) AND ${ownerOpen(sql`s.performer_id`)}
          LIMIT ${sql.raw(String(COMPARED))}) AS compared
        JOIN feeds f ON f.id = compared.item_id ORDER BY compared.published_at, compared.item_id LIMIT 1) AS first`,
    )
    .orderBy(sql`asked.place`)
    .limit(limit)
    .execute({ viewer: ctx.viewer?.id ?? null, places: placeList(ctx.request) });
  return rows.map(({ word, text }) => writtenIn(text, word.slice(1)));
}

/** Tags that begin like this, the most used first, as they were first written. */
export async function tagsLike(ctx: Ctx, typed: string, limit = SUGGESTED): Promise<string[]> {
  const beginning = parseTag(typed) ?? (/^[#＃]?$/.test(typed) ? '' : null);
  if (beginning === null) return [];
  const begun = (await tagsInUse(ctx)).filter((tag) => tag.startsWith(beginning));
  return tagsAsWritten(ctx, begun.slice(0, 4 * limit), limit);
}
