import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ChargeKind, StatementKind } from '#contract/money/wallet.ts';
import { fetchRows } from '#backend/db/db.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { site } from '#backend/domain/base/ledger/ledger.ts';
import { refund } from '#backend/domain/trade/payment-outcomes/refund.ts';
import { transaction } from '#backend/kernel/context.ts';
import { earningsIn } from '../../../setup/earnings.ts';
import { subscriptionApp } from '../../../setup/subscribing.ts';
import type { Person } from '../../../setup/test-app.ts';

/*
 * One of every kind of payment that a fan can make to a creator. Every screen and file that shows them is
 * compared with the ledger's own postings.
 */
const app = await subscriptionApp();
const { ok, db, ctx, ports, addCard } = app;
const sell = earningsIn(app);

interface Figures {
  readonly count: number;
  readonly tokens: number;
  readonly money: number;
}
const add = (rows: readonly Figures[]): Figures =>
  rows.reduce(
    (a, b) => ({ count: a.count + b.count, tokens: a.tokens + b.tokens, money: a.money + b.money }),
    { count: 0, tokens: 0, money: 0 },
  );

/** What left the fan's wallet, and what left their cards, by the ledger alone. */
async function postedBy(fanId: string, except: readonly string[]) {
  const [row] = await fetchRows<{ tokens: string; card: string; value: string }>(
    db.execute(sql`
    SELECT coalesce(sum(p.amount) FILTER (WHERE p.account_id = ${site.exchangeTokens.id}), 0) AS tokens,
      coalesce(sum(-p.amount) FILTER (WHERE p.account_id = ${site.gateway.id}), 0) AS card,
      coalesce(sum(-p.amount) FILTER (WHERE p.account_id = ${site.exchangeMoney.id}), 0) AS value
    FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id
    WHERE t.actor_id = ${fanId} AND t.kind NOT IN ('grant', 'top_up') AND t.id NOT IN (${sql.join(
      [ports.ids(), ...except].map((id) => sql`${id}::uuid`),
      sql`, `,
    )})`),
  );
  return { tokens: Number(row?.tokens), card: Number(row?.card), value: Number(row?.value) };
}

/** One payment of each kind to the creator, and a refund and a dispute; gifts in all their states. */
async function payEverything(fan: Person, creatorId: string) {
  const cardId = await addCard(fan);
  const sold = { fanId: fan.id, creatorId };
  const subjects = ChargeKind.options;
  for (const [at, subject] of subjects.entries())
    await sell.charge(sold, {
      subject,
      subjectId: subject === 'tip' ? creatorId : ports.ids(),
      tokens: 101 + at,
    });
  await transaction(ctx, async (tx) =>
    refund(tx, await sell.charge(sold, { subject: 'video', subjectId: ports.ids(), tokens: 57 }), ''),
  );
  const subscribed = await ok('POST /payment/subscribe/performers', {
    token: fan.token,
    body: { performerId: creatorId, type: 'monthly', cardId },
  });
  await sell.dispute(sold, { net: 799, commission: 200 });
  const give = async () =>
    ok('POST /gifts', {
      token: fan.token,
      body: { performerId: creatorId, months: 1, expectedPrice: 999, cardId },
    });
  const [redeemed, returned] = [await give(), await give(), await give()];
  const friend = await app.makeFan();
  await ok('POST /gifts/link/:code', { token: friend.token, params: { code: redeemed.code } });
  await ok('POST /gifts/:id/refund', { token: fan.token, params: { id: returned._id } });
  return { subscribed, friend };
}

test('an adjustment is in the wallet’s history, adds up to the balance, and is no payment to anybody', async () => {
  const { fan } = await app.begin();
  const before = await ok('GET /wallet/charges/search', { token: fan.token, query: { limit: 100 } });
  await sell.adjust({ accountId: fan.id, purse: 'wallet', amount: 70 });
  await sell.adjust({ accountId: fan.id, purse: 'wallet', amount: -30 });
  const after = await ok('GET /wallet/charges/search', { token: fan.token, query: { limit: 100 } });
  const sumOf = ({ data }: typeof after) => data.reduce((sum, { tokens }) => sum + tokens, 0);
  expect([sumOf(after) - sumOf(before), after.total - before.total]).toEqual([40, 2]);
  const { balance } = await ok('GET /wallet/balance', { token: fan.token });
  expect([sumOf(after), after.data[0]?.balanceAfter]).toEqual([balance, balance]);
  expect(await ok('GET /wallet/statements', { token: fan.token })).toMatchObject({ total: 0 });
  expect(await checkLedger(ctx)).toEqual([]);
});

test('statement, creators, card payments, wallet and receipts are sums of the same rows', async () => {
  const { fan, creator } = await app.begin();
  const { friend } = await payEverything(fan, creator.id);
  const token = fan.token;
  const posted = await postedBy(fan.id, []);

  const statement = await ok('GET /wallet/statement/:id', { token, params: { id: creator.id } });
  expect(statement.kinds.map(({ kind }) => kind).sort()).toEqual([...StatementKind.options].sort());
  expect(add(statement.kinds)).toEqual(statement.total);
  expect(add(statement.months)).toEqual(statement.total);
  expect([statement.total.tokens, statement.total.money]).toEqual([
    posted.tokens,
    posted.card + posted.value,
  ]);

  const paid = await ok('GET /wallet/statements', { token });
  expect(paid).toMatchObject({ total: 1, data: [{ _id: creator.id, ...statement.total }] });
  expect(await ok('GET /wallet/statements', { token: friend.token })).toMatchObject({ total: 0, data: [] });

  const query = { performerId: creator.id, limit: 100 };
  const cards = await ok('GET /payment/transactions/user/search', { token, query });
  expect(cards.data.reduce((sum, { amount }) => sum + amount, 0)).toBe(posted.card);
  expect(new Set(cards.data.map(({ performer }) => performer?._id))).toEqual(new Set([creator.id]));
  const all = await ok('GET /payment/transactions/user/search', { token, query: { limit: 100 } });
  expect(all.data).toEqual(cards.data);

  const charges = await ok('GET /wallet/charges/search', { token, query });
  expect(charges.data.reduce((sum, { tokens }) => sum - tokens, 0)).toBe(posted.tokens);
  expect(cards.data.length + charges.data.length).toBe(statement.total.count);

  for (const { _id, kind, amount } of cards.data)
    if (kind !== 'refund' && kind !== 'dispute')
      expect(await ok('GET /payment/receipts/:id', { token, params: { id: _id } })).toMatchObject({
        total: amount,
      });
});
