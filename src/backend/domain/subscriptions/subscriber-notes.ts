import { and, eq, inArray, ne } from 'drizzle-orm';
import { type UserCtx, now } from '../../kernel/context.ts';
import { subscriberNotes, subscriptions } from '../../db/schema/subscriptions.ts';
import { notFound } from '../../kernel/errors.ts';

const of = (performerId: string, userId: string) =>
  and(eq(subscriberNotes.performerId, performerId), eq(subscriberNotes.userId, userId));

/** The viewer's notes about these fans, by id. */
export async function subscriberNotesOf(
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
  const pair = { performerId: ctx.viewer.id, userId: row.userId };
  const values = { text: note, updatedAt: now(ctx) };
  if (note === '') await ctx.db.delete(subscriberNotes).where(of(pair.performerId, pair.userId));
  else
    await ctx.db
      .insert(subscriberNotes)
      .values({ ...pair, ...values })
      .onConflictDoUpdate({ target: [subscriberNotes.performerId, subscriberNotes.userId], set: values });
  return { _id: id, note };
}
