import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '#backend/kernel/context.ts';
import { accounts, sessions } from '#backend/db/schema/accounts.ts';
import { accountBlocks, countryBlocks } from '#backend/db/schema/blocks.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { payments } from '#backend/db/schema/ledger.ts';
import { cards } from '#backend/db/schema/payments.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { resumeSubscription } from '#backend/domain/trade/subscriptions/resume.ts';
import { mayRenew } from '#backend/domain/trade/subscriptions/renewal-rules.ts';
import type { SubscriptionRow } from '#backend/domain/trade/subscriptions/slots.ts';
import {
  comingTerms,
  daysLeft,
  agreedPrice,
  lockOwn,
  paidForPeriod,
  refuseUnderWay,
  renewalCard,
  renewalCards,
  supersede,
} from '#backend/domain/trade/subscriptions/terms.ts';
import { type Person, makeTestApp } from '../../../setup/test-app.ts';

const app = await makeTestApp();
const { db, ctx, ctxOf, ports } = app;
const at = (text: string) => new Date(`${text}T09:00:00Z`);

let fan: Person;
let creator: Person;
beforeEach(async () => {
  [fan, creator] = [await app.makeFan(), await app.makeCreator()];
});

async function given(more: Partial<SubscriptionRow> = {}): Promise<SubscriptionRow> {
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
      startedAt: at('2026-01-31'),
      billingAnchor: at('2026-01-31'),
      periodEnd: at('2026-03-31'),
      createdAt: ports.clock.now(),
      updatedAt: ports.clock.now(),
      ...more,
    })
    .returning();
  return row!;
}
let minted = 0;
async function card(owner: Person, more: Partial<typeof cards.$inferInsert> = {}): Promise<string> {
  minted += 1;
  const id = ports.ids();
  await db.insert(cards).values({
    id,
    accountId: owner.id,
    gateway: 'sandbox',
    gatewayId: `card_${minted}`,
    brand: 'visa',
    last4: '4242',
    expMonth: 1,
    expYear: 2030,
    createdAt: ports.clock.now(),
    ...more,
  });
  return id;
}

describe('the next plan and price', () => {
  test('are those agreed, else the current ones', async () => {
    expect(comingTerms(await given())).toEqual({ type: 'monthly', price: 999 });
    expect(
      comingTerms({
        ...(await given({ userId: (await app.makeFan()).id })),
        nextType: 'yearly',
        nextPrice: 9_000,
      }),
    ).toEqual({ type: 'yearly', price: 9_000 });
  });

  test('are the agreed or currently paid price of a plan; for one never agreed there is none', async () => {
    const row = await given({ nextType: 'yearly', nextPrice: 9_000 });
    expect([
      agreedPrice(row, 'yearly'),
      agreedPrice(row, 'monthly'),
      agreedPrice({ ...row, nextType: null, nextPrice: null }, 'yearly'),
      agreedPrice({ ...row, nextType: null, nextPrice: 800 }, 'monthly'),
    ]).toEqual([9_000, 999, null, 800]);
  });
});

describe('days of the current period', () => {
  test.each([
    ['the last moment of a day counts it', '2026-03-30T09:00:01Z', 1],
    ['to the second', '2026-03-30T09:00:00Z', 1],
    ['a second before that is one more', '2026-03-30T08:59:59Z', 2],
    ['over', '2026-03-31T09:00:00Z', 0],
    ['long over', '2026-05-01T09:00:00Z', 0],
    ['never more than all', '2026-02-01T09:00:00Z', 31],
  ])('%s', async (_, moment, left) => {
    expect(daysLeft(await given(), new Date(moment))).toEqual({ left, all: 31 });
  });

  test('of a year, of a free month, and from the start if there is no anchor', async () => {
    const row = await given({ type: 'yearly', periodEnd: at('2028-01-31') });
    expect(daysLeft(row, at('2027-12-31')).all).toBe(365);
    expect(daysLeft({ ...row, type: 'free', periodEnd: at('2026-02-28') }, at('2026-02-20')).all).toBe(28);
    expect(
      daysLeft(
        {
          ...row,
          billingAnchor: null,
          startedAt: at('2026-01-10'),
          type: 'monthly',
          periodEnd: at('2026-03-10'),
        },
        at('2026-03-01'),
      ),
    ).toEqual({ left: 9, all: 28 });
  });

  test('the amount paid is zero without a payment', async () => {
    expect(await paidForPeriod(ctx, await given())).toBe(0);
  });
});

describe("the fan's own payment", () => {
  test("isn't another person's, another gateway's, unstarted, or unknown", async () => {
    const mine = (id: string, who = fan, provider?: string) =>
      transaction(ctxOf(who.viewer), (tx) => lockOwn(tx, { id, provider }));
    const row = await given();
    expect([await mine(row.id), await mine(row.id, fan, 'sandbox')]).toEqual([row, row]);
    const away = await given({ performerId: (await app.makeCreator()).id, gateway: 'stripe' });
    const begun = await given({ performerId: (await app.makeCreator()).id, state: 'incomplete' });
    const asked: Parameters<typeof mine>[] = [
      [row.id, creator],
      [row.id, fan, 'stripe'],
      [away.id],
      [begun.id],
      [ports.ids()],
    ];
    for (const one of asked) await expect(mine(...one)).rejects.toMatchObject({ status: 404 });
  });

  test('in progress leaves everything undecided; one waiting for the bank is given up', async () => {
    const [row, other] = [await given(), await given({ performerId: (await app.makeCreator()).id })];
    const moment = ports.clock.now();
    const id = ports.ids();
    const intent = {
      kind: 'subscription',
      performerId: creator.id,
      type: 'monthly',
      renewal: false,
    } as const;
    await db.insert(payments).values({
      id,
      accountId: fan.id,
      kind: 'subscription',
      cardId: await card(fan),
      subscriptionId: row.id,
      amount: 999,
      currency: 'USD',
      state: 'pending',
      intent,
      idempotencyKey: id,
      fingerprint: id,
      createdAt: moment,
      updatedAt: moment,
    });
    const inside = (work: typeof refuseUnderWay, of: SubscriptionRow) =>
      transaction(ctx, (tx) => work(tx, of));
    for (const work of [refuseUnderWay, supersede]) {
      await expect(inside(work, row)).rejects.toMatchObject({ status: 409 });
      await inside(work, other);
    }
    await db.update(payments).set({ state: 'challenge' }).where(eq(payments.id, id));
    await inside(refuseUnderWay, row);
    await inside(supersede, other);
    const state = async () => (await db.select().from(payments).where(eq(payments.id, id)))[0];
    expect(await state()).toMatchObject({ state: 'challenge' });
    await inside(supersede, row);
    expect(await state()).toMatchObject({
      state: 'declined',
      reason: 'You started another payment, so you weren’t charged for this one.',
    });
  });
});

test("uses the subscription's own card while it is saved, else the default, of this gateway and this fan", async () => {
  const other = await app.makeFan();
  const row = await given();
  expect([await renewalCard(ctx, row), await renewalCards(ctx, [])]).toEqual([null, new Map()]);
  await card(other, { isDefault: true });
  await card(fan);
  expect(await renewalCard(ctx, row)).toBeNull();
  const [first, own] = [await card(fan, { isDefault: true }), await card(fan)];
  expect((await renewalCard(ctx, row))?.id).toBe(first);
  expect((await renewalCard(ctx, { ...row, cardId: own }))?.id).toBe(own);
  await db.update(cards).set({ removedAt: ports.clock.now() }).where(eq(cards.id, own));
  expect((await renewalCard(ctx, { ...row, cardId: own }))?.id).toBe(first);
  await db.update(cards).set({ gateway: 'stripe' }).where(eq(cards.id, first));
  expect(await renewalCard(ctx, row)).toBeNull();
});

test('of several at once uses a card of its own fan each', async () => {
  const other = await app.makeFan();
  const [row, others] = [await given(), await given({ userId: other.id })];
  const [mine, theirs] = [await card(fan, { isDefault: true }), await card(other, { isDefault: true })];
  const found = await renewalCards(ctx, [others, row]);
  expect([found.get(row.id)?.id, found.get(others.id)?.id]).toEqual([mine, theirs]);
});

describe('resuming a canceled subscription', () => {
  const take = (row: SubscriptionRow) =>
    resumeSubscription(ctxOf(fan.viewer), { provider: 'sandbox', id: row.id });
  const rowOf = async ({ id }: SubscriptionRow) =>
    (await db.select().from(subscriptions).where(eq(subscriptions.id, id)))[0];

  test.each(['active', 'past_due'] as const)(
    "isn't possible for one that is %s, which stays as it is",
    async (state) => {
      await card(fan, { isDefault: true });
      const row = await given({ state, cancelReason: 'x' });
      ports.clock.move('1m');
      expect([(await take(row)).state, await rowOf(row)]).toEqual([state, row]);
    },
  );

  test('a free one continues without a card', async () => {
    const row = await given({ type: 'free', state: 'cancelled', cancelledAt: ports.clock.now(), price: 0 });
    expect(await take(row)).toMatchObject({ state: 'active', cancelledAt: null });
    await card(fan, { isDefault: true });
    await db.update(subscriptions).set({ state: 'cancelled' }).where(eq(subscriptions.id, row.id));
    await take(row);
    expect(await rowOf(row)).toMatchObject({ state: 'active', cardId: null });
  });
});

describe('renewable subscriptions', () => {
  const may = async (row: SubscriptionRow) => transaction(ctx, (tx) => mayRenew(tx, row));

  test('include any with a visible creator', async () => {
    expect(await may(await given())).toBe(true);
  });

  test.each([true, false])(
    "exclude those after a block, whoever made it; other people's blocks don't matter",
    async (byFan) => {
      const row = await given();
      const [blockerId, blockedId] = byFan ? [fan.id, creator.id] : [creator.id, fan.id];
      const stranger = (await app.makeFan()).id;
      await db.insert(accountBlocks).values([
        { blockerId, blockedId: stranger, createdAt: ports.clock.now() },
        { blockerId: stranger, blockedId, createdAt: ports.clock.now() },
      ]);
      expect(await may(row)).toBe(true);
      await db.insert(accountBlocks).values({ blockerId, blockedId, createdAt: ports.clock.now() });
      expect(await may(row)).toBe(false);
    },
  );

  test('exclude those in a closed country, by where the fan was last seen', async () => {
    const row = await given();
    const seen = (ip: string, minutes: number) =>
      db.insert(sessions).values({
        id: ports.ids(),
        accountId: fan.id,
        tokenHash: ports.ids(),
        ip,
        remember: false,
        createdAt: ports.clock.now(),
        lastSeenAt: new Date(ports.clock.now().getTime() + minutes * 60_000),
        expiresAt: ports.clock.now(),
      });
    ports.geo.countries.set('198.51.100.7', 'FR').set('198.51.100.8', 'DE');
    await db.insert(countryBlocks).values([
      { blockerId: creator.id, country: 'FR', createdAt: ports.clock.now() },
      { blockerId: creator.id, country: 'ES', createdAt: ports.clock.now() },
    ]);
    expect(await may(row)).toBe(true);
    await seen('198.51.100.7', 1);
    expect(await may(row)).toBe(false);
    await seen('198.51.100.8', 2);
    expect(await may(row)).toBe(true);
    await seen('198.51.100.7', 3);
    expect(await may(row)).toBe(false);
    await db.delete(sessions).where(eq(sessions.accountId, fan.id));
    expect(await may(row)).toBe(true);
  });

  test('exclude those of creators who are suspended or no longer approved', async () => {
    const row = await given();
    await db.update(performers).set({ verified: 'rejected' }).where(eq(performers.accountId, creator.id));
    expect(await may(row)).toBe(false);
    await db.update(performers).set({ verified: 'approved' }).where(eq(performers.accountId, creator.id));
    await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, creator.id));
    expect(await may(row)).toBe(false);
  });
});
