import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { accountDeletions, accounts } from '#backend/db/schema/accounts.ts';
import { adjustments, auditLog, operators } from '#backend/db/schema/operator.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { addUpDays } from '#backend/domain/money/earnings/days.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import {
  approveAdjustment,
  declineAdjustment,
  proposeAdjustment,
} from '#backend/domain/across/operator/adjustments.ts';
import { identified } from '#backend/domain/across/operator/operators.ts';
import type { BodyOf } from '#services/http/call.ts';
import { testBackend } from '../../../setup/backend.ts';
import { makeOperator, newOperator } from '../../../setup/operators.ts';
import { payoutsIn } from '../../../setup/payouts.ts';
import { shopIn } from '../../../setup/shop.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, ok, ctx, db, ports, makeCreator, makeFan, fund } = app;
const { earn, makeBank, ask, mailsTo } = payoutsIn(app);
const commandLine = { ...ctx, actor: 'root', actorId: null };

let one: Person;
let other: Person;
let fan: Person;
let creator: Person;
beforeEach(async () => {
  await db.delete(operators);
  [one, other, fan, creator] = [
    await newOperator(app),
    await newOperator(app),
    await makeFan(),
    await makeCreator(),
  ];
  creator = { ...creator, token: (await app.openSession(creator.id)).token };
});

type Draft = BodyOf<'POST /operator/adjustments'>;
const give = (more: Partial<Draft> = {}): Draft => ({
  accountId: fan.id,
  purse: 'wallet',
  direction: 'give',
  amount: 50,
  reason: 'You were charged twice for a tip.',
  ...more,
});
const propose = (body: Draft, by = one, key: string = ports.ids()) =>
  call('POST /operator/adjustments', { token: by.token, key, body });
const proposed = async (body: Draft, by = one) => (await propose(body, by)).data._id;
const approve = (id: string, by = other) =>
  call('POST /operator/adjustments/:id/approve', {
    token: by.token,
    params: { id },
    body: { reason: 'Checked' },
  });
const booked = async (body: Draft) => (await approve(await proposed(body))).data;
const wallet = () => balanceOf(ctx, 'wallet', fan.id);
const audited = (subject: string) =>
  db
    .select({ action: auditLog.action, by: auditLog.actorId, facts: auditLog.facts })
    .from(auditLog)
    .where(eq(auditLog.subject, subject))
    .orderBy(asc(auditLog.createdAt), asc(auditLog.id));

test('one operator proposes and another approves: booked, told, in the history and in the audit log', async () => {
  const { data, status } = await propose(give());
  expect([status, data]).toMatchObject([
    201,
    { state: 'proposed', amount: 50, isOwn: true, proposedBy: one.username },
  ]);
  expect(await wallet()).toBe(0);
  const queue = (await ok('GET /operator/me', { token: other.token })).queues;
  expect(queue.find(({ name }) => name === 'adjustments')).toMatchObject({ count: 1 });
  const done = await approve(data._id);
  expect(done.data).toMatchObject({ state: 'approved', decidedBy: other.username, isAlone: false });
  expect(await wallet()).toBe(50);
  const history = await ok('GET /wallet/charges/search', {
    token: fan.token,
    query: { kind: 'adjustment' },
  });
  expect(history.data).toMatchObject([
    {
      kind: 'adjustment',
      tokens: 50,
      description: 'Adjustment: You were charged twice for a tip.',
      opens: null,
    },
  ]);
  const letter = (await mailsTo(fan)).at(-1)!;
  expect(letter.subject).toBe('We added 50 tokens to your wallet');
  expect(letter.text).toContain('You were charged twice for a tip.');
  expect((await ok('GET /notifications', { token: fan.token, query: {} })).data).toMatchObject([
    { type: 'adjustment', href: '/user/wallet' },
  ]);
  expect(await audited(fan.id)).toMatchObject([
    { action: 'adjustment.proposed', by: one.id, facts: { amount: 50, purse: 'wallet' } },
    {
      action: 'adjustment.approved',
      by: other.id,
      facts: { adjustment: data._id, proposedBy: one.username, decision: 'Checked' },
    },
  ]);
  const { data: events } = await ok('GET /operator/people/:id/timeline', {
    token: one.token,
    params: { id: fan.id },
    query: {},
  });
  expect(events).toContainEqual(
    expect.objectContaining({ kind: 'adjusted', amount: 50, unit: 'token', about: data._id }),
  );
  expect(await checkLedger(ctx)).toEqual([]);
});

test('somebody whose account is closed is told by email', async () => {
  await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, fan.id));
  await booked(give());
  expect((await mailsTo(fan)).at(-1)?.subject).toBe('We added 50 tokens to your wallet');
});

test('nothing is booked on an account that was deleted meanwhile; it can still be declined', async () => {
  const id = await proposed(give());
  const moment = ports.clock.now();
  await db
    .insert(accountDeletions)
    .values({ accountId: fan.id, requestedAt: moment, dueAt: moment, begunAt: moment });
  await expect(approveAdjustment(commandLine, id, 'Checked')).rejects.toThrow('This account was deleted.');
  expect((await declineAdjustment(commandLine, id, 'Too late')).state).toBe('declined');
  expect(await wallet()).toBe(0);
});

describe('never by the same person', () => {
  test('at the desk or on the command line', async () => {
    const id = await proposed(give());
    expect((await approve(id, one)).problem.message).toBe(
      'You proposed this adjustment, so another operator has to approve it.',
    );
    await expect(
      approveAdjustment(await identified(commandLine, one.username), id, 'Checked'),
    ).rejects.toThrow('another operator has to approve it');
    await expect(identified(commandLine)).rejects.toThrow('--as');
    const asOther = await identified(commandLine, other.username);
    expect(await approveAdjustment(asOther, id, 'Checked')).toMatchObject({ state: 'approved' });
    const { id: fromShell } = await proposeAdjustment(asOther, {
      person: fan.username ?? '',
      purse: 'wallet',
      amount: 5,
      reason: 'More',
      reference: '',
    });
    expect((await approve(fromShell, other)).status).toBe(409);
    expect(await wallet()).toBe(50);
  });

  test('but by the only operator there is, which is noted', async () => {
    const id = await proposed(give());
    await db.delete(operators).where(eq(operators.accountId, other.id));
    expect((await ok('GET /operator/adjustments/:id', { token: one.token, params: { id } })).isOwn).toBe(
      false,
    );
    expect((await approve(id, one)).data).toMatchObject({ state: 'approved', isAlone: true });
    expect((await audited(fan.id)).at(-1)).toMatchObject({ facts: { alone: true } });
  });

  test('nor on the word of somebody who is no operator anymore', async () => {
    const id = await proposed(give());
    await db.delete(operators).where(eq(operators.accountId, one.id));
    expect((await approve(id)).problem.message).toContain('is no longer an operator');
    expect(await wallet()).toBe(0);
  });

  test('nor about one’s own account', async () => {
    await makeOperator(app, fan.id);
    expect((await propose(give(), fan)).status).toBe(409);
    const id = await proposed(give());
    expect((await approve(id, fan)).status).toBe(409);
    expect(await wallet()).toBe(0);
  });
});

test('approved once by twenty at once; declined or approved for good', async () => {
  const id = await proposed(give());
  const answers = await Promise.all(Array.from({ length: 20 }, () => approve(id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await wallet()).toBe(50);
  await expect(declineAdjustment({ ...commandLine, actor: 'x' }, id, 'No')).rejects.toThrow(
    'already approved',
  );
  const second = await proposed(give());
  const decline = (by: Person) =>
    call('POST /operator/adjustments/:id/decline', {
      token: by.token,
      params: { id: second },
      body: { reason: 'A mistake' },
    });
  // Its own proposer takes it back.
  expect((await decline(one)).data).toMatchObject({ state: 'declined', decision: 'A mistake' });
  expect((await approve(second)).status).toBe(409);
  expect(await wallet()).toBe(50);
});

test('the same request twice proposes once', async () => {
  const key = ports.ids();
  const [first, again] = [await propose(give(), one, key), await propose(give(), one, key)];
  expect(again.data._id).toBe(first.data._id);
  expect(await db.$count(adjustments, eq(adjustments.accountId, fan.id))).toBe(1);
});

describe('no balance becomes negative', () => {
  const take = (amount: number) => give({ direction: 'take', amount, reason: 'Taken back' });

  test('of a wallet, when it is proposed or approved', async () => {
    await fund(fan.id, 30);
    expect((await propose(take(31))).problem.message).toBe(
      'The wallet has 30 tokens, so 31 tokens can’t be taken from it. Nothing was booked.',
    );
    const [first, second] = [await proposed(take(20)), await proposed(take(20))];
    expect((await approve(first)).status).toBe(200);
    expect((await approve(second)).problem.message).toContain('The wallet has 10 tokens');
    expect(await wallet()).toBe(10);
    expect(
      await db.select({ state: adjustments.state }).from(adjustments).where(eq(adjustments.id, second)),
    ).toEqual([{ state: 'proposed' }]);
  });

  test('of a wallet, by two approvals at once', async () => {
    await fund(fan.id, 30);
    const ids = [await proposed(take(20)), await proposed(take(20))];
    const answers = await Promise.all(ids.map((id) => approve(id)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await wallet()).toBe(10);
  });

  test('of earnings: what is on hold or in a payout can’t be taken', async () => {
    const from = (amount: number) =>
      give({ accountId: creator.id, purse: 'earnings', direction: 'take', amount });
    await earn(creator.id, 20_000);
    await earn(creator.id, 9_000, 0);
    await makeBank(creator);
    await ask(creator, 15_000);
    expect((await propose(from(5_001))).problem.message).toBe(
      '$50.00 of these earnings is available, so $50.01 can’t be taken. Nothing was booked.',
    );
    expect(await booked(from(5_000))).toMatchObject({ state: 'approved', amount: -5_000 });
    expect(await balanceOf(ctx, 'earnings', creator.id)).toBe(9_000);
  });
});

test('refused: earnings of a fan, and what is about somebody else', async () => {
  const earnings = await propose(give({ purse: 'earnings' }));
  expect([earnings.status, earnings.problem.errors]).toMatchObject([422, [{ field: 'purse' }]]);
  await earn(creator.id, 20_000);
  await makeBank(creator);
  const { _id: payout } = await ask(creator, 5_000);
  const wrong = await propose(give({ reference: payout }));
  expect([wrong.status, wrong.problem.errors]).toMatchObject([422, [{ field: 'reference' }]]);
  const right = await propose(give({ accountId: creator.id, purse: 'earnings', reference: payout }));
  expect(right.data.about).toEqual({ kind: 'payout', _id: payout, label: 'Payout' });
});

test('an order is named by its number', async () => {
  const shop = shopIn(app);
  const id = await shop.makeProduct(creator.id, { price: 100 });
  await fund(fan.id, 1_000);
  const { order } = await ok('POST /wallet/charges/product/:id', {
    token: fan.token,
    key: ports.ids(),
    params: { id },
    body: { quantity: 1, expectedPrice: 120, addressId: await shop.makeAddress(fan.id) },
  });
  const { data } = await propose(give({ reference: order.number.toLowerCase() }));
  expect(data.about).toMatchObject({ kind: 'order', label: `Order ${order.number}` });
  const paid = await ok('GET /operator/payments/:id', {
    token: one.token,
    params: { id: data.about?._id ?? '' },
  });
  expect(paid.paidBy?._id).toBe(fan.id);
});

/** Every place that shows the figure, before and after the days are added up. */
test('of earnings, it is one figure in the balance, the rows, the statement, the year and the desk', async () => {
  ports.clock.set('2026-04-10T12:00:00.000Z');
  one = { ...one, token: (await app.openSession(one.id)).token };
  await earn(creator.id, 20_000, 2);
  const inWords = { person: creator.id, purse: 'earnings', reference: '' } as const;
  const [asOne, asOther] = [
    await identified(commandLine, one.username),
    await identified(commandLine, other.username),
  ];
  for (const amount of [1_250, -250]) {
    const { id } = await proposeAdjustment(asOne, { ...inWords, amount, reason: 'A fee we took twice.' });
    await approveAdjustment(asOther, id, 'Checked');
  }
  for (const day of ['2026-04-10T13:00:00.000Z', '2026-04-11T12:00:00.000Z']) {
    ports.clock.set(day);
    await addUpDays(ctx);
    const { token } = await app.openSession(creator.id);
    const stats = await ok('GET /performer/earning/stats', { token, query: {} });
    const rows = await ok('GET /performer/earning/search', { token, query: { part: 'adjustments' } });
    const month = await ok('GET /performer/earning/statement', { token, query: { month: '2026-04' } });
    const year = await ok('GET /performer/earning/year', { token, query: { year: '2026' } });
    expect(stats.adjustments).toMatchObject({ net: 1_000, count: 2, commission: 0 });
    expect(rows.sums.net).toBe(1_000);
    expect(
      rows.data.map(({ source, net, createdAt, availableAt }) => [source, net, createdAt === availableAt]),
    ).toEqual([
      ['adjustment', -250, true],
      ['adjustment', 1_250, true],
    ]);
    expect([month.adjustments.net, year.total.adjustments.net]).toEqual([1_000, 1_000]);
    expect(month.closing).toBe(21_000);
    expect(
      month.opening +
        month.sales.net +
        month.refunds.net +
        month.referrals.net +
        month.payouts.net +
        month.adjustments.net,
    ).toBe(month.closing);
    // Not a sale: what was earned stays as it was.
    expect([stats.total.net, stats.sales.net, stats.balance.total]).toEqual([20_000, 20_000, 21_000]);
    expect(await balanceOf(ctx, 'earnings', creator.id)).toBe(21_000);
  }
  expect(await checkLedger(ctx)).toEqual([]);
});
