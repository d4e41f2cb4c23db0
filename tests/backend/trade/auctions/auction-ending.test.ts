import { eq } from 'drizzle-orm';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { jobs } from '#backend/db/schema/kernel.ts';
import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { orders } from '#backend/db/schema/shop.ts';
import { endAuction } from '#backend/domain/trade/auctions/ending.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { auctionsIn, biddingIn } from '../../../setup/auctions.ts';
import { testBackend } from '../../../setup/backend.ts';

const app = await testBackend();
const { db, ports, call, ok, makeCreator, ctx, backend } = app;
const { makeAuction, makePicture, rowOf, bidsOf, after } = auctionsIn(app);
const { richFan, bid, view, wallet, held, sound } = biddingIn(app);
const minute = 60_000;

describe('the end time', () => {
  test("a valid bid in the last minute moves it to a minute from then; an earlier one doesn't", async () => {
    const [creator, a, b] = [await makeCreator(), await richFan(), await richFan()];
    const id = await makeAuction(creator, { endAt: after(5 * minute) });
    const set = await rowOf(id);
    await bid(a, id, 10);
    expect((await rowOf(id)).effectiveEndAt).toEqual(set.endAt);
    ports.clock.move(4 * minute + 1);
    expect((await bid(b, id, 11)).data.news.endsAt).toBe(after(minute).toISOString());
    ports.clock.move(59_999);
    expect((await bid(a, id, 12)).data.news.endsAt).toBe(after(minute).toISOString());
    expect(await rowOf(id)).toMatchObject({ endAt: set.endAt, effectiveEndAt: after(minute) });
  });

  test('the operator sets the extension', async () => {
    const [creator, fan] = [await makeCreator(), await richFan()];
    await app.settings.set('auctionExtensionSeconds', 300);
    const id = await makeAuction(creator, { endAt: after(2 * minute) });
    expect((await bid(fan, id, 10)).data.news.endsAt).toBe(after(5 * minute).toISOString());
    await app.settings.set('auctionExtensionSeconds', 60);
  });

  test("a rejected bid doesn't extend the auction", async () => {
    const [creator, fan, poor] = [await makeCreator(), await richFan(), await richFan(3)];
    const id = await makeAuction(creator, { endAt: after(minute) });
    await bid(fan, id, 10);
    ports.clock.move(30_000);
    const { effectiveEndAt } = await rowOf(id);
    for (const refused of [
      await bid(poor, id, 11),
      await bid(fan, id, 10),
      await bid(await richFan(), id, 9),
      await bid(creator, id, 50),
    ])
      expect(refused.status).toBeGreaterThanOrEqual(400);
    expect((await rowOf(id)).effectiveEndAt).toEqual(effectiveEndAt);
  });

  test('a bid that waits on a lock past the end is rejected and extends nothing', async () => {
    const [creator, fan] = [await makeCreator(), await richFan()];
    const id = await makeAuction(creator, { endAt: after(minute) });
    const { effectiveEndAt } = await rowOf(id);
    const holder = new Client(app.connection);
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM auctions WHERE id = $1 FOR UPDATE', [id]);
    ports.clock.move(59_000);
    const waiting = bid(fan, id, 10);
    await expect
      .poll(
        async () =>
          (await holder.query(`SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted`)).rows[0].n,
        { timeout: 5_000 },
      )
      .toBeGreaterThan(0);
    ports.clock.move(1_000);
    await holder.query('COMMIT');
    await holder.end();
    expect(await waiting).toMatchObject({ status: 409, problem: { message: 'This auction has ended.' } });
    expect(await rowOf(id)).toMatchObject({ effectiveEndAt, bidCount: 0 });
    expect([await wallet(fan), await held(fan)]).toEqual([1_000, 0]);
  });

  test("a bid that is already too low doesn't wait for other bids in progress", async () => {
    const [creator, fan, other] = [await makeCreator(), await richFan(), await richFan()];
    const id = await makeAuction(creator);
    await bid(fan, id, 50);
    const holder = new Client(app.connection);
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM auctions WHERE id = $1 FOR UPDATE', [id]);
    expect(await bid(other, id, 52)).toMatchObject({
      status: 409,
      problem: { message: 'Bid at least 53 tokens.', minimumBid: 53 },
    });
    await holder.query('ROLLBACK');
    await holder.end();
    expect((await bid(other, id, 53)).status).toBe(201);
  });

  test("sold: the winner's hold becomes earnings and commission, and an order", async () => {
    const [creator, a, b] = [await makeCreator(), await richFan(), await richFan()];
    const id = await makeAuction(creator, { endAt: after(5 * minute), reservePrice: 100 });
    await bid(a, id, 90);
    await bid(b, id, 100);
    ports.transport.clear();
    ports.clock.move(5 * minute);
    await endAuction(ctx, id);
    expect([await wallet(a), await held(a), await wallet(b), await held(b)]).toEqual([1_000, 0, 900, 0]);
    // 100 tokens are worth 5.00, of which the site keeps 20%.
    expect(await balanceOf(ctx, 'earnings', creator.id)).toBe(400);
    const [order] = await db.select().from(orders).where(eq(orders.auctionId, id));
    expect(order).toMatchObject({
      source: 'auction',
      buyerId: b.id,
      sellerId: creator.id,
      state: 'paid',
      quantity: 1,
      subtotal: 100,
      shipping: 0,
      total: 100,
      address: null,
      snapshot: { name: 'A signed print', type: 'physical', unitPrice: 100 },
    });
    expect((await bidsOf(id)).map(({ result }) => result)).toEqual(['lost', 'won']);
    expect(await view(id, b)).toMatchObject({
      state: 'sold',
      orderId: order!.id,
      ownBid: { result: 'won' },
      leader: { isYou: true },
    });
    expect(await view(id, creator)).toMatchObject({ orderId: order!.id });
    expect(await view(id, a)).toMatchObject({ orderId: null, ownBid: { result: 'lost' } });
    expect(
      ports.transport
        .of('auction/ended')
        .map(({ room }) => room)
        .toSorted(),
    ).toEqual([`auction:${id}`, `account:${creator.id}`, `account:${a.id}`, `account:${b.id}`].toSorted());
    expect(ports.transport.of('notification/created', `account:${b.id}`)[0]?.payload).toMatchObject({
      text: 'You won “A signed print” for 100 tokens. Add a delivery address.',
      href: `/user/orders/${order!.id}`,
    });
    const rows = await ok('GET /wallet/charges/search', { token: b.token, query: { kind: 'auction' } });
    expect(rows.data).toMatchObject([{ kind: 'auction', tokens: -100, balanceAfter: 900, itemId: id }]);
    const stats = await ok('GET /performer/earning/stats', { token: creator.token });
    expect(stats.bySource).toMatchObject([
      { source: 'auction', gross: 500, commission: 100, net: 400, count: 1 },
    ]);
    await sound();
  });

  test('below the reserve, or without a bid: unsold, and the tokens are returned', async () => {
    const [creator, fan] = [await makeCreator(), await richFan()];
    const [below, without] = [
      await makeAuction(creator, { endAt: after(5 * minute), reservePrice: 100 }),
      await makeAuction(creator, { endAt: after(5 * minute) }),
    ];
    await bid(fan, below, 99);
    ports.clock.move(5 * minute);
    await endAuction(ctx, below);
    await endAuction(ctx, without);
    expect([await wallet(fan), await held(fan), await balanceOf(ctx, 'earnings', creator.id)]).toEqual([
      1_000, 0, 0,
    ]);
    expect(await view(below, fan)).toMatchObject({
      state: 'unsold',
      ownBid: { result: 'lost' },
      orderId: null,
    });
    expect((await view(without)).state).toBe('unsold');
    expect(await db.select().from(orders).where(eq(orders.sellerId, creator.id))).toEqual([]);
    await sound();
  });

  test.each(['creator', 'leader'] as const)(
    'a suspended account neither buys nor sells: the %s',
    async (which) => {
      const [creator, fan] = [await makeCreator(), await richFan()];
      const id = await makeAuction(creator, { endAt: after(5 * minute) });
      await bid(fan, id, 50);
      await db
        .update(accounts)
        .set({ suspendedAt: ports.clock.now() })
        .where(eq(accounts.id, which === 'creator' ? creator.id : fan.id));
      ports.clock.move(5 * minute);
      await endAuction(ctx, id);
      expect((await rowOf(id)).state).toBe('unsold');
      expect([await wallet(fan), await held(fan)]).toEqual([1_000, 0]);
    },
  );

  test('a job that runs too early, because a late bid moved the end, runs again', async () => {
    const [creator, fan] = [await makeCreator(), await richFan()];
    const { data } = await call('POST /autions', {
      token: creator.token,
      body: {
        title: 'x',
        startPrice: 10,
        endAt: after(minute).toISOString(),
        imageIds: [await makePicture(creator)],
      },
    });
    ports.clock.move(59_000);
    await bid(fan, data._id, 10);
    ports.clock.move(1_000);
    await backend.runJobs();
    expect((await view(data._id)).state).toBe('live');
    ports.clock.move(59_000);
    expect((await view(data._id)).state).toBe('ended');
    await backend.runJobs();
    expect((await view(data._id)).state).toBe('sold');
  });

  test('a restart at the moment of ending: the job runs twice, at once and again, and sells once', async () => {
    const [creator, fan] = [await makeCreator(), await richFan()];
    const { data } = await call('POST /autions', {
      token: creator.token,
      body: {
        title: 'x',
        startPrice: 10,
        endAt: after(5 * minute).toISOString(),
        imageIds: [await makePicture(creator)],
      },
    });
    await bid(fan, data._id, 70);
    ports.clock.move(5 * minute);
    // A process has claimed the job and died. Until its lease expires, other requests end the auction
    // themselves.
    await db
      .update(jobs)
      .set({ leasedUntil: after(2 * minute), attempts: 1 })
      .where(eq(jobs.kind, 'auction-end'));
    await backend.runJobs();
    expect((await view(data._id)).state).toBe('ended');
    ports.clock.move(2 * minute);
    await Promise.all([backend.runJobs(), endAuction(ctx, data._id), endAuction(ctx, data._id)]);
    await endAuction(ctx, data._id);
    expect((await view(data._id)).state).toBe('sold');
    expect(await db.select().from(orders).where(eq(orders.auctionId, data._id))).toHaveLength(1);
    const sales = (
      await db.select().from(ledgerTransactions).where(eq(ledgerTransactions.subjectId, data._id))
    ).filter(({ kind }) => kind === 'charge');
    expect(sales).toHaveLength(1);
    expect([await wallet(fan), await held(fan)]).toEqual([930, 0]);
    await sound();
  });
});
