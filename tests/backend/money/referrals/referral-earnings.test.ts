import { beforeEach, expect, test } from 'vitest';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { testBackend } from '../../../setup/backend.ts';
import { referringIn } from '../../../setup/referring.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { ok, raw, ctx, ports, fund, makeFan, makeCreator, openSession } = app;
const { tip, undo, credit, refer } = referringIn(app);

let inviter: Person;
let creator: Person;
let count = 0;
const staying = async (person: Person): Promise<Person> => ({
  ...person,
  token: (await openSession(person.id, 24 * 365 * 3)).token,
});
beforeEach(async () => {
  ports.clock.set('2026-03-03T09:00:00Z');
  inviter = await staying(await makeFan({ name: 'Nora Field' }));
  creator = await staying(await makeCreator({ name: 'Cleo Hart' }));
});
const people = (person: Person, query: object = {}) =>
  ok('GET /referrals/user/search', { token: person.token, query });
const stats = (person: Person, query: object = {}) =>
  ok('GET /referral-earnings/stats', { token: person.token, query });
const rows = (person: Person, query: object = {}) =>
  ok('GET /referral-earnings/search', { token: person.token, query });

/** Three referred fans with purchases and one refund, over three months. */
async function business(referrer: Person) {
  const fans: Person[] = [];
  const seller = await makeCreator();
  for (const name of ['Ada Lund', 'Ben Carver', 'Chidi Obi']) {
    const fan = await makeFan({ name, username: `${name.slice(0, 3).toLowerCase()}-${(count += 1)}` });
    await fund(fan.id, 50_000);
    await refer(referrer, fan, { days: name === 'Ada Lund' ? 20 : 365 });
    ports.clock.move('1m');
    fans.push(fan);
  }
  for (let month = 0; month < 3; month += 1) {
    for (const [at, fan] of fans.entries()) {
      const sale = await tip(fan, seller, 300 + 77 * at + month);
      await credit();
      if (at === 1 && month === 1) await undo(sale);
    }
    ports.clock.move('30d');
    await credit();
  }
  return fans;
}
const total = (list: readonly { amount: number; tokens: number }[]) => ({
  amount: list.reduce((sum, row) => sum + row.amount, 0),
  tokens: list.reduce((sum, row) => sum + row.tokens, 0),
  count: list.length,
});
async function everyRow(referrer: Person, query: object = {}) {
  const all: Awaited<ReturnType<typeof rows>>['data'] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: Awaited<ReturnType<typeof rows>> = await rows(referrer, {
      ...query,
      limit: 2,
      ...(cursor ? { cursor } : {}),
    });
    all.push(...page.data);
    cursor = page.nextCursor ?? null;
  }
  return all;
}

test.each([
  ['a creator', true],
  ['a fan', false],
])('for %s: every figure is the sum of its ledger rows, in any range', async (_, isPerformer) => {
  const referrer = await staying(isPerformer ? await makeCreator() : await makeFan());
  await business(referrer);
  const all = await everyRow(referrer);
  for (const range of [
    {},
    { from: '2026-03-20T00:00:00Z' },
    { to: '2026-04-02T09:03:00Z' },
    { from: '2026-03-04T00:00:00Z', to: '2026-05-01T00:00:00Z' },
  ]) {
    const [figures, listed] = [await stats(referrer, range), await everyRow(referrer, range)];
    const within = all.filter(
      (row) =>
        (!('from' in range) || Date.parse(row.createdAt) >= Date.parse(range.from!)) &&
        (!('to' in range) || Date.parse(row.createdAt) < Date.parse(range.to!)),
    );
    expect(listed).toEqual(within);
    expect(figures.total).toEqual(total(listed));
    for (const one of figures.byReferral)
      expect(total(await everyRow(referrer, { ...range, referral: one.referralId }))).toEqual({
        amount: one.amount,
        tokens: one.tokens,
        count: one.count,
      });
  }
  expect(all.some((row) => row.amount < 0)).toBe(true);
  expect((await people(referrer)).data.map(({ amount, tokens }) => ({ amount, tokens }))).toEqual(
    (await people(referrer)).data.map((each) => {
      const { amount, tokens } = total(all.filter((row) => row.referralId === each._id));
      return { amount, tokens };
    }),
  );
  expect(await checkLedger(ctx)).toEqual([]);
});

test('everyone beyond ten is combined into one sum', async () => {
  const seller = await makeCreator();
  for (let at = 1; at <= 13; at += 1) {
    const fan = await makeFan();
    await fund(fan.id, 10_000);
    await refer(creator, fan);
    await tip(fan, seller, 100 * at);
  }
  await credit();
  const figures = await stats(creator);
  expect([figures.byReferral.map((row) => row.amount), figures.others, figures.total]).toEqual([
    [65, 60, 55, 50, 45, 40, 35, 30, 25, 20],
    { amount: 30, tokens: 0, count: 3 },
    { amount: 455, tokens: 0, count: 13 },
  ]);
  expect(figures.people).toEqual({ joined: 13, active: 13, ended: 0, voided: 0 });
});

test('a fan sees the fraction waiting to become a token, and what is owed', async () => {
  const [seller, fan] = [await makeCreator(), await makeFan()];
  await fund(fan.id, 10_000);
  await refer(inviter, fan);
  const sale = await tip(fan, seller, 1_480);
  await credit();
  expect([(await stats(inviter)).pending, (await people(inviter)).data[0]]).toEqual([
    4,
    expect.objectContaining({ amount: 70, tokens: 14, pending: 4 }),
  ]);
  await tip(inviter, seller, 10);
  await undo(sale);
  await credit();
  expect(await stats(inviter)).toMatchObject({
    pending: 0,
    owed: 50,
    total: { amount: 50, tokens: 10, count: 2 },
  });
});

test('shows and searches nothing about a referred person beyond a first name', async () => {
  const referrer = await staying(await makeCreator());
  const [ada] = await business(referrer);
  const { data } = await people(referrer, { q: 'ADA' });
  expect(data).toEqual([
    expect.objectContaining({
      name: 'Ada',
      username: 'ad···',
      isPerformer: false,
      state: 'ended',
      reason: null,
    }),
  ]);
  const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
  const replies = JSON.stringify([await people(referrer), await rows(referrer), await stats(referrer)]);
  expect(replies).not.toContain(ada!.id);
  // An id can contain a name's letters by chance.
  const text = replies.replaceAll(uuid, '');
  for (const secret of ['Lund', 'Carver', ada!.username, ada!.email]) expect(text).not.toContain(secret);
  for (const q of ['Lund', ada!.username, '%', '_da']) expect((await people(referrer, { q })).total).toBe(0);
  expect([
    (await people(referrer, { state: 'active' })).total,
    (await people(referrer, { state: 'ended' })).total,
    (await people(referrer, { state: 'voided' })).total,
  ]).toEqual([2, 1, 0]);
  const first = await people(referrer, { limit: 2 });
  expect(
    [...first.data, ...(await people(referrer, { limit: 2, cursor: first.nextCursor! })).data].map(
      (row) => row.name,
    ),
  ).toEqual(['Chidi', 'Ben', 'Ada']);
});

test('is private', async () => {
  const referrer = await staying(await makeCreator());
  await business(referrer);
  const theirs = (await people(referrer)).data[0]!._id;
  const other = await staying(await makeCreator());
  expect([
    await rows(other, { referral: theirs }),
    (await people(other)).total,
    (await stats(other)).total,
  ]).toEqual([{ data: [], total: 0, nextCursor: null }, 0, { amount: 0, tokens: 0, count: 0 }]);
  expect(
    (await raw('GET /referral-earnings/search', { token: other.token, query: { cursor: 'x' } })).status,
  ).toBe(422);
});
