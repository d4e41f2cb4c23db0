import { desc, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { auditLog } from '#backend/db/schema/operator.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { orders } from '#backend/db/schema/shop.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { earningBalance } from '#backend/domain/money/earnings/balance.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { monthAround, spendingIn } from '#backend/domain/money/wallet/spend-cap-check.ts';
import { loadWaits } from '#backend/domain/across/leaving/waits.ts';
import { loadObligations } from '#backend/domain/across/leaving/obligations.ts';
import type { OrderMove } from '#contract/trade/orders.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { newOperator } from '../../../setup/operators.ts';
import { orderApp } from '../../../setup/ordering.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await orderApp();
const { db, ports, ctx, call, raw, ok, order, move, see, stockOf, wallet, after, ship, day } = app;

let fan: Person;
let creator: Person;
let olga: Person;
beforeEach(async () => {
  ({ fan, creator } = await app.begin());
  olga = await newOperator(app);
});

const report = { action: 'report', problem: 'not-arrived', text: 'Nothing came.' } as const;
const answer = { action: 'answer', text: 'Please wait two more days.' } as const;
const resend = { action: 'resend', carrier: 'UPS', tracking: '1Z9', text: 'A new one.' } as const;
const escalate = { action: 'escalate', text: 'I waited.' } as const;

async function shipped(quantity = 1): Promise<string> {
  const id = await order(quantity);
  await move(creator, id, { action: 'accept' });
  await move(creator, id, ship);
  return id;
}
async function through(id: string, ...moves: readonly (readonly [Person, OrderMove])[]): Promise<void> {
  for (const [who, body] of moves) expect((await move(who, id, body)).status).toBe(200);
}
const escalated = async (quantity = 1): Promise<string> => {
  const id = await shipped(quantity);
  await through(id, [fan, report], [creator, answer], [fan, escalate]);
  return id;
};
const give = (id: string, tokens: number, key?: string) =>
  call('POST /orders/:id/refunds', {
    token: creator.token,
    params: { id },
    body: { tokens, reason: 'Sorry for that.' },
    ...(key ? { key } : {}),
  });
/** A new session, because an operator's ends after hours. */
const atDesk = async (who = olga) => (await app.openSession(who.id)).token;
const decide = async (id: string, body: object, who = olga) =>
  call('POST /operator/orders/:id/decide', { token: await atDesk(who), params: { id }, body: body as never });
const told = () =>
  ports.transport.of('notification/created').map(({ room, payload }) => [room, payload.text] as const);
const inDays = (days: number) => new Date(ports.clock.now().getTime() + days * day).toISOString();
const earned = () => balanceOf(ctx, 'earnings', creator.id);

describe('a parcel that never comes', () => {
  test('is reported; the creator answers by a date that both see, and is told by mail, too', async () => {
    const id = await shipped();
    ports.transport.clear();
    const { data } = await move(fan, id, report);
    expect(data).toMatchObject({
      state: 'shipped',
      actions: ['solve'],
      problem: { reason: 'not-arrived', state: 'open', outcome: null },
      deadline: { at: inDays(5), effect: 'escalate' },
    });
    const text = `“Stoneware mug” (order ${data.number}) hasn’t arrived, the buyer says. Answer within 5 days, or the site decides.`;
    expect(told()).toEqual([[rooms.account(creator.id), text]]);
    const [mail] = await db.select().from(emailOutbox).orderBy(desc(emailOutbox.id)).limit(1);
    expect(mail?.text).toContain(text);
    expect(await see(creator, id)).toMatchObject({
      actions: ['answer', 'resend', 'refund', 'correct'],
      deadline: { at: inDays(5), effect: 'escalate' },
    });
    expect((await move(fan, id, { action: 'confirm' })).problem.message).toBe(
      'You reported a problem with this order. Say that it’s solved instead.',
    );
    expect((await move(fan, id, report)).status).toBe(409);
  });

  test('can be reported until the order is closed, not before it is shipped', async () => {
    const early = await order();
    expect((await move(fan, early, report)).problem).toMatchObject({ status: 409, code: 'conflict' });
    const late = await shipped();
    await after(14);
    expect((await see(fan, late)).state).toBe('delivered');
    expect((await move(fan, late, report)).status).toBe(200);
    const over = await shipped();
    await after(14);
    await after(7);
    expect((await see(fan, over)).state).toBe('closed');
    expect((await move(fan, over, report)).status).toBe(409);
  });

  test('goes to the desk when nobody answers in time, and not an hour earlier', async () => {
    await app.settings.set('orderAnswerDays', 3);
    const id = await shipped();
    await move(fan, id, report);
    await after(3 - 1 / 24);
    expect((await see(fan, id)).problem?.state).toBe('open');
    ports.clock.move(day / 24);
    const late = await move(creator, id, answer);
    expect(late.problem.message).toBe('The time to answer is over. The site will decide.');
    ports.transport.clear();
    await after(0);
    await after(0);
    expect(await see(fan, id)).toMatchObject({
      problem: { state: 'escalated' },
      deadline: null,
      actions: ['solve'],
    });
    expect(
      told()
        .map(([room]) => room)
        .toSorted(),
    ).toEqual([rooms.account(fan.id), rooms.account(creator.id)].toSorted());
    expect((await see(fan, id)).timeline.filter(({ event }) => event === 'escalated')).toHaveLength(1);
    expect(
      (await ok('GET /operator/orders', { token: await atDesk() })).data.map(({ _id }) => _id),
    ).toContain(id);
    const { queues } = await ok('GET /operator/me', { token: await atDesk() });
    expect(queues.find(({ name }) => name === 'orders')?.count).toBeGreaterThan(0);
    // The 14 days until it counted as delivered don't run on.
    await after(20);
    expect((await see(fan, id)).state).toBe('shipped');
    await app.settings.set('orderAnswerDays', 5);
  });

  test('is sent again with a new number, and closed when the buyer is content or silent', async () => {
    const content = await shipped();
    await through(content, [fan, report], [creator, resend]);
    expect((await see(fan, content)).timeline.at(-1)?.note).toBe('UPS, 1Z9 · A new one.');
    expect(await see(fan, content)).toMatchObject({
      carrier: 'UPS',
      tracking: '1Z9',
      actions: ['solve', 'escalate'],
      problem: { state: 'answered' },
      deadline: { at: inDays(14), effect: 'settle' },
    });
    await through(content, [fan, { action: 'solve' }]);
    expect(await see(fan, content)).toMatchObject({
      state: 'delivered',
      actions: [],
      problem: { state: 'closed', outcome: 'solved' },
      deadline: { at: inDays(7), effect: 'close' },
    });
    const silent = await shipped();
    await through(silent, [fan, report], [creator, answer]);
    await after(5);
    expect(await see(creator, silent)).toMatchObject({
      state: 'delivered',
      problem: { state: 'closed', outcome: 'no-reply' },
    });
    expect(
      (await see(creator, silent)).timeline.map(({ event, by, note }) => [event, by, note]).slice(3),
    ).toEqual([
      ['reported', 'buyer', 'Nothing came.'],
      ['answered', 'seller', 'Please wait two more days.'],
      ['settled', 'system', ''],
    ]);
    await after(7);
    expect((await see(creator, silent)).state).toBe('closed');
  });
});

describe('the creator refunds', () => {
  test('a part and then the rest: to the token and to the cent, without a shipped item in stock again', async () => {
    const id = await shipped(2);
    const full = await earned();
    expect(await wallet()).toBe(780);
    const part = await give(id, 33);
    expect(part.data).toMatchObject({ state: 'shipped', total: 220, refundable: 187 });
    expect(part.data.timeline.at(-1)).toMatchObject({
      event: 'partly-refunded',
      by: 'seller',
      tokens: 33,
      note: 'Sorry for that.',
    });
    expect([await wallet(), await earned()]).toEqual([813, Math.round(full * (187 / 220))]);
    expect(await checkLedger(ctx)).toEqual([]);
    expect((await give(id, 188)).problem).toMatchObject({
      status: 409,
      message: 'You can refund up to 187 tokens of this order.',
    });
    await give(id, 7);
    const rest = await give(id, 180);
    expect(rest.data).toMatchObject({ state: 'refunded', refundable: 0, deadline: null, actions: [] });
    expect([await wallet(), await earned(), await stockOf()]).toEqual([1_000, 0, { stock: 5, sold: 2 }]);
    expect((await give(id, 1)).status).toBe(409);
    expect(await checkLedger(ctx)).toEqual([]);
    const rows = await ok('GET /wallet/charges/search', { token: fan.token, query: { kind: 'refund' } });
    expect(rows.data.map(({ tokens, opens }) => [tokens, opens])).toEqual(
      [180, 7, 33].map((tokens) => [tokens, { kind: 'order', _id: id }]),
    );
  });

  test('an open problem: a part answers it, the rest closes it', async () => {
    const id = await shipped();
    await move(fan, id, report);
    expect((await give(id, 20)).data).toMatchObject({
      problem: { state: 'answered' },
      deadline: { at: inDays(5), effect: 'settle' },
    });
    expect((await give(id, 100)).data).toMatchObject({
      state: 'refunded',
      problem: { state: 'closed', outcome: 'refunded' },
    });
    expect([await wallet(), await checkLedger(ctx)]).toEqual([1_000, []]);
  });

  test('once per key, however often and at once it is asked; different ones never give back more than was paid', async () => {
    const id = await shipped();
    const same = await Promise.all(Array.from({ length: 5 }, () => give(id, 30, 'once-please')));
    expect(same.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect([await wallet(), (await see(fan, id)).refundable]).toEqual([910, 90]);
    const many = await Promise.all(Array.from({ length: 6 }, () => give(id, 40)));
    expect(many.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 409, 409, 409, 409,
    ]);
    expect([await wallet(), (await see(fan, id)).refundable, await checkLedger(ctx)]).toEqual([990, 10, []]);
  });

  test('when the operator refunds the payment, only what is left returns', async () => {
    const id = await shipped();
    await give(id, 50);
    await move(fan, id, report);
    const [row] = await db.select().from(orders).where(eq(orders.id, id));
    await ok('POST /operator/payments/:id/refund', {
      token: await atDesk(),
      params: { id: row!.transactionId },
      body: { reason: 'Lost.' },
    });
    expect([await wallet(), (await see(fan, id)).problem?.outcome]).toEqual([1_000, 'refunded']);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test.each([
    { tokens: 0 },
    { tokens: -5 },
    { tokens: 1.5 },
    { tokens: 5, to: 'me' },
    { tokens: 5, reason: ' ' },
    {},
  ])('%j isn’t a valid refund', async (body) => {
    const id = await shipped();
    const sent = { reason: 'x', ...body };
    const { status } = await raw('POST /orders/:id/refunds', {
      token: creator.token,
      params: { id },
      body: sent,
    });
    expect(status).toBe(422);
  });
});

describe('the money of the order', () => {
  test('is on hold while the problem is open, however old it is, and only that', async () => {
    const [id, other] = [await shipped(), await shipped()];
    await after(10);
    const before = await earningBalance(ctx, creator.id);
    expect(before).toMatchObject({ onHold: 0, available: before.total });
    await move(fan, id, report);
    const one = before.total / 2;
    expect(await earningBalance(ctx, creator.id)).toMatchObject({
      onHold: one,
      inProblems: one,
      available: one,
      holds: [],
    });
    expect(await ok('POST /payout-requests/calculate', { token: creator.token, body: {} })).toMatchObject({
      available: one,
      inProblems: one,
    });
    const undated = async () =>
      (await ok('GET /performer/earning/search', { token: creator.token, query: {} })).data.filter(
        ({ availableAt }) => availableAt === null,
      );
    expect(await undated()).toHaveLength(1);
    // What was refunded is neither on hold nor there.
    await give(id, 60);
    expect(await earningBalance(ctx, creator.id)).toMatchObject({ onHold: one / 2, available: one });
    await through(id, [fan, escalate]);
    expect(await earningBalance(ctx, creator.id)).toMatchObject({ onHold: one / 2, available: one });
    await decide(id, { decision: 'close', reason: 'The carrier shows a signature.' });
    expect(await earningBalance(ctx, creator.id)).toMatchObject({ onHold: 0, available: one * 1.5 });
    expect((await see(fan, other)).problem).toBeNull();
  });

  test('within the hold period, a partial refund leaves the rest on hold', async () => {
    const id = await shipped();
    const { total } = await earningBalance(ctx, creator.id);
    await give(id, 30);
    expect(await earningBalance(ctx, creator.id)).toMatchObject({ onHold: total * 0.75, available: 0 });
  });
});

describe('the desk decides', () => {
  test.each([
    { decision: { decision: 'refund' }, state: 'refunded', outcome: 'refunded', tokens: 1_000 },
    {
      decision: { decision: 'refund-part', tokens: 45 },
      state: 'delivered',
      outcome: 'partly-refunded',
      tokens: 925,
    },
    { decision: { decision: 'close' }, state: 'delivered', outcome: 'no-refund', tokens: 880 },
  ] as const)('$outcome', async ({ decision, state, outcome, tokens }) => {
    const id = await escalated();
    ports.transport.clear();
    const reason = 'We asked the carrier.';
    const { data } = await decide(id, { ...decision, reason });
    expect(data).toMatchObject({ state, problem: { state: 'closed', outcome } });
    expect(data.timeline.at(-1)).toMatchObject({ by: 'operator', note: reason });
    expect([await wallet(), (await see(fan, id)).state]).toEqual([tokens, state]);
    expect(
      told()
        .map(([room]) => room)
        .toSorted(),
    ).toEqual([rooms.account(fan.id), rooms.account(creator.id)].toSorted());
    const [noted] = await db.select().from(auditLog).where(eq(auditLog.subject, id));
    expect(noted).toMatchObject({
      action: 'order.decided',
      actorId: olga.id,
      facts: { decision: decision.decision, reason, tokens: tokens - 880 },
    });
    const log = await ok('GET /operator/audit/search', { token: await atDesk(), query: { whom: id } });
    expect(log.data.map(({ about }) => about)).toEqual([{ kind: 'order', _id: id, name: null }]);
    expect((await decide(id, { ...decision, reason })).status).toBe(409);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('once, of several operators at the same moment', async () => {
    const id = await escalated();
    const anna = await newOperator(app);
    const answers = await Promise.all(
      [olga, anna, olga, anna].map((who) =>
        decide(id, { decision: 'refund-part', tokens: 50, reason: 'Fair.' }, who),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    expect(await wallet()).toBe(930);
    const log = await db.select().from(auditLog).where(eq(auditLog.subject, id));
    expect(log).toHaveLength(1);
  });

  test('not about an order of one’s own, nor before its turn, nor with another’s words', async () => {
    const id = await shipped();
    expect((await decide(id, { decision: 'close', reason: 'x' })).status).toBe(404);
    await move(fan, id, report);
    expect((await decide(id, { decision: 'close', reason: 'x' })).status).toBe(409);
    for (const body of [
      { decision: 'refund', tokens: 4, reason: 'x' },
      { decision: 'refund-part', reason: 'x' },
      { decision: 'close' },
      { decision: 'keep', reason: 'x' },
    ])
      expect((await decide(id, body)).status).toBe(422);
    await db.update(orders).set({ buyerId: olga.id }).where(eq(orders.id, id));
    expect((await ok('GET /operator/orders/:id', { token: await atDesk(), params: { id } })).isOwn).toBe(
      true,
    );
    expect((await decide(id, { decision: 'close', reason: 'x' })).problem.message).toMatch(/your own/);
    await db.update(orders).set({ buyerId: fan.id }).where(eq(orders.id, id));
  });
});

test('what was refunded in part no longer counts toward the buyer’s monthly limit', async () => {
  const spent = async () => (await spendingIn(ctx, fan.id, monthAround(ports.clock.now()))).of(creator.id);
  const id = await shipped();
  expect(await spent()).toBe(600);
  await give(id, 30);
  expect(await spent()).toBe(450);
  await give(id, 90);
  expect(await spent()).toBe(0);
});

test('an account with an open problem isn’t deleted, and its creator has to answer first', async () => {
  const id = await shipped();
  await after(14);
  expect((await see(fan, id)).state).toBe('delivered');
  expect(await loadWaits(ctx, fan.id)).toEqual([]);
  await move(fan, id, report);
  expect([await loadWaits(ctx, fan.id), await loadWaits(ctx, creator.id)]).toEqual([['order'], ['order']]);
  expect((await loadObligations(ctx, creator.id)).map(({ message }) => message)).toEqual([
    'You have 1 problem with orders to answer.',
  ]);
  await move(fan, id, { action: 'solve' });
  expect(await loadWaits(ctx, fan.id)).toEqual([]);
});

test('the ledger check finds a partial refund that no order notes', async () => {
  const id = await shipped();
  await give(id, 20);
  await db.execute(sql`UPDATE order_events SET tokens = 19 WHERE order_id = ${id} AND tokens IS NOT NULL`);
  expect((await checkLedger(ctx)).map(({ rule }) => rule)).toEqual(['I4']);
  await db.execute(sql`UPDATE order_events SET tokens = 20 WHERE order_id = ${id} AND tokens IS NOT NULL`);
  const parts = await db
    .select({ of: ledgerTransactions.partOfId })
    .from(ledgerTransactions)
    .where(sql`part_of_id IS NOT NULL AND actor_id = ${fan.id}`);
  expect(parts).toHaveLength(1);
});
