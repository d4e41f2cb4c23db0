import { and, eq, lte, ne, notInArray, or, sql } from 'drizzle-orm';
import { isPaid } from '#lib/plans/bundles.ts';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { payments } from '../../../db/schema/ledger.ts';
import { subscriptions } from '../../../db/schema/subscriptions.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { type PaymentRow, insertPayment } from '../../money/payments/start.ts';
import { endIfOver, renewalFailed } from './effects.ts';
import { mayRenew } from './renewal-rules.ts';
import { type SubscriptionRow, changeSubscription, lockSubscription } from './slots.ts';
import { announceRenewal } from './notices.ts';
import { comingTerms, renewalCard } from './terms.ts';
import { eachSubscription } from './walk.ts';

/** Renewals are charged in the last hour of the period, so that access isn't interrupted. */
const leadMs = 60 * 60_000;
const open = sql`${subscriptions.state} IN ('active', 'past_due', 'cancelled')`;

/** Queues a job for each subscription with something due, unless one is already waiting. */
export async function queueDueSubscriptions(ctx: Ctx): Promise<void> {
  const time = now(ctx);
  const due = or(
    and(eq(subscriptions.state, 'past_due'), lte(subscriptions.nextAttemptAt, time)),
    and(ne(subscriptions.state, 'past_due'), lte(subscriptions.periodEnd, time)),
    and(eq(subscriptions.state, 'active'), notInArray(subscriptions.type, ['free', 'gift'])),
  );
  const reached = lte(subscriptions.periodEnd, new Date(time.getTime() + leadMs));
  await eachSubscription(ctx, and(open, reached, due), (subscriptionId) =>
    enqueue(ctx, {
      kind: 'subscription-renew',
      payload: { subscriptionId },
      dedupeKey: `subscription:${subscriptionId}`,
    }),
  );
}

function isDue(row: SubscriptionRow, time: Date): boolean {
  if (!isPaid(row.type)) return false;
  if (row.state === 'past_due') return row.nextAttemptAt !== null && row.nextAttemptAt <= time;
  return row.state === 'active' && row.periodEnd.getTime() - leadMs <= time.getTime();
}

async function openPayment(tx: Ctx, row: SubscriptionRow): Promise<PaymentRow | null> {
  const [payment] = await tx.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.subscriptionId, row.id),
        or(eq(payments.state, 'pending'), eq(payments.state, 'challenge')),
      ),
    )
    .limit(1);
  return payment ?? null;
}

/** Decides under the lock what is due, and returns the payment to make, or null. */
async function prepareRenewal(tx: Ctx, id: string): Promise<PaymentRow | null> {
  const row = await lockSubscription(tx, id);
  if (!row || (await endIfOver(tx, row)) || !isDue(row, now(tx))) return null;
  const underWay = await openPayment(tx, row);
  // The fan is on the bank's page. The outcome decides, or giving up after an hour.
  if (underWay) return underWay.state === 'pending' ? underWay : null;
  if (!(await mayRenew(tx, row))) {
    await endIfOver(
      tx,
      await changeSubscription(tx, row, {
        state: 'cancelled',
        cancelledAt: now(tx),
        cancelReason: null,
        nextAttemptAt: null,
      }),
    );
    return null;
  }
  const { type, price } = comingTerms(row);
  // If the notice wasn't sent in the days before, send it now.
  if (row.state === 'active') await announceRenewal(tx, row);
  const card = await renewalCard(tx, row);
  if (!card || !isPaid(type)) {
    await renewalFailed(tx, row.id, 'There’s no card to charge. The last one was removed.');
    return null;
  }
  const intent = { kind: 'subscription', performerId: row.performerId, type, renewal: true, price } as const;
  // Contains spaces, which client keys can't, so no client can claim it first.
  const idempotencyKey = `renewal ${row.id} ${row.periodEnd.toISOString()} ${row.retries}`;
  return insertPayment(
    tx,
    { accountId: row.userId, amount: price, cardId: card.id, subscriptionId: row.id, intent },
    { idempotencyKey, fingerprint: idempotencyKey },
  );
}

/** The job that renews, retries, or ends one subscription. `settle` asks the gateway about the payment. */
export async function renewSubscription(
  ctx: Ctx,
  subscriptionId: string,
  settle: (ctx: Ctx, payment: PaymentRow) => Promise<unknown>,
): Promise<void> {
  const payment = await transaction(ctx, (tx) => prepareRenewal(tx, subscriptionId));
  if (payment) await settle(ctx, payment);
}
