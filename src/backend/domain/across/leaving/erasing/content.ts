import { and, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { type Ctx, type UserCtx, transaction } from '../../../../kernel/context.ts';
import type { Db } from '../../../../db/db.ts';
import { auctions } from '../../../../db/schema/auctions.ts';
import { comments, follows, reactions } from '../../../../db/schema/community.ts';
import { galleries, photos } from '../../../../db/schema/galleries.ts';
import { cards } from '../../../../db/schema/payments.ts';
import { feeds } from '../../../../db/schema/posts.ts';
import { products } from '../../../../db/schema/shop.ts';
import { streams } from '../../../../db/schema/streams/streams.ts';
import { videos } from '../../../../db/schema/videos.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { deletedName } from '../../../people/accounts/closing/deletion.ts';
import { cancelAuction } from '../../../trade/auctions/mutations.ts';
import { deleteComment } from '../../../content/community/comment-mutations.ts';
import { unfollow } from '../../../content/community/follow-routes.ts';
import { unreact } from '../../../content/community/reactions.ts';
import { deleteGallery } from '../../../content/galleries/gallery-mutations.ts';
import { deletePhoto } from '../../../content/galleries/photo-mutations.ts';
import { forgetCard } from '../../../money/payments/payment-methods.ts';
import { deletePost } from '../../../content/posts/mutations.ts';
import { deleteProduct } from '../../../trade/shop/product-mutations.ts';
import { takeDownStream } from '../../../talk/streams/public/taking-down.ts';
import { deleteVideo } from '../../../content/videos/mutations.ts';

/** The context of somebody who can't log in any longer, for what they would have done themselves. */
const asOwner = (ctx: Ctx, { id, isPerformer }: { id: string; isPerformer: boolean }): UserCtx => ({
  ...ctx,
  viewer: { id, username: null, name: deletedName, isPerformer, sessionId: '', hasSpendCaps: false },
});

interface Kind {
  /** The ids of what is left. */
  readonly left: (db: Db, me: string) => Promise<{ id: string }[]>;
  readonly erase: (ctx: UserCtx, id: string) => Promise<unknown>;
}

/** Each deletes as its owner would: what was bought stays for its buyers alone. */
const kinds: readonly Kind[] = [
  {
    left: (db, me) =>
      db
        .select({ id: feeds.id })
        .from(feeds)
        .where(and(eq(feeds.performerId, me), ne(feeds.state, 'removed'))),
    erase: deletePost,
  },
  {
    left: (db, me) =>
      db
        .select({ id: videos.id })
        .from(videos)
        .where(and(eq(videos.performerId, me), ne(videos.state, 'removed'))),
    erase: deleteVideo,
  },
  {
    left: (db, me) =>
      db
        .select({ id: galleries.id })
        .from(galleries)
        .where(and(eq(galleries.performerId, me), ne(galleries.state, 'removed'))),
    erase: deleteGallery,
  },
  {
    left: (db, me) =>
      db
        .select({ id: photos.id })
        .from(photos)
        .where(and(eq(photos.performerId, me), ne(photos.state, 'removed'), isNull(photos.galleryId))),
    erase: deletePhoto,
  },
  {
    left: (db, me) =>
      db
        .select({ id: products.id })
        .from(products)
        .where(and(eq(products.performerId, me), ne(products.state, 'removed'))),
    erase: deleteProduct,
  },
  {
    left: (db, me) =>
      db
        .select({ id: auctions.id })
        .from(auctions)
        .where(
          and(
            eq(auctions.performerId, me),
            inArray(auctions.state, ['scheduled', 'live']),
            eq(auctions.bidCount, 0),
          ),
        ),
    erase: cancelAuction,
  },
  {
    left: (db, me) =>
      db
        .select({ id: streams.id })
        .from(streams)
        .where(
          and(eq(streams.performerId, me), inArray(streams.state, ['scheduled', 'live', 'interrupted'])),
        ),
    erase: (ctx, id) => transaction(ctx, (tx) => takeDownStream(tx, id)),
  },
  {
    left: (db, me) =>
      db
        .select({ id: comments.id })
        .from(comments)
        .where(and(eq(comments.authorId, me), isNull(comments.deletedAt))),
    erase: deleteComment,
  },
  {
    left: (db, me) => db.select({ id: follows.performerId }).from(follows).where(eq(follows.followerId, me)),
    erase: unfollow,
  },
  {
    left: (db, me) =>
      db
        .select({ id: cards.id })
        .from(cards)
        .where(
          and(
            eq(cards.accountId, me),
            isNotNull(cards.removedAt),
            sql`${cards.gatewayId} <> ${cards.id}::text`,
          ),
        ),
    erase: forgetCard,
  },
];

/** What has gone meanwhile, by a job or with something else, is as good as deleted. */
const isGone = (error: unknown): boolean => error instanceof AppError && [404, 409].includes(error.status);

async function takeBackReactions(ctx: UserCtx, signal: AbortSignal): Promise<void> {
  const left = await ctx.db
    .select({ action: reactions.action, type: reactions.objectType, id: reactions.objectId })
    .from(reactions)
    .where(eq(reactions.accountId, ctx.viewer.id));
  for (const { action, type, id } of left) {
    signal.throwIfAborted();
    await unreact(ctx, { action, objectType: type, objectId: id }).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
  }
}

/**
 * Deletes everything an account published and did, each piece in a transaction of its own: a job that ends in the
 * middle goes on where it was.
 */
export async function eraseContent(
  ctx: Ctx,
  account: { id: string; isPerformer: boolean },
  signal: AbortSignal,
): Promise<void> {
  const owner = asOwner(ctx, account);
  for (const { left, erase } of kinds) {
    const ids = await left(ctx.db, account.id);
    for (const { id } of ids) {
      signal.throwIfAborted();
      await erase(owner, id).catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
    }
  }
  await takeBackReactions(owner, signal);
}
