import { type SQL, and, eq, or } from 'drizzle-orm';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { postAlerts } from '../../../db/schema/community.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import { type Facts, loadAccessFacts, isFan, isOpenTo, subscribesTo } from '../../base/access/access.ts';

const matchAlert = (accountId: string, performerId: string): SQL | undefined =>
  and(eq(postAlerts.accountId, accountId), eq(postAlerts.performerId, performerId));

/** @throws AppError 404 for a creator whom the viewer can't meet. */
async function openFacts(ctx: UserCtx, performerId: string): Promise<Facts> {
  const facts = await loadAccessFacts(ctx, { ownerIds: [performerId] });
  if (!isOpenTo(facts, performerId)) throw notFound();
  return facts;
}

/** Whether the viewer is notified of a creator's posts. @throws AppError 404. */
export async function viewPostAlerts(ctx: UserCtx, performerId: string): Promise<{ posts: boolean }> {
  if (!isFan(await openFacts(ctx, performerId), performerId)) return { posts: false };
  return { posts: (await ctx.db.$count(postAlerts, matchAlert(ctx.viewer.id, performerId))) > 0 };
}

/**
 * Turns them on or off.
 * @throws AppError 404, 409 for a creator whom the viewer neither follows nor subscribes to.
 */
export function setPostAlerts(
  ctx: UserCtx,
  performerId: string,
  posts: boolean,
): Promise<{ posts: boolean }> {
  return transaction(ctx, async (tx) => {
    if (!isFan(await openFacts(tx, performerId), performerId))
      throw conflict('Follow or subscribe to this creator to be notified of new posts.');
    const row = { accountId: tx.viewer.id, performerId, createdAt: now(tx) };
    if (posts) await tx.db.insert(postAlerts).values(row).onConflictDoNothing();
    else await tx.db.delete(postAlerts).where(matchAlert(row.accountId, performerId));
    return { posts };
  });
}

/** In the transaction of an unfollow: whoever subscribes keeps their notifications. */
export async function alertsOnUnfollow(tx: UserCtx, performerId: string): Promise<void> {
  const facts = await loadAccessFacts(tx, { ownerIds: [performerId] });
  if (!subscribesTo(facts, performerId))
    await tx.db.delete(postAlerts).where(matchAlert(tx.viewer.id, performerId));
}

/** In the transaction of a block: neither is notified of the other's posts any more. */
export async function endAlerts(tx: Ctx, [one, other]: readonly [string, string]): Promise<void> {
  await tx.db.delete(postAlerts).where(or(matchAlert(one, other), matchAlert(other, one)));
}
