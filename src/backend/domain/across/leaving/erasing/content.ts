import { type SQL, sql } from 'drizzle-orm';
import { type Ctx, type UserCtx, transaction } from '../../../../kernel/context.ts';
import { fetchRows } from '../../../../db/db.ts';
import type { comments, reactions } from '../../../../db/schema/community.ts';
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
  readonly left: (me: SQL) => SQL;
  readonly erase: (ctx: UserCtx, id: string) => Promise<unknown>;
}

/** Each deletes as its owner would: what was bought stays for its buyers alone. */
const kinds: readonly Kind[] = [
  {
    left: (me) => sql`SELECT id FROM feeds WHERE performer_id = ${me} AND state <> 'removed'`,
    erase: deletePost,
  },
  {
    left: (me) => sql`SELECT id FROM videos WHERE performer_id = ${me} AND state <> 'removed'`,
    erase: deleteVideo,
  },
  {
    left: (me) => sql`SELECT id FROM galleries WHERE performer_id = ${me} AND state <> 'removed'`,
    erase: deleteGallery,
  },
  {
    left: (me) =>
      sql`SELECT id FROM photos WHERE performer_id = ${me} AND state <> 'removed' AND gallery_id IS NULL`,
    erase: deletePhoto,
  },
  {
    left: (me) => sql`SELECT id FROM products WHERE performer_id = ${me} AND state <> 'removed'`,
    erase: deleteProduct,
  },
  {
    left: (me) =>
      sql`SELECT id FROM auctions WHERE performer_id = ${me} AND state IN ('scheduled', 'live') AND bid_count = 0`,
    erase: cancelAuction,
  },
  {
    left: (me) =>
      sql`SELECT id FROM streams WHERE performer_id = ${me} AND state IN ('scheduled', 'live', 'interrupted')`,
    erase: (ctx, id) => transaction(ctx, (tx) => takeDownStream(tx, id)),
  },
  {
    left: (me) => sql`SELECT id FROM comments WHERE author_id = ${me} AND deleted_at IS NULL`,
    erase: deleteComment,
  },
  {
    left: (me) => sql`SELECT performer_id AS id FROM follows WHERE follower_id = ${me}`,
    erase: unfollow,
  },
  {
    left: (me) =>
      sql`SELECT id FROM cards WHERE account_id = ${me} AND removed_at IS NOT NULL AND gateway_id <> id::text`,
    erase: forgetCard,
  },
];

/** What has gone meanwhile, by a job or with something else, is as good as deleted. */
const isGone = (error: unknown): boolean => error instanceof AppError && [404, 409].includes(error.status);

type Reaction = Pick<typeof reactions.$inferSelect, 'action' | 'objectType' | 'objectId'>;

async function takeBackReactions(ctx: UserCtx, me: SQL, signal: AbortSignal): Promise<void> {
  const left = await fetchRows<{
    action: Reaction['action'];
    type: (typeof comments.$inferSelect)['objectType'];
    id: string;
  }>(
    ctx.db.execute(
      sql`SELECT action, object_type AS type, object_id AS id FROM reactions WHERE account_id = ${me}`,
    ),
  );
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
  const me = sql`${account.id}::uuid`;
  for (const { left, erase } of kinds) {
    const ids = await fetchRows<{ id: string }>(ctx.db.execute(left(me)));
    for (const { id } of ids) {
      signal.throwIfAborted();
      await erase(owner, id).catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
    }
  }
  await takeBackReactions(owner, me, signal);
}
