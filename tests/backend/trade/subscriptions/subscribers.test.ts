import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '#backend/kernel/context.ts';
import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { subscriberNotes, subscriptions } from '#backend/db/schema/subscriptions.ts';
import { reverse } from '#backend/domain/base/ledger/ledger.ts';
import type { QueryOf } from '#services/http/call.ts';
import { subscriptionApp } from '../../../setup/subscribing.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await subscriptionApp();
const { ok, raw, call, db, ctx, addCard, newKey, subscribe, cancel, until } = app;

let fan: Person;
let creator: Person;
beforeEach(async () => {
  ({ fan, creator } = await app.begin());
});

const list = (query: QueryOf<'GET /subscriptions/performer/search'> = {}, token = creator.token) =>
  ok('GET /subscriptions/performer/search', { token, query });
const names = async (query: QueryOf<'GET /subscriptions/performer/search'> = {}) =>
  (await list(query)).data.map((row) => row.user.name);
/** Another fan who subscribes. */
async function another(name: string, type: 'free' | 'monthly' | 'yearly' = 'monthly') {
  const made = await app.makeFan({ name });
  const person = { ...made, token: (await app.openSession(made.id, 24 * 365)).token };
  const cardId = type === 'free' ? undefined : await addCard(person);
  const { data } = await subscribe(type, { token: person.token, cardId, key: newKey() });
  return { ...person, subscriptionId: data._id };
}
const tip = async (person: Person, amount: number) => {
  await app.fund(person.id, amount);
  return ok('POST /wallet/charges/tip/:id', {
    token: person.token,
    key: newKey(),
    params: { id: creator.id },
    body: { amount },
  });
};
const note = (id: string, text: string, token = creator.token) =>
  call('PUT /subscriptions/performer/:id/note', { token, params: { id }, body: { note: text } });

describe('a creator’s subscribers', () => {
  test('show since when, what they pay, whether they renew, their revenue and offer', async () => {
    const made = await ok('POST /promotions', { token: creator.token, body: { percent: 50 } });
    const { data } = await subscribe('monthly');
    await tip(fan, 100);
    // Another creator's earnings aren't included.
    const stranger = await app.makeCreator();
    await app.fund(fan.id, 100);
    await ok('POST /wallet/charges/tip/:id', {
      token: fan.token,
      key: newKey(),
      params: { id: stranger.id },
      body: { amount: 100 },
    });
    expect(await list()).toMatchObject({
      total: 1,
      data: [
        {
          _id: data._id,
          user: { name: 'Fay' },
          type: 'monthly',
          state: 'active',
          price: 999,
          renews: true,
          startedAt: '2026-01-31T10:00:00.000Z',
          periodEnd: '2026-02-28T10:00:00.000Z',
          spend: 400 + 400,
          offer: { _id: made._id, kind: 'percent', percent: 50, days: null },
          note: '',
          card: null,
        },
      ],
    });
    await cancel(data._id);
    expect((await list()).data).toMatchObject([{ state: 'cancelled', renews: false }]);
    const earned = await ok('GET /performer/earning/search', { token: creator.token });
    expect(earned.data.reduce((sum, row) => sum + row.net, 0)).toBe(800);
  });

  test('a refund is deducted from the revenue', async () => {
    await subscribe('monthly');
    await tip(fan, 100);
    const [given] = await db
      .select()
      .from(ledgerTransactions)
      .where(eq(ledgerTransactions.actorId, fan.id))
      .orderBy(ledgerTransactions.createdAt)
      .then((rows) => rows.filter((row) => row.subject === 'tip'));
    await transaction(ctx, (tx) => reverse(tx, given!.id, 'Refund'));
    expect((await list()).data[0]).toMatchObject({ spend: 799 });
  });

  test("each fan once, with the latest: a returning fan isn't listed as lost", async () => {
    const { data: free } = await subscribe('free');
    await until('2026-02-02T00:00:00Z');
    expect((await list({ state: 'expired' })).data).toMatchObject([{ _id: free._id, type: 'free' }]);
    const { data } = await subscribe('monthly');
    expect(await list()).toMatchObject({ total: 1, data: [{ _id: data._id }] });
    expect(await list({ state: 'expired' })).toEqual({ data: [], total: 0 });
    // A first payment that never succeeded doesn't affect earlier subscriptions.
    const other = await another('Ola', 'free');
    await until('2026-02-05T00:00:00Z');
    await subscribe('monthly', {
      token: other.token,
      cardId: await addCard(other, 'declines'),
      key: newKey(),
    });
    expect(await names({ state: 'expired' })).toEqual(['Ola']);
    expect(await list({ state: 'incomplete' })).toEqual({ data: [], total: 0 });
  });

  test('by state, type and name; newest, longest or highest revenue first; page by page', async () => {
    const first = await another('Ann_1');
    app.ports.clock.set('2026-02-01T10:00:00Z');
    const second = await another('Bob', 'yearly');
    app.ports.clock.set('2026-02-02T10:00:00Z');
    await another('Cid', 'free');
    await cancel(second.subscriptionId, second.token);
    await tip(first, 5_000);
    await tip(first, 5_000);
    expect(await names()).toEqual(['Cid', 'Bob', 'Ann_1']);
    expect(await names({ sort: 'longest' })).toEqual(['Ann_1', 'Bob', 'Cid']);
    expect(await names({ sort: 'spend' })).toEqual(['Ann_1', 'Bob', 'Cid']);
    expect((await list({ sort: 'spend' })).data.map((row) => row.spend)).toEqual([799 + 40_000, 7_992, 0]);
    expect([
      await names({ type: 'free' }),
      await names({ state: 'cancelled' }),
      await names({ state: 'active' }),
    ]).toEqual([['Cid'], ['Bob'], ['Cid', 'Ann_1']]);
    expect([
      await names({ q: 'bO' }),
      await names({ q: first.username }),
      await names({ q: 'n_1' }),
      await names({ q: '%' }),
    ]).toEqual([['Bob'], ['Ann_1'], ['Ann_1'], []]);
    expect(await list({ limit: 1, offset: 1 })).toMatchObject({
      total: 3,
      data: [{ user: { name: 'Bob' } }],
    });
    for (const query of [
      { sort: 'name' },
      { state: 'free' },
      { type: 'paid' },
      { q: 'x'.repeat(101) },
      { userId: fan.id },
    ]) {
      expect((await raw('GET /subscriptions/performer/search', { token: creator.token, query })).status).toBe(
        422,
      );
    }
  });
});

describe('a note', () => {
  test('is written, changed, deleted, and visible only to its creator', async () => {
    const { data } = await subscribe('monthly');
    const { _id: id } = data;
    expect((await note(id, '  Likes glazes ')).data).toEqual({ _id: id, note: 'Likes glazes' });
    await note(id, 'Likes raku');
    expect((await list()).data).toMatchObject([{ note: 'Likes raku' }]);
    const stranger = await app.makeCreator();
    await subscribe('monthly', { performerId: stranger.id, key: newKey() });
    expect((await list({}, stranger.token)).data).toMatchObject([{ user: { _id: fan.id }, note: '' }]);
    expect(
      (await ok('GET /subscriptions/user/search', { token: fan.token })).data.every(
        (row) => !('note' in row) && !('spend' in row),
      ),
    ).toBe(true);
    const nobody = await note(newKey(), 'x', stranger.token);
    expect([nobody.status, (await note(id, 'x', stranger.token)).text]).toEqual([404, nobody.text]);
    await note(id, ' ');
    expect(await db.$count(subscriberNotes, eq(subscriberNotes.performerId, creator.id))).toBe(0);
    expect((await note(id, 'x'.repeat(2_001))).status).toBe(422);
  });

  test('is about the person: it is there again when they return', async () => {
    const { data: free } = await subscribe('free');
    await note(free._id, 'Met at the fair');
    await until('2026-02-02T00:00:00Z');
    await subscribe('monthly');
    expect((await list()).data).toMatchObject([{ type: 'monthly', note: 'Met at the fair' }]);
  });

  test("can't be written about someone who never subscribed", async () => {
    await subscribe('monthly', { cardId: await addCard(fan, 'declines') });
    const [tried] = await db.select().from(subscriptions).where(eq(subscriptions.userId, fan.id));
    expect([tried?.state, (await note(tried!.id, 'x')).status]).toEqual(['incomplete', 404]);
  });
});
