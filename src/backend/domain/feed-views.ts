import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { AccessView } from '#contract/common';
import type { Feed } from '#contract/feeds';
import { type Ctx, now } from '../context.ts';
import { feeds } from '../db/schema.ts';
import { type Facts, type Item, gatherFacts, judge, readsFile } from './access.ts';
import { type CardRow, cardColumns, cardOf } from './cards.ts';
import { stateAt } from './feed-states.ts';
import { type FileFacts, fileColumns, fileView } from './file-views.ts';
import { type PollView, pollsOf } from './polls.ts';
import { type OwnReactions, reactionsOf } from './reactions.ts';

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
};
export type FeedRow = Pick<typeof feeds.$inferSelect, keyof typeof feedColumns>;

/** A file as JSON, with the names of `FileFacts`. */
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

/** Everything a view of a post is made of, its files included: one query for a page. Select it from `feeds` joined with `accounts` and `performers`. */
export const postColumns = {
  feed: feedColumns,
  card: cardColumns,
  files: sql<
    FileFacts[] | null
  >`(SELECT json_agg(${fileJson} ORDER BY ff.position) FROM feed_files ff JOIN files fi ON fi.id = ff.file_id WHERE ff.feed_id = ${feeds.id})`,
  thumbnail: fileById(feeds.thumbnailId),
  teaser: fileById(feeds.teaserId),
};
export interface Post {
  readonly feed: FeedRow;
  readonly card: CardRow;
  readonly files: FileFacts[] | null;
  readonly thumbnail: FileFacts | null;
  readonly teaser: FileFacts | null;
}

export type FeedTerms = Pick<
  FeedRow,
  'id' | 'performerId' | 'audience' | 'price' | 'includedInSubscription' | 'state' | 'expiresAt'
>;
/** A post as the access rule sees it at a moment: past its end it isn't published, whatever its row still says. */
export const asItem = (feed: FeedTerms, fileIds: readonly string[], moment: Date): Item => ({
  kind: 'feed',
  fileIds,
  id: feed.id,
  ownerId: feed.performerId,
  audience: feed.audience,
  price: feed.price,
  includedInSubscription: feed.includedInSubscription,
  isPublished: stateAt(feed, moment) === 'published',
});

/** What may be told of the files even where they are locked. */
function summaryOf(attached: readonly FileFacts[]): Feed['media'] {
  const summary = { photos: 0, videos: 0, audios: 0, duration: 0 };
  for (const { mime, duration } of attached) {
    if (mime.startsWith('image/')) summary.photos += 1;
    else if (mime.startsWith('video/')) summary.videos += 1;
    else summary.audios += 1;
    summary.duration += duration ?? 0;
  }
  return summary;
}

interface Parts {
  readonly facts: Facts;
  readonly access: AccessView;
  readonly poll: PollView | undefined;
  readonly own: OwnReactions;
}
const itemOf = ({ feed, files }: Post, moment: Date): Item =>
  asItem(
    feed,
    (files ?? []).map(({ id }) => id),
    moment,
  );

/** What access opens and shuts. A teaser is what the creator shows to those who can't read the rest. */
function contentOf(ctx: Ctx, post: Post, { facts, access, poll }: Parts) {
  const readable = access.allowed;
  const files = post.files ?? [];
  return {
    text: readable ? post.feed.text : '',
    files: files.map((file) => fileView(ctx, file, { readable: readsFile(facts, access, file.id) })),
    media: summaryOf(files),
    thumbnail: post.thumbnail && fileView(ctx, post.thumbnail, { readable }),
    teaser: post.teaser && fileView(ctx, post.teaser, { readable: true }),
    poll: readable ? (poll ?? null) : null,
  };
}

function feedView(ctx: Ctx, post: Post, parts: Parts): Feed {
  const { feed } = post;
  return {
    _id: feed.id,
    performer: cardOf(ctx, post.card),
    type: feed.type,
    ...contentOf(ctx, post, parts),
    audience: feed.audience,
    price: feed.price,
    isSale: feed.price > 0,
    includedInSubscription: feed.includedInSubscription,
    pinned: feed.pinned,
    commentsEnabled: feed.commentsEnabled,
    counts: { likes: feed.likes, comments: feed.comments, bookmarks: feed.bookmarks },
    ...parts.own,
    access: parts.access,
    state: stateAt(feed, now(ctx)),
    publishedAt: feed.publishedAt?.toISOString() ?? null,
    expiresAt: feed.expiresAt?.toISOString() ?? null,
    createdAt: feed.createdAt.toISOString(),
    updatedAt: feed.updatedAt.toISOString(),
  };
}

/** Posts as the viewer may see them, in the order given: one query more, or two with polls, however many there are. Leaves out none; ask `isShown`. */
export async function presentFeeds(ctx: Ctx, posts: readonly Post[]): Promise<Feed[]> {
  if (posts.length === 0) return [];
  const rows = posts.map((post) => post.feed);
  const moment = now(ctx);
  const items = posts.map((post) => itemOf(post, moment));
  const owned = new Set(rows.filter((row) => row.performerId === ctx.viewer?.id).map((row) => row.id));
  const [facts, polls, own] = await Promise.all([
    gatherFacts(ctx, { items }),
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
  ]);
  return posts.map((post) =>
    feedView(ctx, post, {
      facts,
      access: judge(facts, itemOf(post, moment)),
      poll: polls.get(post.feed.id),
      own: own(post.feed.id),
    }),
  );
}

/** A post that is locked is shown as such; one that is blocked, closed to the country or not published doesn't exist for the viewer. */
export const isShown = ({ access }: Feed): boolean => access.allowed || access.reason === 'locked';
