import { and, asc, eq, gt } from 'drizzle-orm';
import { type Ctx, type UserCtx, transaction } from '../../kernel/context.ts';
import { follows } from '../../db/schema/community.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { gatherFacts, isOpenTo } from '../access/access.ts';

const wanting = (performerId: string) =>
  and(eq(follows.performerId, performerId), eq(follows.notifyPosts, true));

/** Whether anyone asked to be notified of a creator's posts. */
export async function hasNotifiedFollowers(ctx: Ctx, performerId: string): Promise<boolean> {
  const rows = await ctx.db
    .select({ id: follows.followerId })
    .from(follows)
    .where(wanting(performerId))
    .limit(1);
  return rows.length > 0;
}

/** Followers who asked to be notified of a creator's posts, in the order of their ids. */
export async function notifiedFollowers(
  ctx: Ctx,
  performerId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: follows.followerId })
    .from(follows)
    .where(and(wanting(performerId), after === null ? undefined : gt(follows.followerId, after)))
    .orderBy(asc(follows.followerId))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** @throws AppError 404 for a creator whom the viewer can't meet. */
async function assertOpen(ctx: UserCtx, performerId: string): Promise<void> {
  if (!isOpenTo(await gatherFacts(ctx, { ownerIds: [performerId] }), performerId)) throw notFound();
}

/** Whether the viewer is notified of a creator's posts. @throws AppError 404. */
export async function viewPostAlerts(ctx: UserCtx, performerId: string): Promise<{ posts: boolean }> {
  await assertOpen(ctx, performerId);
  const [row] = await ctx.db
    .select({ posts: follows.notifyPosts })
    .from(follows)
    .where(and(eq(follows.followerId, ctx.viewer.id), eq(follows.performerId, performerId)));
  return { posts: row?.posts ?? false };
}

/** Turns them on or off. @throws AppError 404, 409 for a creator whom the viewer doesn't follow. */
export function setPostAlerts(
  ctx: UserCtx,
  performerId: string,
  posts: boolean,
): Promise<{ posts: boolean }> {
  return transaction(ctx, async (tx) => {
    await assertOpen(tx, performerId);
    const changed = await tx.db
      .update(follows)
      .set({ notifyPosts: posts })
      .where(and(eq(follows.followerId, tx.viewer.id), eq(follows.performerId, performerId)))
      .returning({ id: follows.performerId });
    if (changed.length === 0) throw conflict('Follow this creator to be notified of new posts.');
    return { posts };
  });
}
