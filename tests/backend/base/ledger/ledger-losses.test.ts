import { beforeEach, expect, test } from 'vitest';
import { transaction } from '#backend/kernel/context.ts';
import {
  type Entry,
  type Posting,
  balanceOf,
  buildReversal,
  post,
} from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { cardSalePostings, spendPostings, topUpPostings } from '#backend/domain/base/ledger/postings.ts';
import { withLosses } from '#backend/domain/base/ledger/losses.ts';
import { type Person, makeTestApp } from '../../../setup/test-app.ts';

const app = await makeTestApp();
const { ctx } = app;
let fan: Person;
let other: Person;
let creator: Person;
beforeEach(async () => {
  [fan, other, creator] = [await app.makeFan(), await app.makeFan(), await app.makeCreator()];
});

const write = (more: Pick<Entry, 'kind' | 'postings'> & Partial<Entry>) =>
  transaction(ctx, (tx) => post(tx, { subject: 'test', actorId: fan.id, description: 'test', ...more }));
/** 10.00 for 210 tokens, which are worth 10.50. */
const topUp = () =>
  write({
    kind: 'top_up',
    postings: topUpPostings({ accountId: fan.id, amount: 1_000, tokens: 210, tokenRate: 20 }),
  });
const spend = (tokens: number) =>
  write({
    kind: 'charge',
    postings: spendPostings({
      accountId: fan.id,
      performerId: creator.id,
      tokens,
      tokenRate: 20,
      commissionBps: 2_000,
    }),
  });
/** The reversal with and without losses. */
const reversed = (transactionId: string) =>
  transaction(ctx, async (tx) => {
    const entry = await buildReversal(tx, transactionId, 'gone');
    return { entry, borne: await withLosses(tx, entry) };
  });
const byAccount = (postings: readonly Posting[]) =>
  Object.fromEntries(
    postings.map((posting) => [
      'site' in posting
        ? posting.site
        : `${posting.kind} of ${posting.ownerId === fan.id ? 'fan' : posting.ownerId}`,
      posting.amount,
    ]),
  );

test('what is left is taken back, and the site bears the value of the rest, including fractions of a cent', async () => {
  const { transactionId } = await topUp();
  await spend(143);
  const { entry, borne } = await reversed(transactionId);
  // 67 of 210 tokens are left: 67/210 of 10.50 is 3.35.
  expect(byAccount(borne.postings)).toEqual({
    gateway: 1_000,
    promotion: 50,
    'wallet of fan': -67,
    exchangeTokens: 67,
    exchangeMoney: -335,
    losses: -715,
  });
  expect({ ...borne, postings: [] }).toEqual({ ...entry, postings: [] });
  await transaction(ctx, (tx) => post(tx, borne));
  // The only finding is I3, because no gateway reported these payments.
  expect([
    await balanceOf(ctx, 'wallet', fan.id),
    (await checkLedger(ctx)).filter(({ rule }) => rule !== 'I3'),
  ]).toEqual([0, []]);
});

test('with an empty wallet, the site bears everything', async () => {
  const { transactionId } = await topUp();
  await spend(210);
  expect(byAccount((await reversed(transactionId)).borne.postings)).toMatchObject({
    gateway: 1_000,
    promotion: 50,
    exchangeMoney: -0,
    losses: -1_050,
  });
});

test("with rates that don't divide evenly, the remaining cent of a token is a loss", async () => {
  const { transactionId } = await write({
    kind: 'top_up',
    postings: topUpPostings({ accountId: fan.id, amount: 100, tokens: 30, tokenRate: 30 }),
  });
  await spend(19);
  // 11 of 30 tokens bought for 1.00 are worth 36⅔ cents.
  expect(byAccount((await reversed(transactionId)).borne.postings)).toEqual({
    gateway: 100,
    'wallet of fan': -11,
    exchangeTokens: 11,
    exchangeMoney: -36,
    losses: -64,
  });
});

test('there is no loss while the wallet holds enough, to the token, whatever others hold', async () => {
  const { transactionId } = await topUp();
  await app.fund(other.id, 1_000);
  const { entry, borne } = await reversed(transactionId);
  expect(borne).toEqual(entry);
  await spend(1);
  expect((await reversed(transactionId)).borne.postings).not.toEqual(entry.postings);
  await app.fund(fan.id, 1);
  expect((await reversed(transactionId)).borne).toEqual(entry);
});

test("tokens held by a bid don't count", async () => {
  const { transactionId } = await topUp();
  await write({
    kind: 'hold',
    postings: [
      { kind: 'wallet', ownerId: fan.id, amount: -10 },
      { kind: 'wallet_held', ownerId: fan.id, amount: 10 },
    ],
  });
  expect(byAccount((await reversed(transactionId)).borne.postings)).toMatchObject({
    'wallet of fan': -200,
    losses: -50,
  });
});

test('for a card sale, a charge and a wallet that was never funded: unchanged, or all of it', async () => {
  const sale = await write({
    kind: 'subscription',
    postings: cardSalePostings({ performerId: creator.id, amount: 999, commissionBps: 2_000 }),
  });
  await topUp();
  const charge = await spend(210);
  for (const { transactionId } of [sale, charge]) {
    const { entry, borne } = await reversed(transactionId);
    expect(borne).toBe(entry);
  }
  const postings: Posting[] = [
    { kind: 'wallet', ownerId: other.id, amount: -10 },
    { site: 'exchangeTokens', amount: 10 },
    { site: 'exchangeMoney', amount: -50 },
    { site: 'gateway', amount: 50 },
  ];
  const never = await transaction(ctx, (tx) =>
    withLosses(tx, { kind: 'refund', subject: 'test', actorId: other.id, description: 'test', postings }),
  );
  expect(never.postings.map((posting) => posting.amount)).toEqual([50, -0, 0, -0, -50]);
});
