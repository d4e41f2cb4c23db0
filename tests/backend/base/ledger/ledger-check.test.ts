import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { transaction } from '#backend/kernel/context.ts';
import { fetchRows } from '#backend/db/db.ts';
import { post } from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { cardSalePostings, spendPostings } from '#backend/domain/base/ledger/postings.ts';
import { plantedIn } from '../../../setup/planted.ts';
import { referringIn } from '../../../setup/referring.ts';
import { makeTestApp } from '../../../setup/test-app.ts';

/*
 * Verifies that the ledger check can fail: each test plants one kind of corruption, expects the check to name
 * it, and repairs it afterwards.
 */
const app = await makeTestApp();
const planted = plantedIn(app);
const { ctx, db } = app;
const fan = await app.makeFan();
const creator = await app.makeCreator();
await app.fund(fan.id, 1_000);
const itemId = app.ports.ids();
const tip = () =>
  transaction(ctx, (tx) =>
    post(tx, {
      kind: 'charge',
      subject: 'tip',
      subjectId: creator.id,
      actorId: fan.id,
      performerId: creator.id,
      description: 'Tip',
      postings: spendPostings({
        accountId: fan.id,
        performerId: creator.id,
        tokens: 10,
        tokenRate: 20,
        commissionBps: 2_000,
      }),
    }),
  );
await tip();

test('finds nothing in correct data', async () => {
  expect(await checkLedger(ctx)).toEqual([]);
});

test('a posting changed outside the ledger', async () => {
  const found = await planted(
    `UPDATE ledger_postings SET amount = amount + 1 WHERE seq = (SELECT max(seq) FROM ledger_postings WHERE balance_after IS NOT NULL AND unit = 'token')`,
  );
  expect(found).toContainEqual('I1 transaction … sums to 1 token');
  expect(found.some((line) => line.startsWith('I2 wallet … says 990, its postings 991'))).toBe(true);
});

test('lost postings', async () => {
  const found = await planted(
    `DELETE FROM ledger_postings WHERE transaction_id = (SELECT id FROM ledger_transactions WHERE kind = 'charge' LIMIT 1)`,
  );
  expect(found).toContain('I1 transaction … has no postings');
});

test('a balance changed without a posting', async () => {
  expect(await planted(`UPDATE ledger_accounts SET balance = balance + 5 WHERE kind = 'wallet'`)).toEqual([
    'I2 wallet … says 995, its postings 990',
  ]);
});

test("a balance-after that doesn't follow from the previous one", async () => {
  const found = await planted(
    `UPDATE ledger_postings SET balance_after = 7 WHERE seq = (SELECT min(seq) FROM ledger_postings WHERE balance_after IS NOT NULL)`,
  );
  expect(found).toEqual([
    expect.stringMatching(/^I2 posting \d+ says 7 after it, the postings before it 1000$/),
  ]);
});

test('external money that no provider reported', async () => {
  const undo = new Error('undo');
  await transaction(ctx, async (tx) => {
    await post(tx, {
      kind: 'subscription',
      subject: 'subscription',
      actorId: fan.id,
      performerId: creator.id,
      description: 'x',
      postings: cardSalePostings({ performerId: creator.id, amount: 999, commissionBps: 2_000 }),
    });
    expect((await checkLedger(tx)).map((finding) => finding.rule)).toEqual(['I3']);
    throw undo;
  }).catch((error: unknown) => expect(error).toBe(undo));
});

test('a provider event without an effect', async () => {
  const found = await planted(
    `INSERT INTO provider_events (id, gateway, payment_id, created_at) VALUES ('evt_1', 'sandbox', '${itemId}', now())`,
  );
  expect(found).toEqual(['I3 provider event evt_1 of a payment had no effect']);
});

test('a purchase without a payment, and a payment that unlocked nothing', async () => {
  const [charge] = await fetchRows<{ id: string }>(
    db.execute(sql`SELECT id FROM ledger_transactions WHERE kind = 'charge'`),
  );
  const purchase = `INSERT INTO purchases (id, account_id, kind, item_id, performer_id, transaction_id, price, created_at) VALUES ('${itemId}', '${fan.id}', 'feed', '${itemId}', '${creator.id}', '${charge!.id}', 10, now())`;
  expect(await planted(purchase)).toEqual(['I4 purchase … stands without a payment']);
  expect(await planted(`UPDATE ledger_transactions SET subject = 'feed' WHERE kind = 'charge'`)).toEqual([
    'I4 charge … opened nothing',
  ]);
});

test('a ledger that reads a balance and writes it back without a lock loses money, and the check reports it', async () => {
  const [wallet] = await fetchRows<{ id: string; balance: string }>(
    db.execute(sql`SELECT id, balance FROM ledger_accounts WHERE kind = 'wallet'`),
  );
  await tip();
  // Another payment that read the balance before this one overwrites it.
  await db.execute(
    sql`UPDATE ledger_accounts SET balance = ${Number(wallet!.balance)} WHERE id = ${wallet!.id}`,
  );
  expect((await checkLedger(ctx)).map((finding) => finding.rule)).toEqual(['I2']);
  await db.execute(sql`UPDATE ledger_accounts SET balance = balance - 10 WHERE id = ${wallet!.id}`);
  expect(await checkLedger(ctx)).toEqual([]);
});

test('a leading bid without a hold, and a hold without a bid', async () => {
  const bid = `INSERT INTO bids (id, auction_id, bidder_id, seq, amount, result, created_at) VALUES (gen_random_uuid(), gen_random_uuid(), '${fan.id}', 1, 30, 'leading', now())`;
  expect(await planted(bid)).toEqual([
    'I5 wallet_held of … says 0, the bids that lead, requests that wait and meters that are open 30',
  ]);
  const account = `INSERT INTO ledger_accounts (id, kind, owner_id, unit, balance, created_at) VALUES (gen_random_uuid(), 'wallet_held', '${fan.id}', 'token', 7, now())`;
  expect(await planted(account)).toContain(
    'I5 wallet_held of … says 7, the bids that lead, requests that wait and meters that are open 0',
  );
});

test('an auction sale without an order', async () => {
  const found = await planted(`UPDATE ledger_transactions SET subject = 'auction' WHERE kind = 'charge'`);
  expect(found).toContain('I5 sale at auction … came to no order');
});

test("a referral that doesn't match its ledger rows, or what it counted", async () => {
  const { refer, tip: pay, credit, referralOf } = referringIn(app);
  const inviter = await app.makeFan();
  // Later than the sales of the other tests.
  app.ports.clock.move('1s');
  const id = await refer(inviter, fan);
  await pay(fan, creator, 200);
  await credit();
  expect((await referralOf(id)).tokens).toBe(2);
  expect(await planted(`UPDATE referrals SET paid = paid + 1`)).toEqual([
    'I5 referral … says 11 and 2 tokens paid, its ledger rows 10 and 2',
  ]);
  expect(await planted(`UPDATE referrals SET tokens = 0`)).toEqual([
    'I5 referral … says 10 and 0 tokens paid, its ledger rows 10 and 2',
  ]);
  expect(await planted(`UPDATE referral_credits SET commission = 7`)).toEqual([
    'I5 referral … counted a commission of 200, its sources 7',
  ]);
  expect(await planted(`DELETE FROM referral_credits`, `DELETE FROM referrals`)).toEqual([
    'I5 referral … says 0 and 0 tokens paid, its ledger rows 10 and 2',
  ]);
});

test('referral payments to an unknown account', async () => {
  const statement = `INSERT INTO ledger_transactions (id, kind, subject, actor_id, description, created_at) VALUES ('00000000-0000-7000-8000-0000000000aa', 'referral', 'referral', '${fan.id}', 'x', now());
    INSERT INTO ledger_postings (transaction_id, account_id, unit, amount, created_at) SELECT '00000000-0000-7000-8000-0000000000aa', id, 'money', CASE kind WHEN 'gateway' THEN 5 ELSE -5 END, now()
      FROM ledger_accounts WHERE kind IN ('gateway', 'commission')`;
  expect(await planted(...statement.split(';'))).toEqual([
    'I5 referral of nobody says 0 and 0 tokens paid, its ledger rows 5 and 0',
  ]);
});
