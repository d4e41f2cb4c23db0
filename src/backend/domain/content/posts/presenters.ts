import { type SQL, and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { AccessView } from '#contract/core/schemas.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { feeds } from '../../../db/schema/posts.ts';
import { purchases } from '../../../db/schema/wallet.ts';
import {
  type Facts,
  type Item,
  loadAccessFacts,
  isOpenTo,
  decideAccess,
  savedBy,
  decideReading,
} from '../../base/access/access.ts';
import { type CardRow, cardColumns, toPerformerCard } from '../../people/accounts/profile-cards.ts';
import { type Attachments, attachmentsOf } from './attachments.ts';
import { stateAt } from './states.ts';
import { type FileFacts, fileColumns, fileView } from '../../base/files/presenters.ts';
import { type PollView, pollsOf } from './polls.ts';
import { linkCardView } from './link-cards.ts';
import { positionsOf } from './positions.ts';
import { seriesLinesOf } from './series/lines.ts';
import { type OwnReactions, reactionsOf } from '../community/reactions.ts';
import { presentItem, presentOffer } from '../media-items/item-view.ts';

const feedColumns = {
  id: feeds.id,
  performerId: feeds.performerId,
  type: feeds.type,
  text: feeds.text,
  audience: feeds.audience,
  price: feeds.price,
  includedInSubscription: feeds.includedInSubscription,
  pinned: feeds.pinned,
  commentsEnabled: feeds.commentsEnabled,
  state: feeds.state,
  likes: feeds.likes,
  comments: feeds.comments,
  bookmarks: feeds.bookmarks,
  publishedAt: feeds.publishedAt,
  scheduledAt: feeds.scheduledAt,
  expiresAt: feeds.expiresAt,
  createdAt: feeds.createdAt,
  updatedAt: feeds.updatedAt,
  thumbnailId: feeds.thumbnailId,
  teaserId: feeds.teaserId,
  linkCard: feeds.linkCard,
};
export type PostRow = Pick<typeof feeds.$inferSelect, keyof typeof feedColumns>;

/** A file as JSON, with the property names of `FileFacts`. */
export const fileJson = sql.join(
  [
    sql`json_build_object(`,
    sql.join(
      Object.entries(fileColumns).map(
        ([name, column]) => sql`${sql.raw(`'${name}'`)}, fi.${sql.identifier(column.name)}`,
      ),
      sql`, `,
    ),
    sql`)`,
  ],
  sql``,
);
export const fileById = (id: SQL | AnyPgColumn) =>
  sql<FileFacts | null>`(SELECT ${fileJson} FROM files fi WHERE fi.id = ${id})`;

/** A post with its creator. Select from `feeds` joined with `accounts` and `performers`. */
export const postColumns = {
  feed: feedColumns,
  card: cardColumns,
  /** Spares most pages of posts the query for series. */
  seriesId: sql<string | null>`(SELECT i.series_id FROM post_series_items i WHERE i.feed_id = ${feeds.id})`,
};
export interface PostParts {
  readonly seriesId: string | null;
  readonly feed: PostRow;
  readonly card: CardRow;
}

export type PostPricing = Pick<
  PostRow,
  'id' | 'performerId' | 'audience' | 'price' | 'includedInSubscription' | 'state' | 'expiresAt'
>;
/**
 * A post as an access rule item at a given time. Past its end it isn't published, whatever its row still
 * says.
 */
export const asItem = (feed: PostPricing, fileIds: readonly string[], moment: Date): Item => ({
  kind: 'feed',
  fileIds,
  id: feed.id,
  ownerId: feed.performerId,
  audience: feed.audience,
  price: feed.price,
  includedInSubscription: feed.includedInSubscription,
  isPublished: stateAt(feed, moment) === 'published',
});

/** What may be revealed about the files even if they are locked. */
function summarizeMedia(attached: readonly FileFacts[]): Post['media'] {
  const summary = { photos: 0, videos: 0, audios: 0, duration: 0 };
  for (const { mime, duration } of attached) {
    if (mime.startsWith('image/')) summary.photos += 1;
    else if (mime.startsWith('video/')) summary.videos += 1;
    else summary.audios += 1;
    summary.duration += duration ?? 0;
  }
  return summary;
}

/** The texts of posts as the viewer bought them. */
async function soldTexts(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (!ctx.viewer || ids.length === 0) return new Map();
  const mine = and(
    eq(purchases.accountId, ctx.viewer.id),
    eq(purchases.kind, 'feed'),
    inArray(purchases.itemId, [...ids]),
    isNull(purchases.reversedAt),
  );
  const rows = await ctx.db
    .select({ id: purchases.itemId, text: purchases.text })
    .from(purchases)
    .where(mine);
  return new Map(rows.flatMap(({ id, text }) => (text === null ? [] : [[id, text]])));
}

interface Parts {
  readonly facts: Facts;
  readonly access: AccessView;
  readonly attached: Attachments;
  readonly poll: PollView | undefined;
  readonly sold: string | undefined;
  readonly own: OwnReactions;
  readonly positions: Post['positions'];
  readonly series: Post['series'];
}

/** A buyer sees the text as it was sold, with the current version as `editedText`. */
function toTexts(feed: PostRow, { access, sold }: Parts): Pick<Post, 'text' | 'editedText'> {
  if (!access.allowed) return { text: '' };
  return sold === undefined || sold === feed.text
    ? { text: feed.text }
    : { text: sold, editedText: feed.text };
}

/** The thumbnail, or the card of a link whose picture it is. What a locked text links to isn't shown. */
function toPictures(
  ctx: Ctx,
  { linkCard }: PostRow,
  { access, attached: { thumbnail } }: Parts,
): Pick<Post, 'thumbnail' | 'linkCard'> {
  const readable = access.allowed;
  if (linkCard && !readable) return { thumbnail: null };
  const file = thumbnail && fileView(ctx, thumbnail, { readable, by: access.reason });
  return linkCard ? { thumbnail: null, linkCard: linkCardView(linkCard, file) } : { thumbnail: file };
}

/** The parts that depend on access. A teaser is shown to those who can't read the rest. */
function toContent(ctx: Ctx, feed: PostRow, parts: Parts) {
  const { facts, access, attached, poll } = parts;
  const readable = access.allowed;
  const { files, teaser } = attached;
  return {
    ...toTexts(feed, parts),
    files: files.map((file) => fileView(ctx, file, decideReading(facts, access, file.id))),
    media: summarizeMedia(files),
    ...toPictures(ctx, feed, parts),
    teaser: teaser && fileView(ctx, teaser, { readable: true, by: savedBy(access) }),
    poll: readable ? (poll ?? null) : null,
    ...(readable && parts.positions && { positions: parts.positions }),
  };
}

/**
 * The series of a post, for those who can see its creator: a buyer keeps the post after a block, but not what surrounds it.
 * Where a post isn't published, only its creator is told.
 */
function toSeries(feed: PostRow, { facts, series }: Parts): Pick<Post, 'series'> {
  if (!series) return {};
  const isShownTo = series.number !== null && isOpenTo(facts, feed.performerId);
  return isShownTo || facts.viewerId === feed.performerId ? { series } : {};
}

function feedView(ctx: Ctx, { feed, card }: PostParts, parts: Parts): Post {
  return {
    ...presentItem(feed),
    performer: toPerformerCard(ctx, card),
    type: feed.type,
    ...toContent(ctx, feed, parts),
    ...toSeries(feed, parts),
    ...presentOffer(feed),
    pinned: feed.pinned,
    ...parts.own,
    access: parts.access,
    state: stateAt(feed, now(ctx)),
    expiresAt: feed.expiresAt?.toISOString() ?? null,
  };
}

/** Posts with their files, as items of the access rule; with `isPretending` as if they were published. */
async function itemsWithAttachments(ctx: Ctx, posts: readonly PostParts[], isPretending: boolean) {
  const moment = now(ctx);
  const attachments = await attachmentsOf(
    ctx,
    posts.map((post) => post.feed),
  );
  return posts.map((post) => {
    const attached = attachments(post.feed);
    const fileIds = attached.files.map(({ id }) => id);
    const item = { ...asItem(post.feed, fileIds, moment), ...(isPretending && { isPublished: true }) };
    return { post, attached, item };
  });
}

/**
 * Posts as the viewer may see them, in the given order, in three queries plus one each for polls, series and
 * purchases, however many posts there are. Hidden ones are included; filter with `isShown`. With `pretending`, as
 * somebody with other facts would see them once they are published.
 */
export async function presentPosts(
  ctx: Ctx,
  posts: readonly PostParts[],
  pretending?: (facts: Facts) => Facts,
): Promise<Post[]> {
  if (posts.length === 0) return [];
  const rows = posts.map((post) => post.feed);
  const whole = await itemsWithAttachments(ctx, posts, pretending !== undefined);
  const owned = new Set(rows.filter((row) => row.performerId === ctx.viewer?.id).map((row) => row.id));
  const [found, polls, own, positions, series] = await Promise.all([
    loadAccessFacts(ctx, { items: whole.map(({ item }) => item) }),
    pollsOf(
      ctx,
      rows.filter((row) => row.type === 'poll').map((row) => row.id),
      owned,
    ),
    reactionsOf(
      ctx,
      'feed',
      rows.map((row) => row.id),
    ),
    positionsOf(
      ctx,
      whole.map(({ post, attached }) => ({ id: post.feed.id, files: attached.files })),
    ),
    seriesLinesOf(ctx, posts),
  ]);
  const facts = pretending?.(found) ?? found;
  const decided = whole.map((each) => ({ ...each, access: decideAccess(facts, each.item) }));
  const sold = await soldTexts(
    ctx,
    decided.flatMap(({ item, access }) => (access.reason === 'purchased' ? [item.id] : [])),
  );
  return decided.map(({ post, attached, access }) =>
    feedView(ctx, post, {
      facts,
      attached,
      access,
      poll: polls.get(post.feed.id),
      sold: sold.get(post.feed.id),
      own: own(post.feed.id),
      positions: positions.get(post.feed.id),
      series: series.get(post.feed.id),
    }),
  );
}
