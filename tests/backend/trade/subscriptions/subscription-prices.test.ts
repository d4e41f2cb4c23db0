import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { sessions } from '#backend/db/schema/accounts.ts';
import { accountBlocks } from '#backend/db/schema/blocks.ts';
import { jobs } from '#backend/db/schema/kernel.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { subscriptionApp } from '../../../setup/subscribing.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await subscriptionApp();
const {
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
  resume,
  accept,
  mailsTo,
  rowOf,
  paid,
  until,
} = app;

let fan: Person;
let creator: Person;
let cardId: string;
beforeEach(async () => {
  ({ fan, creator, cardId } = await app.begin());
});

const ask = (prices: { monthlyPrice?: number; yearlyPrice?: number }) =>
  ok('PUT /performers/:id', { token: creator.token, params: { id: creator.id }, body: prices });
const listed = async () => (await ok('GET /subscriptions/user/search', { token: fan.token })).data;

describe('a new price', () => {
  test('applies to a fan from the next period on, once they accept it', async () => {
    const { _id } = (await subscribe('monthly')).data;
    await ask({ monthlyPrice: 1_500 });
    expect((await listed())[0]).toMatchObject({ price: 999, newPrice: 1_500, nextPrice: null });
    expect((await accept(_id, 1_400)).problem).toMatchObject({
      status: 409,
      message: expect.stringContaining('changed again'),
    });
    const accepted = await accept(_id, 1_500);
    expect(accepted.data).toMatchObject({ price: 999, nextPrice: 1_500, newPrice: null });
    expect((await accept(_id, 1_500)).text).toBe(accepted.text);
    await until('2026-02-26T10:00:00Z');
    expect((await mailsTo()).at(-1)?.text).toMatch(
      /renews on Feb 28, 2026 for \$15\.00\..*the price you accepted\. Until then, you pay \$9\.99/s,
    );
    await until('2026-02-28T09:30:00Z');
    expect(await rowOf(_id)).toMatchObject({ price: 1_500, nextPrice: null });
    expect(await balanceOf(ctx, 'earnings', creator.id)).toBe(799 + 1_200);
    // Without acceptance, the old price continues.
    await ask({ monthlyPrice: 1_800 });
    await until('2026-03-31T09:30:00Z');
    expect((await rowOf(_id)).price).toBe(1_500);
  });

  test('may be lower, and be undone by accepting the old one again', async () => {
    const { _id } = (await subscribe('monthly')).data;
    await ask({ monthlyPrice: 500, yearlyPrice: 6_000 });
    await accept(_id, 500);
    await ask({ monthlyPrice: 999 });
    expect((await listed())[0]).toMatchObject({ nextPrice: 500, newPrice: 999 });
    expect((await accept(_id, 999)).data).toMatchObject({ nextPrice: null, newPrice: null });
  });

  test('can be accepted only by the fan, and not for a free or ended one', async () => {
    const { _id } = (await subscribe('monthly')).data;
    const nothing = await accept(newKey(), 1_500);
    expect(nothing.status).toBe(404);
    for (const token of [creator.token, (await app.makeFan()).token])
      expect((await accept(_id, 1_500, token)).text).toBe(nothing.text);
    expect(
      (
        await raw('POST /subscriptions/:id/accept-price', {
          token: fan.token,
          params: { id: _id },
          body: { price: -1 },
        })
      ).status,
    ).toBe(422);
    expect(
      (
        await raw('POST /subscriptions/:id/accept-price', {
          token: fan.token,
          params: { id: _id },
          body: { price: 999, type: 'yearly' },
        })
      ).status,
    ).toBe(422);
    await block(fan.id, creator.id);
    expect((await accept(_id, 999)).text).toBe(nothing.text);
    await db.delete(accountBlocks);
    await cancel(_id);
    ports.clock.set('2026-02-28T10:00:00Z');
    expect((await accept(_id, 999)).status).toBe(409);
  });

  test('is announced to those who pay a different one, once, some minutes later', async () => {
    const { _id } = (await subscribe('monthly')).data;
    const others = await Promise.all(Array.from({ length: 3 }, () => app.makeFan()));
    const [same, yearly, gone] = others as [Person, Person, Person];
    await subscribe('yearly', { token: yearly.token, cardId: await addCard(yearly) });
    const leaves = (await subscribe('monthly', { token: gone.token, cardId: await addCard(gone) })).data;
    await cancel(leaves._id, gone.token);
    await ask({ monthlyPrice: 1_500 });
    await ask({ monthlyPrice: 1_500 });
    await subscribe('monthly', { token: same.token, cardId: await addCard(same) });
    await backend.runJobs();
    expect(await mailsTo()).toEqual([]);
    await until('2026-01-31T10:11:00Z');
    await backend.runJobs();
    const mails = await mailsTo();
    expect(mails.map((mail) => mail.subject)).toEqual(['Cleo changed their price']);
    expect(mails[0]?.text).toMatch(
      /asks \$15\.00 a month.*subscribed at \$9\.99, and you keep that price. Nothing changes on Feb 28, 2026/s,
    );
    for (const person of others) expect(await mailsTo(person)).toEqual([]);
    expect(
      ports.transport.of('notification/created', rooms.account(fan.id)).map(({ payload }) => payload.kind),
    ).toContain('subscription-price');
    expect((await rowOf(_id)).price).toBe(999);
  });

  test('corrected within minutes is announced as it is then; restored, not at all', async () => {
    await subscribe('monthly');
    await ask({ monthlyPrice: 15_000 });
    await ask({ monthlyPrice: 1_500 });
    await until('2026-01-31T10:11:00Z');
    await ask({ monthlyPrice: 1_600 });
    await ask({ monthlyPrice: 999 });
    await until('2026-01-31T10:30:00Z');
    expect((await mailsTo()).map((mail) => mail.text.includes('$15.00'))).toEqual([true]);
  });

  test('is announced in batches, each once, however often a batch is run', async () => {
    const fans = 230;
    const moment = ports.clock.now();
    for (let index = 0; index < fans; index += 1) {
      const { id } = await app.makeFan({ email: `batch-${index}@limelight.test` });
      await db.insert(subscriptions).values({
        id: ports.ids(),
        userId: id,
        performerId: creator.id,
        type: 'monthly',
        state: 'active',
        price: 999,
        gateway: 'sandbox',
        startedAt: moment,
        billingAnchor: moment,
        periodEnd: new Date('2026-02-28T10:00:00Z'),
        createdAt: moment,
        updatedAt: moment,
      });
    }
    await ask({ monthlyPrice: 1_500 });
    ports.clock.set('2026-01-31T10:11:00Z');
    const runAll = async () => {
      while ((await backend.runJobs()) > 0);
    };
    await runAll();
    const done = await db.select().from(jobs).where(eq(jobs.kind, 'price-changed'));
    expect(
      done.filter((job) => (job.payload as { performerId: string }).performerId === creator.id),
    ).toHaveLength(2);
    // As if a process had died before marking the job as done.
    await db.update(jobs).set({ doneAt: null }).where(eq(jobs.kind, 'price-changed'));
    await runAll();
    const mails = await db
      .select({ to: emailOutbox.to })
      .from(emailOutbox)
      .where(eq(emailOutbox.subject, 'Cleo changed their price'));
    const batch = mails.filter((mail) => mail.to.startsWith('batch-'));
    expect([batch.length, new Set(batch.map((mail) => mail.to)).size]).toEqual([fans, fans]);
  });
});

describe('the notice before a renewal', () => {
  test('is sent three days before, once per period, with amount, day, card and how to cancel', async () => {
    await subscribe('monthly');
    await until('2026-02-25T09:00:00Z');
    expect(await mailsTo()).toEqual([]);
    for (const moment of ['2026-02-25T10:30:00Z', '2026-02-25T12:00:00Z', '2026-02-27T12:00:00Z'])
      await until(moment);
    const [mail, ...more] = await mailsTo();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Your subscription to Cleo renews on Feb 28, 2026');
    expect(mail?.text).toMatch(
      /Your monthly subscription to Cleo renews on Feb 28, 2026 for \$9\.99\..*charged to your Visa ending in 4242\..*To cancel or change your plan before then.*https:\/\/limelight\.test\/user\/subscriptions/s,
    );
    await until('2026-02-28T09:30:00Z');
    expect(await mailsTo()).toHaveLength(1);
    await until('2026-03-29T10:30:00Z');
    expect((await mailsTo()).map((one) => one.subject).at(-1)).toBe(
      'Your subscription to Cleo renews on Mar 31, 2026',
    );
  });

  test('follows the setting, and delays nothing: after downtime it comes with the charge', async () => {
    await subscribe('yearly');
    await app.settings.set('renewalNoticeDays', 30);
    await until('2027-01-02T10:00:00Z');
    expect(await mailsTo()).toHaveLength(1);
    await app.settings.set('renewalNoticeDays', 3);
    // The server was down over the turn of the year.
    await until('2027-02-01T12:00:00Z');
    expect([(await mailsTo()).length, await paid()]).toEqual([1, 2]);
    await until('2028-02-01T13:00:00Z');
    expect([(await mailsTo()).map((mail) => mail.subject), await paid()]).toEqual([
      ['Your subscription to Cleo renews on Jan 31, 2027', 'Your subscription to Cleo renews on Feb 1, 2028'],
      3,
    ]);
  });

  test('says if the card is missing, has been replaced or expires too soon', async () => {
    const { _id } = (await subscribe('monthly')).data;
    const told = async () => {
      await db.update(subscriptions).set({ renewalNoticePeriodEnd: null }).where(eq(subscriptions.id, _id));
      ports.clock.move('70m');
      await backend.runJobs();
      return (await mailsTo()).at(-1)?.text;
    };
    ports.clock.set('2026-02-26T10:00:00Z');
    const other = await addCard(fan, 'pays', '02/26');
    await ok('DELETE /payment-cards/:id', { token: fan.token, params: { id: cardId } });
    expect(await told()).toContain('The card used before was removed.');
    await db
      .update(subscriptions)
      .set({ periodEnd: new Date('2026-03-01T00:00:00Z') })
      .where(eq(subscriptions.id, _id));
    expect(await told()).toContain('That card expires before then');
    await ok('DELETE /payment-cards/:id', { token: fan.token, params: { id: other } });
    expect(await told()).toContain('You no longer have a card to charge');
  });

  test("isn't sent for subscriptions that won't renew: canceled, overdue, blocked", async () => {
    const { _id } = (await subscribe('monthly')).data;
    await cancel(_id);
    await until('2026-02-27T10:00:00Z');
    expect(await mailsTo()).toEqual([]);
    await resume(_id);
    await app.closeCountry(creator.id, 'FR');
    ports.geo.countries.set('203.0.113.1', 'FR');
    await db.update(sessions).set({ ip: '203.0.113.1' });
    await until('2026-02-27T12:00:00Z');
    ports.geo.countries.clear();
    expect(await mailsTo()).toEqual([]);
    await until('2026-02-27T14:00:00Z');
    expect(await mailsTo()).toHaveLength(1);
  });
});

describe('what the fan sees', () => {
  test('by plan and state; the card that pays is visible only to them', async () => {
    const { _id } = (await subscribe('monthly')).data;
    const other = await app.makeCreator({}, { isFreeSubscription: true });
    const free = (await subscribe('free', { performerId: other.id })).data;
    const idsOf = async (query: object) =>
      (await ok('GET /subscriptions/user/search', { token: fan.token, query })).data.map((row) => row._id);
    expect([
      await idsOf({ type: 'free' }),
      await idsOf({ type: 'monthly', state: 'active' }),
      await idsOf({ type: 'yearly' }),
    ]).toEqual([[free._id], [_id], []]);
    expect((await listed()).find((row) => row._id === _id)).toMatchObject({
      provider: 'sandbox',
      card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2040 },
      retryAt: null,
    });
    const seen = await ok('GET /subscriptions/performer/search', { token: creator.token });
    expect(seen.data[0]).toMatchObject({ _id, card: null });
    await ok('DELETE /payment-cards/:id', { token: fan.token, params: { id: cardId } });
    await until('2026-02-28T09:30:00Z');
    expect((await listed()).find((row) => row._id === _id)).toMatchObject({
      state: 'past_due',
      card: null,
      retryAt: '2026-03-01T10:00:00.000Z',
    });
  });
});
