import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '#backend/kernel/context.ts';
import { sqlState } from '#backend/db/db.ts';
import { ledgerAccounts, ledgerPostings, ledgerTransactions } from '#backend/db/schema/ledger.ts';
import {
  type Entry,
  type Posting,
  balanceOf,
  post,
  reverse,
  site,
} from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import {
  calculateCommission,
  cardSalePostings,
  moneyToTokens,
  spendPostings,
  tokensToMoney,
  topUpPostings,
} from '#backend/domain/base/ledger/postings.ts';
import { AppError } from '#backend/kernel/errors.ts';
import { type Person, type TestApp, makeTestApp } from '../../../setup/test-app.ts';

const app = await makeTestApp();
const { ctx, db } = app;
const entry = (postings: readonly Posting[], more: Partial<Entry> = {}): Entry => ({
  kind: 'charge',
  subject: 'tip',
  actorId: null,
  description: 'test',
  postings,
  ...more,
});
const write = (given: Entry, where: Pick<TestApp, 'ctx'> = app) =>
  transaction(where.ctx, (tx) => post(tx, given));
const spend = (fan: string, performer: string, tokens: number) =>
  write(
    entry(
      spendPostings({ accountId: fan, performerId: performer, tokens, tokenRate: 20, commissionBps: 2_000 }),
      { actorId: fan, performerId: performer },
    ),
  );
const outcome = async (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : `failed: ${String(error)}`),
  );

let fan: Person;
let creator: Person;
beforeEach(async () => {
  fan = await app.makeFan();
  creator = await app.makeCreator();
});

test('a charge moves tokens, earnings and commission, and returns the balances afterwards', async () => {
  await app.fund(fan.id, 500);
  const posted = await spend(fan.id, creator.id, 101);
  expect(posted.balanceOf('wallet', fan.id)).toBe(399);
  expect(await balanceOf(ctx, 'wallet', fan.id)).toBe(399);
  // 101 tokens are worth 5.05, of which the site keeps 1.01.
  expect(await balanceOf(ctx, 'earnings', creator.id)).toBe(404);
  const rows = await db
    .select()
    .from(ledgerPostings)
    .where(sql`transaction_id = ${posted.transactionId}`);
  expect(
    new Set(rows.map(({ unit, amount, balanceAfter }) => `${amount} ${unit}, then ${balanceAfter}`)),
  ).toEqual(
    new Set([
      '-101 token, then 399',
      '101 token, then null',
      '-505 money, then null',
      '404 money, then 404',
      '101 money, then null',
    ]),
  );
  expect(await checkLedger(ctx)).toEqual([]);
});

test('it returns the amount moved on each account, and nothing about others', async () => {
  const other = await app.makeFan();
  await app.fund(fan.id, 50);
  const posted = await write(
    entry([
      { kind: 'wallet', ownerId: fan.id, amount: -30 },
      { kind: 'wallet', ownerId: other.id, amount: 20 },
      { kind: 'wallet', ownerId: creator.id, amount: 10 },
    ]),
  );
  expect([
    posted.amountOf('wallet', fan.id),
    posted.amountOf('wallet', other.id),
    posted.amountOf('wallet', creator.id),
  ]).toEqual([-30, 20, 10]);
  expect([posted.amountOf('wallet_held', fan.id), posted.amountOf('earnings', creator.id)]).toEqual([0, 0]);
  const grant = await write(
    entry([
      { site: 'promotion', amount: -7 },
      { kind: 'earnings', ownerId: creator.id, amount: 7 },
    ]),
  );
  expect([grant.amountOf('earnings', creator.id), grant.amountOf('earnings', fan.id)]).toEqual([7, 0]);
});

test("a creator's earnings are spread over eight accounts; a wallet is one account", async () => {
  await app.fund(fan.id, 100);
  for (let turn = 0; turn < 50; turn += 1) await spend(fan.id, creator.id, 1);
  const rows = await db
    .select()
    .from(ledgerAccounts)
    .where(sql`owner_id IN (${fan.id}, ${creator.id})`);
  const shards = rows.filter(({ kind }) => kind === 'earnings').map(({ shard }) => shard);
  expect([shards.length > 3, shards.every((shard) => shard >= 0 && shard < 8)]).toEqual([true, true]);
  expect(rows.filter(({ kind }) => kind === 'wallet').map(({ shard }) => shard)).toEqual([0]);
  expect(await balanceOf(ctx, 'earnings', creator.id)).toBe(50 * 4);
});

describe('rejected', () => {
  test("postings that don't sum to zero in each unit, or aren't integers", async () => {
    await expect(write(entry([{ kind: 'wallet', ownerId: fan.id, amount: 5 }]))).rejects.toThrow(
      'sum to zero',
    );
    await expect(
      write(
        entry([
          { kind: 'wallet', ownerId: fan.id, amount: 5 },
          { site: 'gateway', amount: -5 },
        ]),
      ),
    ).rejects.toThrow('sum to zero');
    await expect(
      write(
        entry([
          { site: 'gateway', amount: -5 },
          { kind: 'earnings', ownerId: creator.id, amount: 6 },
        ]),
      ),
    ).rejects.toThrow('sum to zero: {"token":0,"money":1}');
    for (const amount of [0.5, Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY]) {
      await expect(
        write(
          entry([
            { kind: 'wallet', ownerId: fan.id, amount },
            { site: 'exchangeTokens', amount: -amount },
          ]),
        ),
      ).rejects.toThrow(new RangeError(`a posting of ${amount}`));
    }
  });

  test('posting outside a transaction', async () => {
    await expect(post(ctx, entry([]))).rejects.toThrow('inside a transaction');
  });

  test('spending more than the balance, with the missing amount', async () => {
    await app.fund(fan.id, 10);
    await expect(spend(fan.id, creator.id, 11)).rejects.toMatchObject({
      status: 402,
      code: 'insufficient_balance',
      message: 'You need 1 more token. Top up and try again.',
      details: { missing: 1 },
    });
    await expect(spend(fan.id, creator.id, 500)).rejects.toMatchObject({
      message: 'You need 490 more tokens. Top up and try again.',
      details: { missing: 490 },
    });
    const poor = await app.makeFan();
    await expect(spend(poor.id, creator.id, 3)).rejects.toMatchObject({ details: { missing: 3 } });
    expect([await balanceOf(ctx, 'wallet', fan.id), await balanceOf(ctx, 'earnings', creator.id)]).toEqual([
      10, 0,
    ]);
  });

  test('changing history, with any statement', async () => {
    await app.fund(fan.id, 10);
    for (const table of ['ledger_transactions', 'ledger_postings']) {
      for (const statement of [
        `UPDATE ${table} SET created_at = now()`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table} CASCADE`,
        `UPDATE ${table} SET created_at = now() WHERE false`,
      ]) {
        const error: unknown = await db.execute(sql.raw(statement)).then(
          () => null,
          (thrown: unknown) => thrown,
        );
        expect(`${statement}: ${sqlState(error)}`).toBe(`${statement}: 23001`);
      }
    }
  });

  test("postings written outside the ledger that don't balance, and a wallet below zero", async () => {
    await app.fund(fan.id, 10);
    const lopsided = db.execute(sql`
      INSERT INTO ledger_postings (transaction_id, account_id, unit, amount, created_at)
      SELECT t.id, ${site.exchangeTokens.id}, 'token', 7, now() FROM ledger_transactions t WHERE t.actor_id = ${fan.id}`);
    expect(
      sqlState(
        await lopsided.then(
          () => null,
          (error: unknown) => error,
        ),
      ),
    ).toBe('23514');
    const overdrawn = db.execute(
      sql`UPDATE ledger_accounts SET balance = balance - 11 WHERE owner_id = ${fan.id}`,
    );
    expect(
      sqlState(
        await overdrawn.then(
          () => null,
          (error: unknown) => error,
        ),
      ),
    ).toBe('23514');
  });
});

test('an account named twice gets both amounts, and amounts that cancel out create no posting', async () => {
  const posted = await write(
    entry([
      { kind: 'wallet', ownerId: fan.id, amount: 30 },
      { kind: 'wallet', ownerId: fan.id, amount: 12 },
      { site: 'exchangeTokens', amount: -42 },
      { kind: 'earnings', ownerId: creator.id, amount: 5 },
      { kind: 'earnings', ownerId: creator.id, amount: -5 },
    ]),
  );
  expect(posted.balanceOf('wallet', fan.id)).toBe(42);
  expect(
    await db
      .select()
      .from(ledgerPostings)
      .where(sql`transaction_id = ${posted.transactionId}`),
  ).toHaveLength(2);
});

describe('concurrently', () => {
  test('200 charges on a balance for 10: exactly 10 succeed', async () => {
    await app.fund(fan.id, 100);
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, () => outcome(spend(fan.id, creator.id, 10))),
    );
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(10);
    expect(outcomes.filter((one) => one === 'insufficient_balance')).toHaveLength(190);
    expect([await balanceOf(ctx, 'wallet', fan.id), await balanceOf(ctx, 'earnings', creator.id)]).toEqual([
      0, 400,
    ]);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('first payments of many fans to one new creator create one account', async () => {
    const fans = await Promise.all(Array.from({ length: 20 }, () => app.makeFan()));
    await Promise.all(fans.map((one) => app.fund(one.id, 20)));
    await Promise.all(fans.map((one) => spend(one.id, creator.id, 20)));
    expect(await balanceOf(ctx, 'earnings', creator.id)).toBe(20 * 80);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test("transfers back and forth between the same wallets don't deadlock", async () => {
    const other = await app.makeFan();
    await app.fund(fan.id, 100);
    await app.fund(other.id, 100);
    const give = (from: Person, to: Person) =>
      write(
        entry([
          { kind: 'wallet', ownerId: from.id, amount: -1 },
          { kind: 'wallet', ownerId: to.id, amount: 1 },
        ]),
      );
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => (index % 2 ? give(fan, other) : give(other, fan))),
    );
    expect([await balanceOf(ctx, 'wallet', fan.id), await balanceOf(ctx, 'wallet', other.id)]).toEqual([
      100, 100,
    ]);
  });
});

describe('reversing', () => {
  test('reverses every posting, once', async () => {
    await app.fund(fan.id, 100);
    const charge = await spend(fan.id, creator.id, 60);
    const undone = await transaction(ctx, (tx) => reverse(tx, charge.transactionId, 'Refund'));
    expect(undone.balanceOf('wallet', fan.id)).toBe(100);
    const [row] = await db
      .select()
      .from(ledgerTransactions)
      .where(sql`id = ${undone.transactionId}`);
    expect(row).toMatchObject({
      kind: 'refund',
      subject: 'tip',
      actorId: fan.id,
      performerId: creator.id,
      description: 'Refund',
      reversesId: charge.transactionId,
    });
    expect(await balanceOf(ctx, 'earnings', creator.id)).toBe(0);
    await expect(transaction(ctx, (tx) => reverse(tx, charge.transactionId, 'Refund'))).rejects.toMatchObject(
      { status: 409, message: 'This payment was already refunded.' },
    );
    await expect(transaction(ctx, (tx) => reverse(tx, app.ports.ids(), 'Refund'))).rejects.toMatchObject({
      status: 404,
    });
  });

  test('twenty refunds of one charge at once return the money once', async () => {
    await app.fund(fan.id, 100);
    const charge = await spend(fan.id, creator.id, 60);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        outcome(transaction(ctx, (tx) => reverse(tx, charge.transactionId, 'Refund'))),
      ),
    );
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(1);
    expect(outcomes.filter((one) => one === 'conflict')).toHaveLength(19);
    expect(await balanceOf(ctx, 'wallet', fan.id)).toBe(100);
  });
});

describe('always balances', () => {
  type Step = { what: 'grant' | 'spend' | 'undo'; fan: number; creator: number; tokens: number };
  const step: fc.Arbitrary<Step> = fc.record({
    what: fc.constantFrom('grant', 'spend', 'spend', 'undo'),
    fan: fc.nat(2),
    creator: fc.nat(1),
    tokens: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 100_000 })),
  });

  test('any sequence of gifts, charges and refunds gives the balances of a plain sum', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const fans = [await app.makeFan(), await app.makeFan(), await app.makeFan()];
        const creators = [await app.makeCreator(), await app.makeCreator()];
        const expected = [0, 0, 0];
        const charges: { id: string; fan: number; tokens: number }[] = [];
        for (const { what, fan: buyer, creator: seller, tokens } of steps) {
          if (what === 'grant')
            await app.fund(fans[buyer]!.id, tokens).then(() => {
              expected[buyer]! += tokens;
            });
          const charge = charges.at(-1);
          if (what === 'undo' && charge) {
            await transaction(ctx, (tx) => reverse(tx, charge.id, 'Refund'));
            expected[charge.fan]! += charge.tokens;
            charges.pop();
          }
          if (what !== 'spend') continue;
          const result = await spend(fans[buyer]!.id, creators[seller]!.id, tokens).catch(
            (error: unknown) => error as AppError,
          );
          expect(result instanceof AppError).toBe(tokens > expected[buyer]!);
          if (result instanceof AppError) continue;
          expected[buyer]! -= tokens;
          charges.push({ id: result.transactionId, fan: buyer, tokens });
        }
        expect(await Promise.all(fans.map((one) => balanceOf(ctx, 'wallet', one.id)))).toEqual(expected);
      }),
      { numRuns: process.env.DEEP ? 1_000 : 25 },
    );
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('postings sum to zero for every amount, rate and commission', () => {
    const sums = (postings: readonly Posting[]) =>
      postings.reduce(
        (all, posting) => {
          const unit =
            'site' in posting ? site[posting.site].unit : posting.kind === 'earnings' ? 'money' : 'token';
          return { ...all, [unit]: all[unit] + posting.amount };
        },
        { token: 0, money: 0 },
      );
    const rate = fc.integer({ min: 1, max: 10_000 });
    const amount = fc.integer({ min: 1, max: 1_000_000_000 });
    const bps = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(amount, rate, bps, (tokens, tokenRate, commissionBps) => {
        const postings = spendPostings({
          accountId: 'a',
          performerId: 'b',
          tokens,
          tokenRate,
          commissionBps,
        });
        expect(sums(postings)).toEqual({ token: 0, money: 0 });
        expect(postings.every((posting) => Number.isSafeInteger(posting.amount))).toBe(true);
        expect(sums(cardSalePostings({ performerId: 'b', amount: tokens, commissionBps }))).toEqual({
          token: 0,
          money: 0,
        });
        expect(
          sums(
            topUpPostings({
              accountId: 'a',
              amount: tokens,
              tokens: moneyToTokens(tokens, tokenRate),
              tokenRate,
            }),
          ),
        ).toEqual({ token: 0, money: 0 });
        expect(calculateCommission(tokens, commissionBps)).toBeGreaterThanOrEqual(0);
        expect(calculateCommission(tokens, commissionBps)).toBeLessThanOrEqual(tokens);
        // Converting back and forth never gains money.
        expect(tokensToMoney(moneyToTokens(tokens, tokenRate), tokenRate)).toBeLessThanOrEqual(tokens);
      }),
    );
  });

  test('rounding to the cent: half a cent goes to the site, fractions of tokens stay in the exchange', () => {
    expect([
      calculateCommission(999, 2_000),
      calculateCommission(998, 2_000),
      calculateCommission(1, 5_000),
      calculateCommission(0, 2_000),
      calculateCommission(333, 10_000),
    ]).toEqual([200, 200, 1, 0, 333]);
    expect([
      tokensToMoney(1, 20),
      tokensToMoney(59, 20),
      tokensToMoney(1, 30),
      moneyToTokens(295, 20),
      moneyToTokens(297, 20),
      moneyToTokens(4, 20),
    ]).toEqual([5, 295, 3, 59, 59, 0]);
  });
});
