import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { commentBans } from '../../../db/schema/community.ts';
import { notAllowed } from '../../../kernel/errors.ts';
import { type MediaItemObject, objectLabels } from '../media-items/objects.ts';

async function isBanned(ctx: Ctx, ownerId: string): Promise<boolean> {
  if (!ctx.viewer) return false;
  const ban = and(eq(commentBans.performerId, ownerId), eq(commentBans.accountId, ctx.viewer.id));
  return (await ctx.db.select({ id: commentBans.accountId }).from(commentBans).where(ban)).length > 0;
}

/**
 * A locked item's comments are locked too.
 * @throws AppError 403
 */
export function refuseLocked({ objectType, access }: MediaItemObject): void {
  if (!access.allowed)
    throw notAllowed(`This ${objectLabels[objectType]} is locked, and so are its comments.`);
}

/** Whether comments are hidden because the item is no longer published. Its creator still sees them. */
export const isSilent = ({ isOpen, access }: MediaItemObject): boolean =>
  !isOpen && access.reason !== 'owner';

/** Why the viewer can't comment here. Null when they can, or could after logging in. */
export async function closedTo(ctx: Ctx, object: MediaItemObject): Promise<'off' | 'banned' | null> {
  if (!object.commentsEnabled || !object.isOpen) return 'off';
  return (await isBanned(ctx, object.ownerId)) ? 'banned' : null;
}

/** @throws AppError 403 with the reason why the viewer can't comment. */
export async function refuseWriting(ctx: Ctx, object: MediaItemObject): Promise<void> {
  refuseLocked(object);
  const closed = await closedTo(ctx, object);
  if (closed === 'off')
    throw notAllowed(`Comments are turned off for this ${objectLabels[object.objectType]}.`);
  if (closed === 'banned') throw notAllowed('You can’t comment on this creator’s content.');
}
