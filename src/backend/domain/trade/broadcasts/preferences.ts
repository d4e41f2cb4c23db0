import { and, eq } from 'drizzle-orm';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { massMessageCaps, massMessageMutes } from '../../../db/schema/broadcasts.ts';
import { notFound } from '../../../kernel/errors.ts';
import { loadAccessFacts, isOpenTo } from '../../base/access/access.ts';

/** Returns how many mass messages the viewer accepts in 7 days. */
export async function getCap(ctx: UserCtx): Promise<{ weeklyCap: number; isDefault: boolean }> {
  const [row] = await ctx.db
    .select({ weekly: massMessageCaps.weekly })
    .from(massMessageCaps)
    .where(eq(massMessageCaps.accountId, ctx.viewer.id));
  const { massMessageWeeklyCap } = await ctx.settings.all();
  return row
    ? { weeklyCap: row.weekly, isDefault: false }
    : { weeklyCap: massMessageWeeklyCap, isDefault: true };
}

/** Null restores the site's default. */
export async function setCap(ctx: UserCtx, weekly: number | null) {
  const accountId = ctx.viewer.id;
  if (weekly === null) await ctx.db.delete(massMessageCaps).where(eq(massMessageCaps.accountId, accountId));
  else
    await ctx.db
      .insert(massMessageCaps)
      .values({ accountId, weekly, updatedAt: now(ctx) })
      .onConflictDoUpdate({ target: massMessageCaps.accountId, set: { weekly, updatedAt: now(ctx) } });
  return getCap(ctx);
}

const mute = (ctx: UserCtx, performerId: string) =>
  and(eq(massMessageMutes.accountId, ctx.viewer.id), eq(massMessageMutes.performerId, performerId));

/** @throws AppError 404 unless the account is a creator the viewer can see. */
async function assertCreator(ctx: UserCtx, id: string): Promise<void> {
  const facts = await loadAccessFacts(ctx, { ownerIds: [id] });
  if (!isOpenTo(facts, id)) throw notFound();
}

export async function isMuted(ctx: UserCtx, performerId: string): Promise<{ isMuted: boolean }> {
  await assertCreator(ctx, performerId);
  const rows = await ctx.db
    .select({ id: massMessageMutes.performerId })
    .from(massMessageMutes)
    .where(mute(ctx, performerId));
  return { isMuted: rows.length > 0 };
}

/**
 * Setting the same value again changes nothing.
 * @throws AppError 404
 */
export async function setMuted(
  ctx: UserCtx,
  performerId: string,
  muted: boolean,
): Promise<{ isMuted: boolean }> {
  await assertCreator(ctx, performerId);
  if (muted)
    await ctx.db
      .insert(massMessageMutes)
      .values({ accountId: ctx.viewer.id, performerId, createdAt: now(ctx) })
      .onConflictDoNothing();
  else await ctx.db.delete(massMessageMutes).where(mute(ctx, performerId));
  return { isMuted: muted };
}
