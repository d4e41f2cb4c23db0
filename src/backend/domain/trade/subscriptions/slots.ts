import { and, eq, inArray } from 'drizzle-orm';
import { isPaid } from '#lib/plans/bundles.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { subscriptions } from '../../../db/schema/subscriptions.ts';
import { rooms } from '../../../kernel/hub.ts';
import { queueAutomatic } from '../../talk/messages/automatic-causes.ts';
import { addToCreatorCounts } from '../../people/accounts/creator-counts.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;

const openStates = ['incomplete', 'active', 'past_due', 'cancelled'] as const;
const countedStates: readonly SubscriptionRow['state'][] = ['active', 'past_due', 'cancelled'];

/**
 * What a row means at a given time, since jobs update `state` with a delay. `incomplete`: the first payment
 * never succeeded. `live`: gives access. `lapsed`: unpaid, and a payment revives it. `over`: ended for good.
 */
export type Standing = 'incomplete' | 'live' | 'lapsed' | 'over';
export function currentStatus(row: SubscriptionRow, time: Date): Standing {
  if (row.state === 'incomplete') return 'incomplete';
  if (row.state === 'expired') return 'over';
  if (row.periodEnd > time) return 'live';
  return !isPaid(row.type) || row.state === 'cancelled' ? 'over' : 'lapsed';
}

export async function lockSubscription(tx: Ctx, id: string): Promise<SubscriptionRow | null> {
  const [row] = await tx.db.select().from(subscriptions).where(eq(subscriptions.id, id)).for('update');
  return row ?? null;
}

interface Pair {
  userId: string;
  performerId: string;
}
const ofPair = (pair: Pair) =>
  and(
    eq(subscriptions.userId, pair.userId),
    eq(subscriptions.performerId, pair.performerId),
    inArray(subscriptions.state, [...openStates]),
  );

/** The one open subscription of a fan to a creator, for reading only. */
export async function openSlot(ctx: Ctx, pair: Pair): Promise<SubscriptionRow | null> {
  const [row] = await ctx.db.select().from(subscriptions).where(ofPair(pair));
  return row ?? null;
}

/**
 * Locks the one open subscription of a fan to a creator, creating an `incomplete` one if there is none. Every
 * change between the two requires this lock, so that two concurrent payments can't both open a subscription.
 */
export async function lockSlot(tx: Ctx, pair: Pair): Promise<SubscriptionRow> {
  const select = () => tx.db.select().from(subscriptions).where(ofPair(pair)).for('update');
  const [open] = await select();
  if (open) return open;
  const time = now(tx);
  await tx.db
    .insert(subscriptions)
    .values({
      id: tx.ports.ids(),
      ...pair,
      type: 'monthly',
      state: 'incomplete',
      price: 0,
      gateway: tx.ports.payments.name,
      startedAt: time,
      periodEnd: time,
      createdAt: time,
      updatedAt: time,
    })
    .onConflictDoNothing();
  const [made] = await select();
  if (!made) throw new Error('the subscription row vanished');
  return made;
}

type Change = Partial<Omit<SubscriptionRow, 'id' | 'userId' | 'performerId' | 'createdAt' | 'updatedAt'>>;

/** Updates a locked row and the creator's subscriber count, and notifies the fan's open tabs. */
export async function changeSubscription(
  tx: Ctx,
  row: SubscriptionRow,
  change: Change,
): Promise<SubscriptionRow> {
  const [changed] = await tx.db
    .update(subscriptions)
    .set({ ...change, updatedAt: now(tx) })
    .where(eq(subscriptions.id, row.id))
    .returning();
  if (!changed) throw new Error('the subscription row vanished');
  const difference =
    Number(countedStates.includes(changed.state)) - Number(countedStates.includes(row.state));
  await addToCreatorCounts(tx, row.performerId, { subscribers: difference });
  if (difference !== 0 || changed.periodEnd.getTime() !== row.periodEnd.getTime()) {
    tx.emit(rooms.account(row.userId), 'access/changed', { performerId: row.performerId });
  }
  return changed;
}

/** Ends a subscription: access is revoked, and the pair can have a new one. */
export const endSubscription = async (tx: Ctx, row: SubscriptionRow): Promise<SubscriptionRow> => {
  const time = now(tx);
  const { id: cause, performerId, userId: accountId } = row;
  await queueAutomatic(tx, { kind: 'subscription-ended', performerId, accountId, cause });
  return changeSubscription(tx, row, {
    state: 'expired',
    nextAttemptAt: null,
    ...(row.periodEnd > time ? { periodEnd: time } : {}),
  });
};
