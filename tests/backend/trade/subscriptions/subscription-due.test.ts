import { eq, inArray, like } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Ctx, transaction } from '#backend/kernel/context.ts';
import { accounts } from '#backend/db/schema/accounts.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { jobs } from '#backend/db/schema/kernel.ts';
import { payments } from '#backend/db/schema/ledger.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { renewalFailed, startPeriod } from '#backend/domain/trade/subscriptions/effects.ts';
import { settle } from '#backend/domain/trade/payment-outcomes/settle.ts';
import { queueDueSubscriptions, renewSubscription } from '#backend/domain/trade/subscriptions/renewal.ts';
import {
  type SubscriptionRow,
  changeSubscription,
  currentStatus,
  endSubscription,
  lockSlot,
  lockSubscription,
  openSlot,
} from '#backend/domain/trade/subscriptions/slots.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { type Person, makeTestApp } from '../../../setup/test-app.ts';

const app = await makeTestApp();
const { db, ctx, ports } = app;
const minute = 60_000;
const inMinutes = (minutes: number) => new Date(ports.clock.now().getTime() + minutes * minute);

let fan: Person;
let creator: Person;
beforeEach(async () => {
  [fan, creator] = [await app.makeFan({ name: 'Fay' }), await app.makeCreator({ name: 'Cleo' })];
  await db.delete(jobs);
  await db.update(subscriptions).set({ state: 'expired' });
  ports.transport.clear();
});

/** A monthly subscription with ten days left by default. */
async function given(more: Partial<SubscriptionRow> = {}): Promise<SubscriptionRow> {
  const at = ports.clock.now();
  const [row] = await db
    .insert(subscriptions)
    .values({
      id: ports.ids(),
      userId: fan.id,
      performerId: creator.id,
      type: 'monthly',
      state: 'active',
      price: 999,
      gateway: 'sandbox',
      startedAt: at,
      billingAnchor: at,
      periodEnd: inMinutes(14_400),
      createdAt: at,
      updatedAt: at,
      ...more,
    })
    .returning();
  return row!;
}
const inside = <Value>(work: (tx: Ctx) => Promise<Value>) => transaction(ctx, work);
const rowOf = async ({ id }: SubscriptionRow) =>
  (await db.select().from(subscriptions).where(eq(subscriptions.id, id)))[0]!;
const subscribersOf = async () =>
  (await db.select().from(performers).where(eq(performers.accountId, creator.id)))[0]!.subscribers;
const told = () => ports.transport.of('access/changed');

describe('due work', () => {
  const never = { nextAttemptAt: null };
  test.each<[string, boolean, () => Partial<SubscriptionRow>]>([
    ['a paid one in its last hour', true, () => ({ periodEnd: inMinutes(60) })],
    ['a paid one a minute before that', false, () => ({ periodEnd: inMinutes(61) })],
    ['a free one in its last hour', false, () => ({ type: 'free', periodEnd: inMinutes(30) })],
    ['a free one that is over', true, () => ({ type: 'free', periodEnd: inMinutes(0) })],
    ['a cancelled one in its last hour', false, () => ({ state: 'cancelled', periodEnd: inMinutes(30) })],
    ['a cancelled one that is over', true, () => ({ state: 'cancelled', periodEnd: inMinutes(0) })],
    [
      'an overdue one when its next try has come',
      true,
      () => ({ state: 'past_due', periodEnd: inMinutes(-100), nextAttemptAt: inMinutes(0) }),
    ],
    [
      'an overdue one before its next try',
      false,
      () => ({ state: 'past_due', periodEnd: inMinutes(-100), nextAttemptAt: inMinutes(1) }),
    ],
    ['one that ended', false, () => ({ state: 'expired', periodEnd: inMinutes(-100), ...never })],
    ['one that never began', false, () => ({ state: 'incomplete', periodEnd: inMinutes(-100), ...never })],
  ])('%s', async (_, isDue, more) => {
    const row = await given(more());
    await queueDueSubscriptions(ctx);
    await queueDueSubscriptions(ctx);
    const queued = await db.select().from(jobs).where(eq(jobs.kind, 'subscription-renew'));
    expect(queued.map(({ payload, dedupeKey }) => [payload, dedupeKey])).toEqual(
      isDue ? [[{ subscriptionId: row.id }, `subscription:${row.id}`]] : [],
    );
  });

  test('more than fit one batch, many of them at the same moment: each once', async () => {
    const template = await given({ periodEnd: inMinutes(5) });
    const [person] = await db.select().from(accounts).where(eq(accounts.id, fan.id));
    const people = Array.from({ length: 1_001 }, (_, index) => ({
      ...person!,
      id: ports.ids(),
      username: `due-${index}`,
      email: `due-${index}@limelight.test`,
    }));
    await db.insert(accounts).values(people);
    await db.insert(subscriptions).values(
      people.map(({ id }, index) => ({
        ...template,
        id: ports.ids(),
        userId: id,
        periodEnd: inMinutes(index % 3),
      })),
    );
    await queueDueSubscriptions(ctx);
    expect(await db.$count(jobs, like(jobs.dedupeKey, 'subscription:%'))).toBe(1_002);
  });

  test.each<[string, () => Partial<SubscriptionRow>]>([
    ['a paid one that has time', () => ({ periodEnd: inMinutes(61) })],
    [
      'an overdue one that is to be tried later',
      () => ({ state: 'past_due', periodEnd: inMinutes(-100), nextAttemptAt: inMinutes(1) }),
    ],
    [
      'an overdue one that nobody tries again',
      () => ({ state: 'past_due', periodEnd: inMinutes(-100), nextAttemptAt: null }),
    ],
    ['a free one that runs', () => ({ type: 'free', periodEnd: inMinutes(30) })],
    ['a cancelled one that runs', () => ({ state: 'cancelled', periodEnd: inMinutes(30) })],
    ['one that ended', () => ({ state: 'expired', periodEnd: inMinutes(-10) })],
    ['one that never began', () => ({ state: 'incomplete', periodEnd: inMinutes(-10) })],
  ])('too early, nothing happens: %s', async (_, more) => {
    const row = await given(more());
    await renewSubscription(ctx, row.id, settle);
    expect([await rowOf(row), await db.$count(payments), told()]).toEqual([row, 0, []]);
  });

  test("one that doesn't exist is ignored", async () => {
    expect(await renewSubscription(ctx, ports.ids(), settle)).toBeUndefined();
    expect(await inside((tx) => renewalFailed(tx, ports.ids(), 'none'))).toBeUndefined();
  });

  test('without a card: overdue, with a message naming it and the amount', async () => {
    const row = await given({ periodEnd: inMinutes(30), nextPrice: 1_200 });
    await renewSubscription(ctx, row.id, settle);
    expect(await rowOf(row)).toMatchObject({
      state: 'past_due',
      retries: 1,
      nextAttemptAt: inMinutes(30 + 1_440),
    });
    const mails = await db.select().from(emailOutbox).where(eq(emailOutbox.to, fan.email));
    expect(mails.at(-1)?.text).toMatch(
      /Hi Fay,\n\nWe couldn’t charge \$12\.00 for your subscription to Cleo\. There’s no card to charge\. The last one was removed\.\n\nWe’ll try again on .*\n\nTo pay with another card: /,
    );
  });
});

describe('the subscription slot of two people', () => {
  test.each<[string, string, () => Partial<SubscriptionRow>]>([
    ['incomplete', 'never began', () => ({ state: 'incomplete' })],
    ['over', 'ended, though its period runs', () => ({ state: 'expired' })],
    ['live', 'runs', () => ({})],
    ['live', 'is cancelled and runs', () => ({ state: 'cancelled', periodEnd: inMinutes(1) })],
    ['over', 'is cancelled and has run out', () => ({ state: 'cancelled', periodEnd: inMinutes(0) })],
    ['over', 'was free', () => ({ type: 'free', periodEnd: inMinutes(0) })],
    ['lapsed', 'wasn’t paid', () => ({ periodEnd: inMinutes(0) })],
    ['lapsed', 'is overdue', () => ({ state: 'past_due', periodEnd: inMinutes(0) })],
  ])('is %s if it %s', async (standing, _, more) => {
    expect(currentStatus(await given(more()), ports.clock.now())).toBe(standing);
  });

  test('is the single open row, created if missing', async () => {
    const pair = { userId: fan.id, performerId: creator.id };
    await given({ state: 'expired' });
    expect([await openSlot(ctx, pair), await inside((tx) => lockSubscription(tx, ports.ids()))]).toEqual([
      null,
      null,
    ]);
    const made = await inside((tx) => lockSlot(tx, pair));
    expect(made).toMatchObject({
      ...pair,
      state: 'incomplete',
      type: 'monthly',
      price: 0,
      gateway: 'sandbox',
      periodEnd: ports.clock.now(),
    });
    expect([await inside((tx) => lockSlot(tx, pair)), await openSlot(ctx, pair)]).toEqual([made, made]);
  });

  test('changes counts and sends events only if access changes', async () => {
    const row = await given();
    await inside((tx) => changeSubscription(tx, row, { price: 1_200 }));
    expect([await subscribersOf(), told()]).toEqual([0, []]);
    await inside((tx) => changeSubscription(tx, row, { periodEnd: inMinutes(20_000) }));
    expect([await subscribersOf(), told()]).toEqual([
      0,
      [{ room: rooms.account(fan.id), event: 'access/changed', payload: { performerId: creator.id } }],
    ]);
    const fresh = await given({ userId: (await app.makeFan()).id, state: 'incomplete' });
    const begun = await inside((tx) => changeSubscription(tx, fresh, { state: 'active' }));
    expect([await subscribersOf(), told().length]).toEqual([1, 2]);
    await inside((tx) => endSubscription(tx, begun));
    expect([await subscribersOf(), told().length]).toEqual([0, 3]);
  });

  test('ends now, or stays ended if its period was already over', async () => {
    const [running, over] = [
      await given({ nextAttemptAt: inMinutes(5) }),
      await given({ userId: (await app.makeFan()).id, periodEnd: inMinutes(-5) }),
    ];
    expect(await inside((tx) => endSubscription(tx, running))).toMatchObject({
      state: 'expired',
      nextAttemptAt: null,
      periodEnd: ports.clock.now(),
    });
    expect(await inside((tx) => endSubscription(tx, over))).toMatchObject({
      state: 'expired',
      periodEnd: inMinutes(-5),
    });
  });
});

describe('the start of a period', () => {
  const terms = { type: 'monthly' as const, price: 999, cardId: null };
  test('continues from the last one for the same plan or the one agreed next; for another it is the payment', async () => {
    const row = await given({
      periodEnd: new Date('2026-04-02T09:00:00Z'),
      billingAnchor: new Date('2026-02-02T09:00:00Z'),
      retries: 2,
      nextAttemptAt: inMinutes(1),
      cancelReason: 'x',
      cancelledAt: inMinutes(-1),
      nextPrice: 1_200,
      startedAt: new Date('2026-02-02T09:00:00Z'),
    });
    const next = await inside((tx) => startPeriod(tx, row, { ...terms, price: 1_200 }));
    expect(next).toMatchObject({
      periodEnd: new Date('2026-05-02T09:00:00Z'),
      price: 1_200,
      startedAt: row.startedAt,
      retries: 0,
      nextAttemptAt: null,
      cancelledAt: null,
      cancelReason: null,
      nextType: null,
      nextPrice: null,
      state: 'active',
    });
    const other = await inside((tx) => startPeriod(tx, row, { ...terms, type: 'yearly' }));
    expect(other).toMatchObject({
      type: 'yearly',
      billingAnchor: ports.clock.now(),
      startedAt: row.startedAt,
    });
    const agreed = await inside((tx) =>
      startPeriod(tx, { ...row, nextType: 'yearly' }, { ...terms, type: 'yearly' }),
    );
    expect(agreed).toMatchObject({ type: 'yearly', billingAnchor: row.billingAnchor });
    expect(await inside((tx) => startPeriod(tx, { ...row, billingAnchor: null }, terms))).toMatchObject({
      billingAnchor: row.startedAt,
    });
  });

  test('is the payment for the first one', async () => {
    const row = await given({
      state: 'incomplete',
      startedAt: inMinutes(-500),
      billingAnchor: null,
      periodEnd: inMinutes(-500),
    });
    expect(await inside((tx) => startPeriod(tx, row, terms))).toMatchObject({
      state: 'active',
      startedAt: ports.clock.now(),
      billingAnchor: ports.clock.now(),
    });
  });
});

test("a failed attempt changes nothing for one that isn't to be renewed", async () => {
  const rows = [
    await given({ state: 'cancelled' }),
    await given({ userId: (await app.makeFan()).id, state: 'expired' }),
  ];
  for (const row of rows) await inside((tx) => renewalFailed(tx, row.id, 'late'));
  expect(
    await db
      .select()
      .from(subscriptions)
      .where(
        inArray(
          subscriptions.id,
          rows.map(({ id }) => id),
        ),
      )
      .orderBy(subscriptions.createdAt, subscriptions.id),
  ).toEqual(rows);
  expect(ports.transport.of('notification/created')).toEqual([]);
});
