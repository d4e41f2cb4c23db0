import { sql } from 'drizzle-orm';
import type { tags as family, TagPage } from '#contract/across/search/tags.ts';
import type { PerformerCard } from '#contract/core/schemas.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { findHashtags } from '#lib/markup/references.ts';
import { parseTag } from '#lib/markup/tags-and-mentions.ts';
import { splitSearchWords } from '#lib/search/words.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { readCursor } from '../../../kernel/keyset.ts';
import { placeList } from '../../../kernel/whereabouts.ts';
import { ownerOpen } from '../../base/access/access.ts';
import { textList } from '../../people/creators/search-terms.ts';
import { performersById } from '../../people/creators/suggestions.ts';
import { postsById } from '../../content/posts/search.ts';
import { tagsAsWritten, tagsLike, toIndexWord } from './hashtags.ts';
import { COUNTED, findItems } from './items.ts';
import { creatorsLike } from './suggesting.ts';

/** How many are suggested while typing, and shown on a tag's page. */
const most = { people: 6, creators: 6 };
/** Bios that may have the tag, and posts whose creators are looked at. */
const COMPARED = 100;

/** @throws AppError 404 for what can't be a tag. */
function requireTag(written: string): string {
  const tag = parseTag(written);
  if (tag === null) throw notFound();
  return tag;
}

/** Creators whose bio has the tag, the most followed first. The index finds the words, the text decides. */
async function creatorsInBio(ctx: Ctx, tag: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: sql<string>`found.id`, bio: sql<string>`found.bio` })
    .from(
      sql`(SELECT p.account_id AS id, a.bio FROM creator_search s JOIN performers p ON p.account_id = s.performer_id JOIN accounts a ON a.id = p.account_id
      WHERE s.words @> ${textList(splitSearchWords(tag))}::text[] AND ${ownerOpen(sql`s.performer_id`)} ORDER BY p.followers DESC, p.account_id DESC LIMIT ${sql.raw(String(COMPARED))}) AS found`,
    )
    .execute({ viewer: ctx.viewer?.id ?? null, places: placeList(ctx.request) });
  return rows.filter(({ bio }) => findHashtags(bio).includes(tag)).map(({ id }) => id);
}

/** Creators of the newest posts with the tag, those with most of them first. */
async function creatorsOfPosts(ctx: Ctx, tag: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: sql<string>`used.id` })
    .from(
      sql`(SELECT newest.performer_id AS id, count(*) AS posts FROM (
        SELECT s.performer_id FROM site_search s WHERE s.kind = 'post' AND s.words @> ${textList([toIndexWord(tag)])}::text[]
          AND (s.expires_at IS NULL OR s.expires_at > ${now(ctx).toISOString()}::timestamptz) AND ${ownerOpen(sql`s.performer_id`)}
        ORDER BY s.published_at DESC, s.item_id DESC LIMIT ${sql.raw(String(COMPARED))}) AS newest GROUP BY newest.performer_id) AS used`,
    )
    .orderBy(sql`used.posts DESC, used.id`)
    .limit(most.creators)
    .execute({ viewer: ctx.viewer?.id ?? null, places: placeList(ctx.request) });
  return rows.map(({ id }) => id);
}

/** A tag as the viewer may see it. One that nobody uses has an empty page. @throws AppError 404. */
export async function viewTag(ctx: Ctx, asked: string): Promise<TagPage> {
  const tag = requireTag(asked);
  const [{ total }, [written], inBio, ofPosts] = await Promise.all([
    findItems(ctx, { kind: 'post', terms: [[toIndexWord(tag)]], limit: 1, after: null }),
    tagsAsWritten(ctx, [tag], 1),
    creatorsInBio(ctx, tag),
    creatorsOfPosts(ctx, tag),
  ]);
  const ids = [...new Set([...inBio, ...ofPosts])].slice(0, most.creators);
  return {
    tag,
    written: written ?? tag,
    posts: total,
    isCounted: total < COUNTED,
    performers: await performersById(ctx, ids),
  };
}

/**
 * The posts with a tag, newest first. The index has the text of posts that everyone can read and of no others.
 * @throws AppError 404
 */
async function listTagged(
  ctx: Ctx,
  written: string,
  { limit, cursor }: ParsedInput<'GET /tags/:tag/feeds'>['query'],
): Promise<ReplySource<'GET /tags/:tag/feeds'>> {
  const found = await findItems(ctx, {
    kind: 'post',
    terms: [[toIndexWord(requireTag(written))]],
    limit,
    after: cursor === undefined ? null : readCursor(cursor),
  });
  const data = await postsById(
    ctx,
    found.rows.map(({ id }) => id),
  );
  return { data, total: found.total, nextCursor: found.nextCursor };
}

/** Creators to mention; nobody before a letter has been typed. */
const peopleLike = (ctx: Ctx, typed: string): Promise<PerformerCard[]> => {
  const q = `@${typed.replace(/^@/, '')}`;
  return creatorsLike(ctx, q, most.people);
};

export const tagHandlers: HandlersOf<typeof family> = {
  'GET /tags': async (ctx, { query }) => ({ data: await tagsLike(ctx, query.q) }),
  'GET /tags/:tag': (ctx, { params }) => viewTag(ctx, params.tag),
  'GET /tags/:tag/feeds': (ctx, { params, query }) => listTagged(ctx, params.tag, query),
  'GET /mentions': async (ctx, { query }) => ({ data: await peopleLike(ctx, query.q) }),
};
