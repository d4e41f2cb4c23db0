import { desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Ctx, transaction } from '#backend/kernel/context.ts';
import { accounts } from '#backend/db/schema/accounts.ts';
import { ledgerTransactions, payments, providerEvents } from '#backend/db/schema/ledger.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { endIfOver, renewalFailed, subscriptionPaid } from '#backend/domain/trade/subscriptions/effects.ts';
import { settle } from '#backend/domain/trade/payment-outcomes/settle.ts';
import { renewSubscription } from '#backend/domain/trade/subscriptions/renewal.ts';
import { type SubscriptionRow, changeSubscription } from '#backend/domain/trade/subscriptions/slots.ts';
import { priceToStart } from '#backend/domain/trade/subscriptions/start.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { routes } from '#config/routes.ts';
import { subscriptionApp } from '../../../setup/subscribing.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await subscriptionApp();
const { db, ctx, ctxOf, ports, rowOf, mailsTo } = app;
const inMinutes = (minutes: number) => new Date(ports.clock.now().getTime() + minutes * 60_000);
const inside = <Value>(work: (tx: Ctx) => Promise<Value>) => transaction(ctx, work);

let fan: Person;
let creator: Person;
let cardId: string;
beforeEach(async () => {
  ({ fan, creator, cardId } = await app.begin());
});

async function given(more: Partial<SubscriptionRow> = {}): Promise<SubscriptionRow> {
  const at = inMinutes(-40_000);
  const [row] = await db
    .insert(subscriptions)
    .values({
      id: ports.ids(),
      userId: fan.id,
      performerId: creator.id,
      type: 'monthly',
      state: 'active',
      price: 999,
      cardId,
      gateway: 'sandbox',
      startedAt: at,
      billingAnchor: at,
      periodEnd: inMinutes(30),
      createdAt: at,
      updatedAt: at,
      ...more,
    })
    .returning();
  return row!;
}
type PaymentRow = typeof payments.$inferSelect;
async function payment(row: SubscriptionRow, more: Partial<PaymentRow> = {}): Promise<PaymentRow> {
  const id = ports.ids();
  const [made] = await db
    .insert(payments)
    .values({
      id,
      accountId: fan.id,
      kind: 'subscription',
      cardId,
      subscriptionId: row.id,
      amount: 999,
      currency: 'USD',
      state: 'pending',
      idempotencyKey: id,
      fingerprint: id,
      createdAt: inMinutes(0),
      updatedAt: inMinutes(0),
      intent: { kind: 'subscription', performerId: creator.id, type: 'monthly', renewal: false, price: 999 },
      ...more,
    })
    .returning();
  return made!;
}
/** Applies a successful payment; returns the subscription as in its reply. */
async function pays(made: PaymentRow) {
  const eventId = `evt_${made.id}`;
  await db.insert(providerEvents).values({ id: eventId, gateway: 'sandbox', createdAt: inMinutes(0) });
  const { reply } = await inside((tx) =>
    subscriptionPaid(tx, made, {
      status: 'succeeded',
      chargeId: 'ch',
      eventId,
      amount: made.amount,
      currency: 'USD',
    }),
  );
  return reply as { _id: string; state: string; type: string; price: number };
}
const intent = (more: Partial<Extract<PaymentRow['intent'], { kind: 'subscription' }>>) =>
  ({ kind: 'subscription', performerId: creator.id, type: 'monthly', renewal: false, ...more }) as const;
const lastEntry = async () =>
  (
    await db
      .select()
      .from(ledgerTransactions)
      .where(eq(ledgerTransactions.actorId, fan.id))
      .orderBy(desc(ledgerTransactions.createdAt), desc(ledgerTransactions.id))
      .limit(1)
  )[0]!;
const announced = () => ports.transport.of('notification/created', rooms.account(creator.id)).length;

describe('effects of a payment', () => {
  test('include a description: the plan, and the credit for the rest of another', async () => {
    await pays(await payment(await given()));
    expect((await lastEntry()).description).toBe('Monthly subscription to Cleo');
    ports.clock.move('1m');
    await pays(
      await payment(await given({ userId: (await app.makeFan()).id }), {
        intent: intent({ type: 'yearly', price: 9_990, credit: 250 }),
      }),
    );
    const [entry] = await db
      .select()
      .from(ledgerTransactions)
      .orderBy(desc(ledgerTransactions.createdAt), desc(ledgerTransactions.id))
      .limit(1);
    expect(entry?.description).toBe('Yearly subscription to Cleo, less $2.50 for what was left of the month');
  });

  test("renewals cost the agreed price; without one, the amount paid plus a coupon's discount", async () => {
    const row = await given();
    expect(await pays(await payment(row, { amount: 500, intent: intent({ price: 1_200 }) }))).toMatchObject({
      _id: row.id,
      price: 1_200,
    });
    expect(await pays(await payment(row, { amount: 900, discount: 99, intent: intent({}) }))).toMatchObject({
      price: 999,
    });
  });

  test('a creator is notified of a new subscriber, but not of a renewal', async () => {
    await pays(await payment(await given()));
    expect(announced()).toBe(0);
    await db.update(subscriptions).set({ state: 'expired' });
    const fresh = await given({ state: 'incomplete' });
    expect(await pays(await payment(fresh))).toMatchObject({ _id: fresh.id, state: 'active' });
    expect(announced()).toBe(1);
  });

  test('for an ended or a free one, a new subscription begins', async () => {
    const over = await given({ state: 'expired', periodEnd: inMinutes(-60) });
    const first = await pays(await payment(over));
    expect([first._id === over.id, await rowOf(over.id)]).toEqual([false, over]);
    await db.update(subscriptions).set({ state: 'expired' });
    const free = await given({ type: 'free', price: 0, periodEnd: inMinutes(5_000) });
    const second = await pays(await payment(free));
    expect([second._id === free.id, await rowOf(free.id)]).toMatchObject([
      false,
      { state: 'expired', type: 'free', periodEnd: inMinutes(0) },
    ]);
  });

  test('without a subscription there are none: no entry, no period', async () => {
    const made = await payment(await given());
    const before = await db.$count(ledgerTransactions);
    for (const wrong of [
      { ...made, subscriptionId: null },
      { ...made, subscriptionId: ports.ids() },
      { ...made, intent: { kind: 'top_up', tokens: 1, bonus: 0, packageId: null } as const },
    ]) {
      await expect(
        inside((tx) =>
          subscriptionPaid(tx, wrong, {
            status: 'succeeded',
            chargeId: 'ch',
            eventId: 'evt',
            amount: 999,
            currency: 'USD',
          }),
        ),
      ).rejects.toMatchObject({ status: 500, message: 'not a subscription' });
    }
    expect(await db.$count(ledgerTransactions)).toBe(before);
    await expect(
      inside((tx) => changeSubscription(tx, { id: ports.ids() } as SubscriptionRow, {})),
    ).rejects.toThrow('vanished');
  });
});

describe('a renewal', () => {
  test.each<[string, number, () => Partial<SubscriptionRow>]>([
    ['in its last hour, to the second', 1, () => ({ periodEnd: inMinutes(60) })],
    [
      'overdue, on the minute of its next try',
      0,
      () => ({ state: 'past_due', periodEnd: inMinutes(-100), nextAttemptAt: inMinutes(0) }),
    ],
  ])('%s is charged', async (_, announcements, more) => {
    const row = await given(more());
    await renewSubscription(ctx, row.id, settle);
    expect([await app.paid(), (await rowOf(row.id)).state]).toEqual([1, 'active']);
    // Only renewals are announced; overdue payments have their own notices.
    expect((await mailsTo()).filter(({ subject }) => subject.includes('renews on'))).toHaveLength(
      announcements,
    );
  });

  test('does nothing for a canceled one, even with a card', async () => {
    const row = await given({ state: 'cancelled' });
    await renewSubscription(ctx, row.id, settle);
    expect([await rowOf(row.id), await db.$count(payments, eq(payments.subscriptionId, row.id))]).toEqual([
      row,
      0,
    ]);
  });

  test('with a payment in progress continues that one; it waits while the fan is at the bank', async () => {
    const row = await given();
    const under = await payment(row, { state: 'challenge' });
    await renewSubscription(ctx, row.id, settle);
    expect([await app.paid(), await db.$count(payments, eq(payments.subscriptionId, row.id))]).toEqual([
      0, 1,
    ]);
    await db.update(payments).set({ state: 'pending' }).where(eq(payments.id, under.id));
    await renewSubscription(ctx, row.id, settle);
    expect([await app.paid(), await db.$count(payments, eq(payments.subscriptionId, row.id))]).toEqual([
      1, 1,
    ]);
  });

  test('that failed is reported in the browser and by email: where to pay or, at the end, where to start again', async () => {
    const row = await given({ retries: 2 });
    await inside((tx) => renewalFailed(tx, row.id, 'No money.'));
    const { username } = creator;
    expect(
      ports.transport.of('notification/created', rooms.account(fan.id)).map(({ payload }) => payload),
    ).toEqual([
      {
        kind: 'subscription-failed',
        text: expect.stringMatching(/^Your subscription to Cleo couldn’t be renewed\. We’ll try again on /),
        href: routes.subscriptions,
      },
    ]);
    await inside((tx) => renewalFailed(tx, row.id, 'No money.'));
    const mails = await mailsTo();
    expect(mails.map(({ text }) => text.split('\n').at(-5))).toEqual([
      `To pay with another card: https://limelight.test${routes.subscriptions}`,
      `To subscribe again: https://limelight.test/${username}`,
    ]);
    expect((await rowOf(row.id)).state).toBe('expired');
  });

  test("isn't emailed to anyone without an address", async () => {
    const row = await given();
    await db.update(accounts).set({ email: null }).where(eq(accounts.id, fan.id));
    await inside((tx) => renewalFailed(tx, row.id, 'No money.'));
    expect([
      ports.transport.of('notification/created', rooms.account(fan.id)).length,
      (await rowOf(row.id)).state,
    ]).toEqual([1, 'past_due']);
  });

  test('ends expired subscriptions by the clock, once', async () => {
    const row = await given({ state: 'cancelled' });
    const ends = async () => inside(async (tx) => endIfOver(tx, await rowOf(row.id)));
    expect(await ends()).toBe(false);
    ports.clock.move('1h');
    expect([await ends(), await ends(), (await rowOf(row.id)).state]).toEqual([true, false, 'expired']);
  });
});

describe('the price to start', () => {
  const costs = (type: 'monthly' | 'yearly' = 'monthly') =>
    priceToStart(ctxOf(fan.viewer), { performerId: creator.id, type });

  test('is the current one for fans who are new, returning, or had it free', async () => {
    expect([await costs(), await costs('yearly')]).toEqual([999, 9_990]);
    await given({ state: 'expired', price: 500 });
    expect(await costs()).toBe(999);
    const row = await given({ type: 'free', price: 0 });
    expect(await costs()).toBe(999);
    await db
      .update(subscriptions)
      .set({ state: 'incomplete', type: 'monthly', price: 300 })
      .where(eq(subscriptions.id, row.id));
    expect(await costs()).toBe(999);
  });

  test('is the current one after the end of a cancelled subscription, even before a job has ended it', async () => {
    await given({ state: 'cancelled', price: 500 });
    ports.clock.move('1h');
    expect(await costs()).toBe(999);
  });

  test('is the agreed one for overdue fans, and not applicable for subscribers', async () => {
    const row = await given({ price: 500 });
    await expect(costs()).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('already subscribed to Cleo'),
    });
    await db
      .update(subscriptions)
      .set({ periodEnd: inMinutes(-1) })
      .where(eq(subscriptions.id, row.id));
    expect([await costs(), await costs('yearly')]).toEqual([500, 9_990]);
    await db
      .update(subscriptions)
      .set({ periodEnd: inMinutes(30), state: 'past_due' })
      .where(eq(subscriptions.id, row.id));
    expect(await costs()).toBe(500);
  });
});
