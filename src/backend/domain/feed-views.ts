import { sql } from 'drizzle-orm';
import type { AccessView } from '#contract/common';
import type { Feed } from '#contract/feeds';
import type { Ctx } from '../context.ts';
import { idList, prepared } from '../db/prepared.ts';
import { feedFiles, feeds, files } from '../db/schema.ts';
import { type Item, gatherFacts, judge } from './access.ts';
import { type CardRow, cardOf } from './cards.ts';
import { type FileFacts, fileColumns, fileView } from './file-views.ts';
import { type PollView, pollsOf } from './polls.ts';

export const feedColumns = {
  id: feeds.id, performerId: feeds.performerId, type: feeds.type, text: feeds.text, audience: feeds.audience, price: feeds.price,
  includedInSubscription: feeds.includedInSubscription, pinned: feeds.pinned, commentsEnabled: feeds.commentsEnabled, thumbnailId: feeds.thumbnailId,
  teaserId: feeds.teaserId, state: feeds.state, likes: feeds.likes, comments: feeds.comments, bookmarks: feeds.bookmarks, publishedAt: feeds.publishedAt,
  createdAt: feeds.createdAt, updatedAt: feeds.updatedAt,
};
export type FeedRow = Pick<typeof feeds.$inferSelect, keyof typeof feedColumns>;
/** A post with what its author's card is made of. */
export interface FeedWithCard { readonly feed: FeedRow; readonly card: CardRow }

export const asItem = (feed: Pick<FeedRow, 'id' | 'performerId' | 'audience' | 'price' | 'includedInSubscription' | 'state'>): Item => ({
  kind: 'feed', id: feed.id, ownerId: feed.performerId, audience: feed.audience, price: feed.price,
  includedInSubscription: feed.includedInSubscription, isPublished: feed.state === 'published',
});

const attachedQuery = prepared((db) =>
  db
    .select({ feedId: feedFiles.feedId, file: fileColumns })
    .from(feedFiles)
    .innerJoin(files, sql`${files.id} = ${feedFiles.fileId}`)
    .where(sql`${feedFiles.feedId} = ANY (${sql.placeholder('feeds')}::text::uuid[])`)
    .orderBy(feedFiles.feedId, feedFiles.position)
    .prepare('files_of_feeds'),
);
const namedQuery = prepared((db) => db.select(fileColumns).from(files).where(sql`${files.id} = ANY (${sql.placeholder('ids')}::text::uuid[])`).prepare('files_by_id'));

interface Media { readonly attached: ReadonlyMap<string, readonly FileFacts[]>; readonly named: ReadonlyMap<string, FileFacts> }

/** Files, thumbnails and teasers of a page of posts, in at most two queries. */
async function mediaOf(ctx: Ctx, rows: readonly FeedRow[]): Promise<Media> {
  const withFiles = rows.filter((row) => row.type !== 'text').map((row) => row.id);
  const named = rows.flatMap((row) => [row.thumbnailId, row.teaserId]).filter((id) => id !== null);
  const [attached, single] = await Promise.all([
    withFiles.length > 0 ? attachedQuery(ctx.db).execute({ feeds: idList(withFiles) }) : [],
    named.length > 0 ? namedQuery(ctx.db).execute({ ids: idList(named) }) : [],
  ]);
  const byFeed = new Map<string, FileFacts[]>();
  for (const { feedId, file } of attached) {
    const list = byFeed.get(feedId);
    if (list) list.push(file);
    else byFeed.set(feedId, [file]);
  }
  return { attached: byFeed, named: new Map(single.map((file) => [file.id, file])) };
}

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

interface Parts { readonly access: AccessView; readonly media: Media; readonly poll: PollView | undefined }

/** What access opens and shuts. A teaser is what the creator shows to those who can't read the rest. */
function contentOf(ctx: Ctx, feed: FeedRow, { access: { allowed: readable }, media, poll }: Parts) {
  const attached = media.attached.get(feed.id) ?? [];
  const thumbnail = media.named.get(feed.thumbnailId ?? '');
  const teaser = media.named.get(feed.teaserId ?? '');
  return {
    text: readable ? feed.text : '',
    files: attached.map((file) => fileView(ctx, file, { readable })),
    media: summaryOf(attached),
    thumbnail: thumbnail ? fileView(ctx, thumbnail, { readable }) : null,
    teaser: teaser ? fileView(ctx, teaser, { readable: true }) : null,
    poll: readable ? (poll ?? null) : null,
  };
}

function feedView(ctx: Ctx, { feed, card }: FeedWithCard, parts: Parts): Feed {
  return {
    _id: feed.id,
    performer: cardOf(ctx, card),
    type: feed.type,
    ...contentOf(ctx, feed, parts),
    audience: feed.audience,
    price: feed.price,
    isSale: feed.price > 0,
    includedInSubscription: feed.includedInSubscription,
    pinned: feed.pinned,
    commentsEnabled: feed.commentsEnabled,
    counts: { likes: feed.likes, comments: feed.comments, bookmarks: feed.bookmarks },
    isLiked: false,
    isBookmarked: false,
    access: parts.access,
    state: feed.state,
    publishedAt: feed.publishedAt?.toISOString() ?? null,
    createdAt: feed.createdAt.toISOString(),
    updatedAt: feed.updatedAt.toISOString(),
  };
}

/** Posts as the viewer may see them, in the order given: three or four queries, however many posts there are. Leaves out none; ask `isShown`. */
export async function presentFeeds(ctx: Ctx, rows: readonly FeedWithCard[]): Promise<Feed[]> {
  if (rows.length === 0) return [];
  const posts = rows.map((row) => row.feed);
  const owned = new Set(posts.filter((post) => post.performerId === ctx.viewer?.id).map((post) => post.id));
  const [facts, media, polls] = await Promise.all([
    gatherFacts(ctx, { items: posts.map(asItem) }),
    mediaOf(ctx, posts),
    pollsOf(ctx, posts.filter((post) => post.type === 'poll').map((post) => post.id), owned),
  ]);
  return rows.map((row) => feedView(ctx, row, { access: judge(facts, asItem(row.feed)), media, poll: polls.get(row.feed.id) }));
}

/** A post that is locked is shown as such; one that is blocked, closed to the country or not published doesn't exist for the viewer. */
export const isShown = ({ access }: Feed): boolean => access.allowed || access.reason === 'locked';
