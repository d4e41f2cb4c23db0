import { type SQL, sql } from 'drizzle-orm';
import type { AccessView } from '#contract/core/schemas.ts';
import type { Video } from '#contract/content/videos.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { videos, watchProgress } from '../../../db/schema/videos.ts';
import { type Facts, type Item, loadAccessFacts, decideAccess, readsFile } from '../../base/access/access.ts';
import { type CardRow, cardColumns, toPerformerCard } from '../../people/accounts/profile-cards.ts';
import { coCreatorsOf } from '../media-items/co-creator-tags.ts';
import { fileById } from '../posts/presenters.ts';
import { type FileFacts, fileView } from '../../base/files/presenters.ts';
import { type OwnReactions, reactionsOf } from '../community/reactions.ts';
import { presentItem, presentOffer } from '../media-items/item-view.ts';

const videoColumns = {
  id: videos.id,
  performerId: videos.performerId,
  title: videos.title,
  description: videos.description,
  tags: videos.tags,
  audience: videos.audience,
  price: videos.price,
  includedInSubscription: videos.includedInSubscription,
  commentsEnabled: videos.commentsEnabled,
  fileId: videos.fileId,
  views: videos.views,
  likes: videos.likes,
  comments: videos.comments,
  bookmarks: videos.bookmarks,
  state: videos.state,
  scheduledAt: videos.scheduledAt,
  publishedAt: videos.publishedAt,
  createdAt: videos.createdAt,
  updatedAt: videos.updatedAt,
};
export type VideoRow = Pick<typeof videos.$inferSelect, keyof typeof videoColumns>;

const selectProgress = (viewerId: string | null): SQL<number | null> =>
  viewerId === null
    ? sql<null>`NULL`
    : sql<
        number | null
      >`(SELECT ${watchProgress.seconds} FROM ${watchProgress} WHERE ${watchProgress.accountId} = ${viewerId} AND ${watchProgress.videoId} = ${videos.id})`;

/**
 * Everything a video's view needs, including its files. Select from `videos` joined with `accounts` and
 * `performers`.
 */
const shownColumns = ({ viewer }: Ctx) => ({
  video: videoColumns,
  card: cardColumns,
  file: fileById(videos.fileId),
  thumbnail: fileById(videos.thumbnailId),
  teaser: fileById(videos.teaserId),
  progress: selectProgress(viewer?.id ?? null),
});
export interface Shown {
  readonly video: VideoRow;
  readonly card: CardRow;
  readonly file: FileFacts | null;
  readonly thumbnail: FileFacts | null;
  readonly teaser: FileFacts | null;
  readonly progress: number | null;
}

export const selectVideos = (ctx: Ctx) =>
  ctx.db
    .select(shownColumns(ctx))
    .from(videos)
    .innerJoin(accounts, sql`${accounts.id} = ${videos.performerId}`)
    .innerJoin(performers, sql`${performers.accountId} = ${videos.performerId}`);
/** Like `selectVideos`, for one page: `ids` is a query with one column `id`. */
export const selectVideosIn = (ctx: Ctx, ids: SQL) =>
  ctx.db
    .select(shownColumns(ctx))
    .from(sql`(${ids}) AS page`)
    .innerJoin(videos, sql`${videos.id} = page.id`)
    .innerJoin(accounts, sql`${accounts.id} = ${videos.performerId}`)
    .innerJoin(performers, sql`${performers.accountId} = ${videos.performerId}`);

/** A video as an access rule item. Only the video file is sold; thumbnail and teaser are public. */
export const asItem = (
  video: Pick<
    VideoRow,
    'id' | 'performerId' | 'audience' | 'price' | 'includedInSubscription' | 'state' | 'fileId'
  >,
): Item => ({
  kind: 'video',
  id: video.id,
  ownerId: video.performerId,
  audience: video.audience,
  price: video.price,
  includedInSubscription: video.includedInSubscription,
  isPublished: video.state === 'published',
  fileIds: video.fileId ? [video.fileId] : [],
});

interface Parts {
  readonly facts: Facts;
  readonly access: AccessView;
  readonly own: OwnReactions;
  readonly coCreators: Video['coCreators'];
}

/** The teaser, for those who can't watch the video. Until it is ready, only the creator sees it. */
const toTeaser = (ctx: Ctx, { teaser }: Shown, { reason }: AccessView): Video['teaser'] =>
  teaser && (teaser.state === 'ready' || reason === 'owner')
    ? fileView(ctx, teaser, { readable: true, by: reason === 'purchased' ? reason : undefined })
    : null;

/** The parts that depend on access. */
function toContent(ctx: Ctx, shown: Shown, { facts, access }: Parts) {
  const { video, file, thumbnail } = shown;
  const readable = access.allowed || (file !== null && readsFile(facts, access, file.id));
  return {
    description: access.allowed ? video.description : '',
    file: file && fileView(ctx, file, { readable, by: access.allowed ? access.reason : 'purchased' }),
    thumbnail:
      thumbnail && fileView(ctx, thumbnail, { readable, by: access.allowed ? access.reason : 'purchased' }),
    teaser: toTeaser(ctx, shown, access),
    duration: file ? file.duration : null,
    progress: readable ? shown.progress : null,
  };
}

function videoView(ctx: Ctx, shown: Shown, parts: Parts): Video {
  const { video } = shown;
  return {
    ...presentItem(video),
    performer: toPerformerCard(ctx, shown.card),
    title: video.title,
    tags: video.tags,
    ...toContent(ctx, shown, parts),
    ...presentOffer(video),
    views: video.views,
    ...parts.own,
    coCreators: parts.coCreators,
    access: parts.access,
    state: video.state,
  };
}

/**
 * Videos as the viewer may see them, in the given order, with three more queries however many there are.
 * Hidden ones are included; filter with `isShown`.
 */
export async function presentVideos(ctx: Ctx, rows: readonly Shown[]): Promise<Video[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ video }) => video.id);
  const [facts, own, coCreators] = await Promise.all([
    loadAccessFacts(ctx, { items: rows.map(({ video }) => asItem(video)) }),
    reactionsOf(ctx, 'video', ids),
    coCreatorsOf(ctx, 'video', ids),
  ]);
  return rows.map((shown) =>
    videoView(ctx, shown, {
      facts,
      access: decideAccess(facts, asItem(shown.video)),
      own: own(shown.video.id),
      coCreators: coCreators.get(shown.video.id) ?? [],
    }),
  );
}
