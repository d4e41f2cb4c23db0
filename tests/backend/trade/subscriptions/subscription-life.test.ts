import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { payments } from '#backend/db/schema/ledger.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { subscriptionApp } from '../../../setup/subscribing.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await subscriptionApp();
const {
  call,
  raw,
  ok,
  db,
  ctx,
  ports,
  backend,
  addCard,
  newKey,
  block,
  subscribe,
  cancel,
  mailsTo,
  rowOf,
  countOf,
  hasAccess,
  paid,
  until,
} = app;

let fan: Person;
let creator: Person;
let cardId: string;
beforeEach(async () => {
  ({ fan, creator, cardId } = await app.begin());
});

describe('renewal', () => {
  test('is charged in the last hour, keeps the 31st, and never leaves a gap', async () => {
    const { _id } = (await subscribe('monthly')).data;
    await db.update(performers).set({ monthlyPrice: 2_000 }).where(eq(performers.accountId, creator.id));
    await until('2026-02-28T08:59:00Z');
    expect(await paid()).toBe(1);
    for (const [moment, end] of [
      ['2026-02-28T09:01:00Z', '2026-03-31'],
      ['2026-03-31T09:30:00Z', '2026-04-30'],
      ['2026-04-30T10:00:59Z', '2026-05-31'],
    ] as const) {
      await until(moment);
      expect(await rowOf(_id)).toMatchObject({
        state: 'active',
        price: 999,
        periodEnd: new Date(`${end}T10:00:00Z`),
      });
      expect(await hasAccess()).toBe(true);
    }
    expect([await paid(), await balanceOf(ctx, 'earnings', creator.id), await countOf()]).toEqual([
      4,
      4 * 799,
      1,
    ]);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('with many job runners at once charges once', async () => {
    const { _id } = (await subscribe('monthly')).data;
    ports.clock.set('2026-02-28T09:30:00Z');
    await Promise.all(Array.from({ length: 8 }, () => backend.runJobs()));
    await Promise.all(Array.from({ length: 8 }, () => backend.runJobs()));
    expect([await paid(), (await rowOf(_id)).periodEnd.toISOString()]).toEqual([
      2,
      '2026-03-31T10:00:00.000Z',
    ]);
  });

  test('that fails is retried on days 1, 3 and 5, and then the subscription ends', async () => {
    const { _id } = (await subscribe('monthly', { cardId: await addCard(fan, 'pays', '02/26') })).data;
    await db
      .update(subscriptions)
      .set({ periodEnd: new Date('2026-03-05T10:00:00Z'), billingAnchor: new Date('2026-02-05T10:00:00Z') })
      .where(eq(subscriptions.id, _id));
    await until('2026-03-05T09:30:00Z');
    expect(await rowOf(_id)).toMatchObject({
      state: 'past_due',
      retries: 1,
      nextAttemptAt: new Date('2026-03-06T10:00:00Z'),
    });
    expect(await hasAccess()).toBe(true);
    await until('2026-03-05T10:01:00Z');
    expect([await hasAccess(), await countOf()]).toEqual([false, 1]);
    for (const [moment, retries] of [
      ['2026-03-06T10:01:00Z', 2],
      ['2026-03-08T10:01:00Z', 3],
    ] as const) {
      await until(moment);
      expect(await rowOf(_id)).toMatchObject({ state: 'past_due', retries });
    }
    await until('2026-03-10T10:01:00Z');
    expect([(await rowOf(_id)).state, await countOf(), await paid()]).toEqual(['expired', 0, 1]);
    const mails = await mailsTo();
    expect(mails.map((mail) => mail.subject)).toEqual([
      'Your subscription to Cleo renews on Mar 5, 2026',
      ...Array.from({ length: 4 }, () => 'Your subscription to Cleo'),
    ]);
    expect(mails[0]?.text).toContain('That card expires before then');
    expect(mails[1]?.text).toMatch(
      /couldn’t charge \$9\.99 .* it has expired.*try again on Mar 6, 2026.*pay with another card: https:\/\/limelight.test\/user\/subscriptions/s,
    );
    expect(mails[4]?.text).toContain('It has ended.');
    expect(ports.transport.of('notification/created', rooms.account(fan.id))).toHaveLength(5);
    await until('2026-04-10T10:01:00Z');
    expect(await db.$count(payments, eq(payments.accountId, fan.id))).toBe(5);
  });

  test('that fails and then succeeds begins with the payment', async () => {
    const [asks, key] = [await addCard(fan, 'asks'), newKey()];
    await subscribe('monthly', { cardId: asks, key });
    const { _id } = (await subscribe('monthly', { cardId: asks, key, challengeAnswer: 'complete' })).data;
    await until('2026-02-28T09:30:00Z');
    expect(await rowOf(_id)).toMatchObject({ state: 'past_due' });
    await db.update(subscriptions).set({ cardId }).where(eq(subscriptions.id, _id));
    await until('2026-03-01T10:30:00Z');
    expect(await rowOf(_id)).toMatchObject({
      state: 'active',
      retries: 0,
      nextAttemptAt: null,
      periodEnd: new Date('2026-04-01T10:30:00Z'),
    });
    expect([await hasAccess(), await paid()]).toEqual([true, 2]);
  });

  test('that fails on days 0 and 1 and succeeds on day 3: no access between, one charge, a whole period from then', async () => {
    const { _id } = (await subscribe('monthly')).data;
    const poor = await addCard(fan, 'poor');
    await db.update(subscriptions).set({ cardId: poor }).where(eq(subscriptions.id, _id));
    for (const [moment, retries, access] of [
      ['2026-02-28T09:30:00Z', 1, true],
      ['2026-02-28T10:00:00Z', 1, false],
      ['2026-03-01T10:01:00Z', 2, false],
      ['2026-03-02T12:00:00Z', 2, false],
    ] as const) {
      await until(moment);
      expect([
        (await rowOf(_id)).state,
        (await rowOf(_id)).retries,
        await hasAccess(),
        await countOf(),
        await paid(),
      ]).toEqual(['past_due', retries, access, 1, 1]);
    }
    await db.update(subscriptions).set({ cardId }).where(eq(subscriptions.id, _id));
    await until('2026-03-03T10:01:00Z');
    expect(await rowOf(_id)).toMatchObject({
      state: 'active',
      retries: 0,
      nextAttemptAt: null,
      price: 999,
      periodEnd: new Date('2026-04-03T10:01:00Z'),
    });
    expect([await hasAccess(), await paid(), await balanceOf(ctx, 'earnings', creator.id)]).toEqual([
      true,
      2,
      2 * 799,
    ]);
    expect((await mailsTo()).map((mail) => /try again on (.*?)\./.exec(mail.text)?.[1])).toEqual([
      undefined,
      'Mar 1, 2026',
      'Mar 3, 2026',
    ]);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('paying revives an overdue one at the old price, while a changed plan costs the current one', async () => {
    const { _id } = (await subscribe('monthly')).data;
    await db.update(performers).set({ monthlyPrice: 2_000 }).where(eq(performers.accountId, creator.id));
    await ok('DELETE /payment-cards/:id', { token: fan.token, params: { id: cardId } });
    await until('2026-02-28T09:30:00Z');
    expect(await rowOf(_id)).toMatchObject({ state: 'past_due' });
    const fresh = await addCard(fan);
    const revived = await subscribe('monthly', { cardId: fresh });
    expect(revived.data).toMatchObject({
      _id,
      state: 'active',
      price: 999,
      periodEnd: '2026-03-31T10:00:00.000Z',
      startedAt: '2026-01-31T10:00:00.000Z',
    });
    expect([await paid(), await countOf()]).toEqual([2, 1]);
    await until('2026-03-01T11:00:00Z');
    expect(await paid()).toBe(2);
  });

  test('continues with the default card if its own was removed', async () => {
    const { _id } = (await subscribe('monthly')).data;
    const other = await addCard(fan);
    await ok('DELETE /payment-cards/:id', { token: fan.token, params: { id: cardId } });
    await until('2026-02-28T09:30:00Z');
    expect(await rowOf(_id)).toMatchObject({ state: 'active', cardId: other });
  });

  test.each(['by the creator', 'by the fan', 'suspension'])(
    'stops after a block or a change of the creator: %s',
    async (how) => {
      const { _id } = (await subscribe('monthly')).data;
      if (how === 'suspension')
        await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, creator.id));
      else await (how === 'by the fan' ? block(fan.id, creator.id) : block(creator.id, fan.id));
      await until('2026-02-28T09:30:00Z');
      expect(await rowOf(_id)).toMatchObject({
        state: 'cancelled',
        periodEnd: new Date('2026-02-28T10:00:00Z'),
      });
      await until('2026-02-28T10:01:00Z');
      expect([(await rowOf(_id)).state, await paid(), await countOf()]).toEqual(['expired', 1, 0]);
    },
  );

  test('after two days of downtime is charged once, for a whole period from then', async () => {
    const { _id } = (await subscribe('monthly')).data;
    await until('2026-03-02T12:00:00Z');
    expect([await paid(), (await rowOf(_id)).periodEnd.toISOString()]).toEqual([
      2,
      '2026-04-02T12:00:00.000Z',
    ]);
    ports.clock.set('2026-03-02T11:00:00Z');
    await backend.runJobs();
    expect(await paid()).toBe(2);
  });

  test('five years, month by month: sixty payments, not a day off', async () => {
    const { _id } = (await subscribe('monthly')).data;
    for (let month = 1; month < 60; month += 1) {
      const { periodEnd } = await rowOf(_id);
      await until(new Date(periodEnd.getTime() - 30 * 60_000).toISOString());
    }
    expect([
      await paid(),
      (await rowOf(_id)).periodEnd.toISOString(),
      await balanceOf(ctx, 'earnings', creator.id),
    ]).toEqual([60, '2031-01-31T10:00:00.000Z', 60 * 799]);
    expect(await checkLedger(ctx)).toEqual([]);
  }, 60_000);
});

describe('canceling', () => {
  test('keeps access to the end of the paid period, and then ends it', async () => {
    const { _id } = (await subscribe('monthly')).data;
    const answer = await cancel(_id);
    expect(answer.data).toMatchObject({
      state: 'cancelled',
      renews: false,
      cancelledAt: '2026-01-31T10:00:00.000Z',
      periodEnd: '2026-02-28T10:00:00.000Z',
    });
    expect((await cancel(_id)).text).toBe(answer.text);
    expect((await ok('GET /subscriptions/performer/search', { token: creator.token })).data[0]).toMatchObject(
      { _id, cancelReason: 'moving on' },
    );
    await until('2026-02-28T09:30:00Z');
    expect([await hasAccess(), await countOf()]).toEqual([true, 1]);
    await until('2026-02-28T10:01:00Z');
    expect([await hasAccess(), (await rowOf(_id)).state, await countOf(), await paid()]).toEqual([
      false,
      'expired',
      0,
      1,
    ]);
    expect((await cancel(_id)).problem).toMatchObject({ status: 409 });
    expect((await subscribe('monthly')).data._id).not.toBe(_id);
  });

  test('subscribing again before the end resumes it without a charge', async () => {
    const { _id } = (await subscribe('monthly')).data;
    await cancel(_id);
    expect((await subscribe('yearly')).problem.status).toBe(409);
    const key = newKey();
    const back = await subscribe('monthly', { key });
    expect(back.data).toMatchObject({
      _id,
      state: 'active',
      renews: true,
      cancelledAt: null,
      periodEnd: '2026-02-28T10:00:00.000Z',
    });
    expect((await subscribe('monthly', { key })).text).toBe(back.text);
    expect(await paid()).toBe(1);
    await until('2026-02-28T09:30:00Z');
    expect(await paid()).toBe(2);
  });

  test('an overdue one ends it at once', async () => {
    const { _id } = (await subscribe('monthly')).data;
    await ok('DELETE /payment-cards/:id', { token: fan.token, params: { id: cardId } });
    await until('2026-02-28T10:01:00Z');
    expect((await cancel(_id)).data).toMatchObject({ state: 'expired' });
    expect(await countOf()).toBe(0);
  });

  test("is possible only for the fan; another person's doesn't exist", async () => {
    const { _id } = (await subscribe('monthly')).data;
    const nothing = await cancel(newKey());
    expect(nothing.status).toBe(404);
    for (const token of [creator.token, (await app.makeFan()).token])
      expect((await cancel(_id, token)).text).toBe(nothing.text);
    expect(
      (
        await call('POST /payment/:provider/cancel-subscription/:id', {
          token: fan.token,
          params: { provider: 'stripe', id: _id },
        })
      ).status,
    ).toBe(404);
    expect(
      (
        await raw('POST /payment/:provider/cancel-subscription/:id', {
          token: fan.token,
          params: { provider: 'sandbox', id: _id },
          body: { now: true },
        })
      ).status,
    ).toBe(422);
    expect((await rowOf(_id)).state).toBe('active');
  });
});
