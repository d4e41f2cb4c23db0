import { eq } from 'drizzle-orm';
import type { UserCtx } from '../../../../kernel/context.ts';
import { privateStreams } from '../../../../db/schema/streams/private-streams.ts';
import { notAllowed, notFound } from '../../../../kernel/errors.ts';
import { loadAccessFacts, isOpenTo } from '../../../base/access/access.ts';
import { blockedWith } from '../../../base/access/block-rules.ts';
import { hasSpectated } from './presenters.ts';
import { type PrivateRow, isRunning, lockPrivate } from './rows.ts';

export type Side = 'creator' | 'fan';
export const viewerSide = (ctx: UserCtx, { performerId, accountId }: PrivateRow): Side | null =>
  ctx.viewer.id === performerId ? 'creator' : ctx.viewer.id === accountId ? 'fan' : null;

/** Whether someone else may watch: both sides agreed, it runs, and the viewer may meet both. */
export async function maySpectate(ctx: UserCtx, row: PrivateRow): Promise<boolean> {
  if (!row.spectatorsEnabled || !isRunning(row.state) || row.startedAt === null) return false;
  const facts = await loadAccessFacts(ctx, { ownerIds: [row.performerId] });
  return isOpenTo(facts, row.performerId) && !(await blockedWith(ctx, ctx.viewer.id)).includes(row.accountId);
}

/**
 * A private stream that the viewer takes part in, or may watch or has watched.
 * @throws AppError 404
 */
export async function findPrivate(ctx: UserCtx, id: string): Promise<PrivateRow> {
  const [row] = await ctx.db.select().from(privateStreams).where(eq(privateStreams.id, id));
  if (!row) throw notFound();
  if (viewerSide(ctx, row) !== null || (await hasSpectated(ctx, id)) || (await maySpectate(ctx, row)))
    return row;
  throw notFound();
}

/**
 * Locks a stream for one of its sides.
 * @throws AppError 404 for anybody else, 403 for the other side.
 */
export async function lockSide(tx: UserCtx, id: string, sides: readonly Side[]): Promise<PrivateRow> {
  const row = await lockPrivate(tx, id);
  const side = row ? viewerSide(tx, row) : null;
  if (!row || side === null) throw notFound();
  if (!sides.includes(side))
    throw notAllowed(
      sides[0] === 'creator' ? 'Only the creator can do that.' : 'Only the person who asked can do that.',
    );
  return row;
}
