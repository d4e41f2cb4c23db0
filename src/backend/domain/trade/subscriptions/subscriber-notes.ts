import { and, eq, inArray, ne } from 'drizzle-orm';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { subscriberNotes, subscriptions } from '../../../db/schema/subscriptions.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import { lockName } from '../../../kernel/advisory-lock.ts';

const of = (performerId: string, userId: string) =>
  and(eq(subscriberNotes.performerId, performerId), eq(subscriberNotes.userId, userId));

/** The viewer's notes about these fans, by id. */
export async function loadSubscriberNotes(
  ctx: UserCtx,
  fanIds: readonly string[],
): Promise<Map<string, string>> {
  if (fanIds.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(subscriberNotes)
    .where(and(eq(subscriberNotes.performerId, ctx.viewer.id), inArray(subscriberNotes.userId, [...fanIds])));
  return new Map(rows.map((row) => [row.userId, row.text]));
}

async function save(ctx: UserCtx, userId: string, note: string): Promise<void> {
  const pair = { performerId: ctx.viewer.id, userId };
  const values = { text: note, updatedAt: now(ctx) };
  if (note === '') await ctx.db.delete(subscriberNotes).where(of(pair.performerId, pair.userId));
  else
    await ctx.db
      .insert(subscriberNotes)
      .values({ ...pair, ...values })
      .onConflictDoUpdate({ target: [subscriberNotes.performerId, subscriberNotes.userId], set: values });
}

/**
 * Replaces the viewer's note about a fan, if it still is the one that they changed: of two tabs, the second
 * can't overwrite what the first saved.
 * @throws AppError 409
 */
export async function replaceNote(
  ctx: UserCtx,
  { userId, note, before }: { userId: string; note: string; before: string },
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const pair = `note:${tx.viewer.id}:${userId}`;
    await lockName(tx, pair);
    const stored = (await loadSubscriberNotes(tx, [userId])).get(userId) ?? '';
    if (stored === note) return;
    if (stored !== before)
      throw conflict('This note was changed somewhere else. Compare the two before you save yours.');
    await save(tx, userId, note);
  });
}

/**
 * Saves a note about the fan of a subscription. It is about the person and stays if they come back.
 * @throws AppError 404 for another creator's subscriber.
 */
export async function writeSubscriberNote(
  ctx: UserCtx,
  { id, note }: { id: string; note: string },
): Promise<{ _id: string; note: string }> {
  const mine = and(
    eq(subscriptions.id, id),
    eq(subscriptions.performerId, ctx.viewer.id),
    ne(subscriptions.state, 'incomplete'),
  );
  const [row] = await ctx.db.select({ userId: subscriptions.userId }).from(subscriptions).where(mine);
  if (!row) throw notFound();
  await save(ctx, row.userId, note);
  return { _id: id, note };
}
