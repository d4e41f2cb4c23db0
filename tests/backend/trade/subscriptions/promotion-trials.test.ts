import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { performers } from '#backend/db/schema/creators.ts';
import { payments } from '#backend/db/schema/ledger.ts';
import { promotions, promotionUses } from '#backend/db/schema/promotions.ts';
import type { BodyOf } from '#services/http/call.ts';
import { subscriptionApp } from '../../../setup/subscribing.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await subscriptionApp();
const { ok, raw, call, db, ports, block, subscribe, rowOf, until } = app;

let fan: Person;
let creator: Person;
beforeEach(async () => {
  ({ fan, creator } = await app.begin());
});

const stored = async (id: string) => (await db.select().from(promotions).where(eq(promotions.id, id)))[0]!;
const own = async () => (await ok('GET /promotions/search', { token: creator.token })).data;

describe('a trial link', () => {
  const link = (body: Partial<BodyOf<'POST /promotions/trial'>> = {}) =>
    ok('POST /promotions/trial', { token: creator.token, body: { days: 7, ...body } });
  const look = (code: string, token: string | null = fan.token) =>
    call('GET /promotions/trial/:code', { token, params: { code } });
  const take = (code: string, token = fan.token) =>
    call('POST /promotions/trial/:code', { token, params: { code } });

  test('gives its days once, ends by itself and never charges', async () => {
    await db
      .update(performers)
      .set({ isFreeSubscription: false })
      .where(eq(performers.accountId, creator.id));
    const made = await link({ maxUses: 5, message: 'Have a look' });
    const code = made.code!;
    expect(code).toMatch(/^[0-9a-z]{12}$/);
    expect((await look(code, null)).data).toMatchObject({
      code,
      days: 7,
      message: 'Have a look',
      state: 'running',
      left: 5,
      refusal: null,
      performer: { _id: creator.id },
    });
    // It isn't listed as an offer on the profile.
    expect(
      (await ok('GET /promotions/performer/:id', { token: fan.token, params: { id: creator.id } })).data,
    ).toEqual([]);
    const taken = await take(code.toUpperCase());
    expect(taken.status).toBe(201);
    expect(taken.data).toMatchObject({
      type: 'free',
      state: 'active',
      price: 0,
      renews: false,
      periodEnd: '2026-02-07T10:00:00.000Z',
    });
    expect([await app.hasAccess(), await app.countOf()]).toEqual([true, 1]);
    expect((await look(code)).data).toMatchObject({ left: 4, refusal: 'subscribed' });
    expect((await take(code)).status).toBe(409);
    await until('2026-02-07T10:00:01Z');
    expect([
      await app.hasAccess(),
      await app.countOf(),
      await db.$count(payments, eq(payments.accountId, fan.id)),
    ]).toEqual([false, 0, 0]);
    expect((await look(code)).data).toMatchObject({ refusal: 'had' });
    const other = await link();
    expect((await take(other.code!)).problem).toMatchObject({
      status: 409,
      message: expect.stringContaining('used your free trial'),
    });
    expect(await own()).toMatchObject([
      { kind: 'trial', uses: 0 },
      { kind: 'trial', uses: 1, subscribers: 0, earned: 0 },
    ]);
  });

  test('fans who stay and pay count as its revenue', async () => {
    const { code } = await link();
    await take(code!);
    await subscribe('monthly');
    expect(await own()).toMatchObject([{ uses: 1, subscribers: 1, earned: 799 }]);
  });

  test("isn't for subscribers, nor for yourself; an earlier free subscription doesn't matter", async () => {
    const { code } = await link();
    const { data } = await subscribe('free');
    expect((await take(code!)).status).toBe(409);
    expect((await take(code!, creator.token)).status).toBe(422);
    expect((await look(code!, creator.token)).data).toMatchObject({ refusal: 'own' });
    await until('2026-02-03T00:00:00Z');
    expect(await rowOf(data._id)).toMatchObject({ state: 'expired' });
    expect((await take(code!)).status).toBe(201);
  });

  test('ends by the clock, when its uses run out, and when ended early', async () => {
    const timed = await link({ endsAt: '2026-02-01T00:00:00.000Z' });
    const ended = await link();
    await ok('PUT /promotions/:id/end', { token: creator.token, params: { id: ended._id } });
    ports.clock.set('2026-02-01T00:00:00Z');
    for (const { code } of [timed, ended]) {
      expect((await look(code!)).data).toMatchObject({ state: 'ended' });
      expect((await take(code!)).problem).toMatchObject({
        status: 409,
        message: 'This link is no longer valid.',
      });
    }
  });

  test('an unknown code and one of a creator closed to the fan get the same reply', async () => {
    const { code } = await link();
    const nobody = await take('no-such-code');
    expect([nobody.status, (await look('no-such-code')).text]).toEqual([404, nobody.text]);
    await block(fan.id, creator.id);
    expect([(await take(code!)).text, (await look(code!)).text]).toEqual([nobody.text, nobody.text]);
    // Offers can't be redeemed through the trial endpoint.
    const { _id } = await ok('POST /promotions', { token: creator.token, body: { percent: 30 } });
    expect((await take(_id)).status).toBe(404);
  });

  test('a hundred and fifty at once on the last three uses; one fan with two links', async () => {
    const { _id, code } = await link({ maxUses: 3 });
    const fans = await Promise.all(Array.from({ length: 150 }, () => app.makeFan()));
    const answers = await Promise.all(fans.map((one) => take(code!, one.token)));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(3);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(147);
    expect([(await stored(_id)).uses, await app.countOf()]).toEqual([3, 3]);
    const links = await Promise.all(Array.from({ length: 5 }, () => link()));
    const both = await Promise.all(links.map((one) => take(one.code!)));
    expect(both.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(await db.$count(promotionUses, eq(promotionUses.accountId, fan.id))).toBe(1);
  }, 60_000);

  test.each([
    [{ days: 0 }],
    [{ days: 91 }],
    [{}],
    [{ days: 7, code: 'MINE' }],
    [{ days: 7, percent: 10 }],
    [{ days: 7, maxUses: 0 }],
  ])('rejects %j', async (body) => {
    expect((await raw('POST /promotions/trial', { token: creator.token, body })).status).toBe(422);
  });
});
