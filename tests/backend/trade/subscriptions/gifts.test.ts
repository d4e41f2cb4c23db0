import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { gifts } from '#backend/db/schema/promotions.ts';
import { ledgerPostings, ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { notifications } from '#backend/db/schema/notifications.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { balanceOf, site } from '#backend/domain/base/ledger/ledger.ts';
import { refund } from '#backend/domain/trade/payment-outcomes/refund.ts';
import { membersAt } from '#backend/domain/trade/subscriptions/members.ts';
import { transaction } from '#backend/kernel/context.ts';
import { subscriptionApp } from '../../../setup/subscribing.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await subscriptionApp();
const { ok, call, db, ctx, ports, addCard, block, subscribe, cancel, quote, rowOf, countOf, until } = app;

let fan: Person;
let creator: Person;
let giver: Person;
let cardId: string;
beforeEach(async () => {
  ({ fan, creator } = await app.begin());
  const made = await app.makeFan({ name: 'Gina' });
  giver = { ...made, token: (await app.openSession(made.id, 24 * 365 * 10)).token };
  cardId = await addCard(giver);
});

type Want = {
  months?: 1 | 3 | 6 | 12;
  expectedPrice?: number;
  message?: string;
  key?: string;
  performerId?: string;
};
const buy = ({ key, ...want }: Want = {}, token = giver.token) =>
  call('POST /gifts', {
    token,
    key,
    body: { performerId: creator.id, months: 1, expectedPrice: 999, cardId, ...want },
  });
const bought = async (want?: Want) => (await buy(want)).data;
const redeem = (code: string, token = fan.token) =>
  call('POST /gifts/link/:code', { token, params: { code } });
const look = (code: string, token: string | null = fan.token) =>
  call('GET /gifts/link/:code', { token, params: { code } });
const takeBack = (id: string, token = giver.token) =>
  call('POST /gifts/:id/refund', { token, params: { id } });
/** What waits for gifts to be redeemed, in cents. */
const waiting = async () => {
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${ledgerPostings.amount}), 0)` })
    .from(ledgerPostings)
    .where(eq(ledgerPostings.accountId, site.gifts.id));
  return Number(row?.sum);
};
const sales = () =>
  db.$count(
    ledgerTransactions,
    and(eq(ledgerTransactions.kind, 'subscription'), eq(ledgerTransactions.performerId, creator.id)),
  );
const noticesTo = async (person: Person) =>
  (await db.select().from(notifications).where(eq(notifications.accountId, person.id))).map(
    ({ text }) => text,
  );

describe('buying a gift', () => {
  test('is one payment that waits: the creator earns nothing yet, and the giver gets a link and a receipt', async () => {
    const before = await waiting();
    const gift = await bought({ message: '  For your birthday ' });
    expect(gift).toMatchObject({
      months: 1,
      price: 999,
      message: 'For your birthday',
      state: 'open',
      code: expect.stringMatching(/^[a-z0-9]{32}$/),
      expiresAt: '2027-01-31T10:00:00.000Z',
    });
    expect([(await waiting()) - before, await balanceOf(ctx, 'earnings', creator.id)]).toEqual([999, 0]);
    expect([await sales(), await checkLedger(ctx)]).toEqual([0, []]);
    const { data: paid } = await ok('GET /payment/transactions/user/search', { token: giver.token });
    expect(paid).toMatchObject([{ kind: 'gift', amount: 999, description: 'Gift: 1 month of Cleo' }]);
    const [mail] = await db.select().from(emailOutbox).where(eq(emailOutbox.to, giver.email));
    expect(mail?.text).toContain('Gift: 1 month of Cleo: $9.99');
    expect(await noticesTo(creator)).toEqual([
      'Gina bought 1 month of your subscription as a gift. You earn it when it’s redeemed.',
    ]);
    expect((await ok('GET /gifts', { token: giver.token })).data).toEqual([gift]);
    expect((await ok('GET /gifts', { token: fan.token })).data).toEqual([]);
  });

  test('costs what the plan of the same length costs, or as many months; another price is refused', async () => {
    await ok('PUT /performers/:id', {
      token: creator.token,
      params: { id: creator.id },
      body: { quarterlyPercent: 10 },
    });
    expect((await bought({ months: 3, expectedPrice: 2_697 })).price).toBe(2_697);
    expect((await bought({ months: 6, expectedPrice: 5_994 })).price).toBe(5_994);
    expect((await bought({ months: 12, expectedPrice: 9_990 })).price).toBe(9_990);
    for (const expectedPrice of [0, 998, 2_997])
      expect((await buy({ months: 3, expectedPrice })).problem).toMatchObject({
        status: 409,
        code: 'price_changed',
      });
    expect((await buy({ months: 2 as 1 })).status).toBe(422);
    expect((await buy({ message: 'x'.repeat(201) })).status).toBe(422);
  });

  test('of oneself, without a session, or across a block is not possible', async () => {
    expect((await buy({}, creator.token)).status).toBe(422);
    await block(creator.id, giver.id);
    expect((await buy()).status).toBe(404);
  });

  test('pressed twice under one key is one gift', async () => {
    const key = app.newKey();
    const both = [await bought({ key }), await bought({ key })];
    expect(both[0]).toEqual(both[1]);
    expect(await db.$count(gifts, eq(gifts.giverId, giver.id))).toBe(1);
  });
});

describe('a gift link', () => {
  test('says who gives what, to visitors too, and nothing across a block', async () => {
    const { code } = await bought({ message: 'Enjoy' });
    expect((await look(code, null)).data).toMatchObject({
      giver: 'Gina',
      months: 1,
      message: 'Enjoy',
      state: 'open',
      performer: { name: 'Cleo' },
      isMine: false,
      isOwn: false,
      subscribedUntil: null,
    });
    expect((await look(code, null)).text).not.toContain(giver.email);
    expect((await look(code, creator.token)).data).toMatchObject({ isOwn: true });
    const nothing = await look('a'.repeat(32));
    await block(creator.id, fan.id);
    expect([(await look(code)).text, (await redeem(code)).text]).toEqual([nothing.text, nothing.text]);
  });

  test("doesn't exist between a giver and someone who blocked them", async () => {
    const { code } = await bought();
    await block(fan.id, giver.id);
    expect([(await look(code)).status, (await redeem(code)).status]).toEqual([404, 404]);
  });
});

describe('redeeming', () => {
  test('gives a subscription without a card that ends by itself; the creator earns it then', async () => {
    const gift = await bought({ months: 3, expectedPrice: 2_997 });
    ports.clock.set('2026-03-05T12:00:00Z');
    const { data } = await redeem(gift.code);
    expect(data).toMatchObject({
      type: 'gift',
      state: 'active',
      renews: false,
      card: null,
      periodEnd: '2026-06-05T12:00:00.000Z',
    });
    expect([await app.hasAccess(), await countOf(), await sales()]).toEqual([true, 1, 1]);
    expect(await balanceOf(ctx, 'earnings', creator.id)).toBe(2_398);
    expect(await checkLedger(ctx)).toEqual([]);
    expect(await noticesTo(giver)).toContain('Fay redeemed your gift: 3 months of Cleo.');
    expect((await ok('GET /gifts', { token: giver.token })).data[0]).toMatchObject({
      state: 'redeemed',
      redeemedAt: '2026-03-05T12:00:00.000Z',
    });
    // It isn't recurring revenue.
    expect((await membersAt(ctx, creator.id, new Date('2026-03-06'))).subscribers).toBe(0);
    await until('2026-06-05T12:00:01Z');
    expect([await app.hasAccess(), (await rowOf(data._id)).state, await sales()]).toEqual([
      false,
      'expired',
      1,
    ]);
  });

  test('twenty at once by different people: one gets it; its own repetition is no error', async () => {
    const { code } = await bought();
    const people = await Promise.all(Array.from({ length: 20 }, () => app.makeFan()));
    const answers = await Promise.all(people.map(({ token }) => redeem(code, token)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    const winner = people[answers.findIndex(({ status }) => status === 201)]!;
    expect((await redeem(code, winner.token)).status).toBe(201);
    expect([await sales(), await countOf()]).toEqual([1, 1]);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('adds its months after the time of a subscriber, who then renews later at the same price', async () => {
    const { _id } = (await subscribe('monthly')).data;
    const { code } = await bought({ months: 3, expectedPrice: 2_997 });
    expect((await look(code)).data.subscribedUntil).toBe('2026-02-28T10:00:00.000Z');
    expect((await redeem(code)).data).toMatchObject({
      _id,
      type: 'monthly',
      renews: true,
      periodEnd: '2026-05-31T10:00:00.000Z',
    });
    await until('2026-02-28T09:30:00Z');
    expect(await app.paid()).toBe(1);
    // A longer plan waits, so that the gift isn't lost.
    expect((await quote(_id, 'yearly')).data).toMatchObject({
      amount: 0,
      startsAt: '2026-05-31T10:00:00.000Z',
    });
    await until('2026-05-31T09:30:00Z');
    const row = await rowOf(_id);
    expect([await app.paid(), row.price, row.giftMonths]).toEqual([2, 999, 0]);
    expect(row.periodEnd.toISOString()).toBe('2026-06-30T10:00:00.000Z');
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('a year that was lengthened renews for a whole year', async () => {
    const { _id } = (await subscribe('yearly')).data;
    await redeem((await bought({ months: 3, expectedPrice: 2_997 })).code);
    await until('2027-04-30T09:30:00Z');
    expect((await rowOf(_id)).periodEnd.toISOString()).toBe('2028-04-30T10:00:00.000Z');
  });

  test('leaves a canceled one canceled, and follows a free one', async () => {
    const { _id } = (await subscribe('monthly')).data;
    await cancel(_id);
    expect((await redeem((await bought()).code)).data).toMatchObject({
      state: 'cancelled',
      renews: false,
      periodEnd: '2026-03-31T10:00:00.000Z',
    });
    const other = await app.makeFan();
    await subscribe('free', { token: other.token });
    expect((await redeem((await bought()).code, other.token)).data).toMatchObject({
      type: 'gift',
      periodEnd: '2026-03-01T10:00:00.000Z',
    });
  });

  test('two gifts follow each other, and paying adds to them', async () => {
    await redeem((await bought()).code);
    const second = (await redeem((await bought()).code)).data;
    expect(second.periodEnd).toBe('2026-03-31T10:00:00.000Z');
    expect((await subscribe('monthly')).data).toMatchObject({
      _id: second._id,
      type: 'monthly',
      renews: true,
      periodEnd: '2026-04-30T10:00:00.000Z',
    });
    expect(await countOf()).toBe(1);
  });

  test("isn't possible for the creator, or after it was taken back or has expired", async () => {
    const gift = await bought();
    expect((await redeem(gift.code, creator.token)).status).toBe(422);
    await takeBack(gift._id);
    expect((await redeem(gift.code)).problem).toMatchObject({
      status: 409,
      message: expect.stringContaining('no longer valid'),
    });
    const late = await bought();
    ports.clock.set('2027-01-31T10:00:00Z');
    expect((await redeem(late.code)).status).toBe(409);
  });
});

describe('returning the payment', () => {
  test('a gift nobody redeemed is taken back by its giver alone, once', async () => {
    const before = await waiting();
    const gift = await bought();
    for (const token of [fan.token, creator.token])
      expect((await takeBack(gift._id, token)).status).toBe(404);
    const answers = await Promise.all(Array.from({ length: 20 }, () => takeBack(gift._id)));
    expect(answers.every(({ status, data }) => status === 200 && data.state === 'refunded')).toBe(true);
    expect(await waiting()).toBe(before);
    expect(await db.$count(ledgerTransactions, eq(ledgerTransactions.subjectId, gift._id))).toBe(2);
    expect(await checkLedger(ctx)).toEqual([]);
    const redeemed = await bought();
    await redeem(redeemed.code);
    expect((await takeBack(redeemed._id)).status).toBe(409);
  });

  test('taken back and redeemed at once: one of the two wins, and the money agrees', async () => {
    const before = await waiting();
    const gift = await bought();
    const [back, given] = await Promise.all([takeBack(gift._id), redeem(gift.code)]);
    expect([back.status, given.status].toSorted((a, b) => a - b)).toEqual(
      back.status === 200 ? [200, 409] : [201, 409],
    );
    expect(await waiting()).toBe(before);
    expect(await balanceOf(ctx, 'earnings', creator.id)).toBe(given.status === 201 ? 799 : 0);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('the giver of one that ends soon is reminded once', async () => {
    const [gift, redeemed] = [await bought(), await bought({ key: 'another-gift' })];
    await redeem(redeemed.code);
    const reminders = async () =>
      (await noticesTo(giver)).filter((text) => text.includes('hasn’t been redeemed'));
    await until('2027-01-17T09:00:00Z');
    expect(await reminders()).toEqual([]);
    await until('2027-01-17T11:00:00Z');
    const { name } = creator.viewer;
    const text = `Your gift of 1 month of ${name} hasn’t been redeemed. Its link works until Jan 31, 2027; after that, you get your money back.`;
    expect(await reminders()).toEqual([text]);
    // Also of one that has been read, which nothing joins.
    await db
      .update(notifications)
      .set({ readAt: ports.clock.now() })
      .where(eq(notifications.accountId, giver.id));
    await until('2027-01-18T09:00:00Z');
    expect(await reminders()).toEqual([text]);
    expect(gift.state).toBe('open');
  });

  test('one that expires is refunded by itself', async () => {
    const gift = await bought();
    await until('2027-01-31T09:00:00Z');
    const state = async () => (await db.select().from(gifts).where(eq(gifts.id, gift._id)))[0]?.state;
    expect(await state()).toBe('open');
    await until('2027-01-31T11:00:00Z');
    expect(await state()).toBe('refunded');
    expect(await db.$count(ledgerTransactions, eq(ledgerTransactions.subjectId, gift._id))).toBe(2);
    const mails = await db.select().from(emailOutbox).where(eq(emailOutbox.to, giver.email));
    expect(mails.map(({ text }) => text).join()).toContain('The gift wasn’t redeemed in time.');
  });

  test('one of a creator who deletes their account is refunded with the account, not when it is asked for', async () => {
    const gift = await bought();
    const other = await app.makeCreator({ name: 'Olga' }, { isFreeSubscription: true });
    const kept = await bought({ performerId: other.id, key: 'of-another' });
    const { erased } = await ok('GET /auth/deletion', { token: creator.token });
    expect(erased).toContain(
      'A gift of a subscription to you that hasn’t been redeemed: whoever bought it gets the money back.',
    );
    await call('POST /auth/deletion', {
      token: creator.token,
      body: { confirmation: creator.username, losses: { tokens: 0, earnings: 0 } },
    });
    const stateOf = async (id: string) => (await db.select().from(gifts).where(eq(gifts.id, id)))[0]?.state;
    await until('2026-02-13T10:00:00Z');
    expect(await stateOf(gift._id)).toBe('open');
    // The deletion begins with one job, the refund comes with the next of its own.
    await until('2026-02-14T11:00:00Z');
    await until('2026-02-15T11:00:00Z');
    expect([await stateOf(gift._id), await stateOf(kept._id)]).toEqual(['refunded', 'open']);
    const mails = await db.select().from(emailOutbox).where(eq(emailOutbox.to, giver.email));
    expect(mails.map(({ text }) => text)).toContainEqual(
      expect.stringContaining('The creator closed their account.'),
    );
    expect(await checkLedger(ctx)).toEqual([]);
    const { data } = await call('GET /gifts', { token: giver.token });
    expect(data.data.map(({ _id, state }) => ({ _id, state }))).toContainEqual({
      _id: gift._id,
      state: 'refunded',
    });
  });

  test('a redeemed one that an operator refunds ends, and the creator’s share is reversed', async () => {
    const gift = await bought();
    const { _id } = (await redeem(gift.code)).data;
    const [row] = await db.select().from(gifts).where(eq(gifts.id, gift._id));
    await transaction(ctx, (tx) => refund(tx, row!.paidId, 'By mistake'));
    expect([await app.hasAccess(), (await rowOf(_id)).state]).toEqual([false, 'expired']);
    expect(await balanceOf(ctx, 'earnings', creator.id)).toBe(0);
    expect(await checkLedger(ctx)).toEqual([]);
  });
});

test('a spend limit counts gifts of the month, redeemed or not, until they are refunded', async () => {
  await ok('PUT /wallet/caps', { token: giver.token, body: { amount: 1_500 } });
  const first = await bought();
  expect((await buy()).problem?.code).toBe('spend_cap');
  await redeem(first.code);
  expect((await buy()).problem?.code).toBe('spend_cap');
  const { data } = await ok('GET /wallet/caps', { token: giver.token });
  expect(data).toMatchObject([{ spent: 999, left: 501 }]);
  const other = await app.makeFan();
  const again = { ...other, token: other.token };
  const card = await addCard(again);
  await ok('PUT /wallet/caps', { token: again.token, body: { amount: 1_500 } });
  const mine = async () =>
    call('POST /gifts', {
      token: again.token,
      body: { performerId: creator.id, months: 1, expectedPrice: 999, cardId: card },
    });
  const taken = (await mine()).data;
  await takeBack(taken._id, again.token);
  expect((await mine()).status).toBe(201);
});
