import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auctions } from '#backend/db/schema/auctions.ts';
import { jobs } from '#backend/db/schema/kernel.ts';
import { endAuction } from '#backend/domain/trade/auctions/ending.ts';
import { auctionsIn, biddingIn } from '../../../setup/auctions.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';

const app = await testBackend();
const { db, ports, ctx, call, raw, makeCreator, backend } = app;
const { makeAuction, makePicture, rowOf, after } = auctionsIn(app);
const { makeFile } = postsIn(app);
const { richFan, view, wallet, held, sound } = biddingIn(app);
const minute = 60_000;

describe('a bid refers to the auction as it was described', () => {
  const change = (token: string, id: string, body: object) =>
    raw('PUT /autions/:id', { token, params: { id }, body });

  test('changed since it was viewed: rejected, and nothing is held; viewed again, accepted', async () => {
    const [creator, fan] = [await makeCreator(), await richFan()];
    const id = await makeAuction(creator);
    const seen = (await view(id, fan)).updatedAt;
    ports.clock.move(1_000);
    ports.transport.clear();
    expect((await change(creator.token, id, { title: 'An unsigned print' })).status).toBe(200);
    expect(ports.transport.of('auction/changed').map(({ room, payload }) => [room, payload])).toEqual(
      [`auction:${id}`, `account:${creator.id}`].map((room) => [room, { auctionId: id }]),
    );
    const refused = await call('POST /aution-item', {
      token: fan.token,
      body: { auctionId: id, amount: 10, seen },
    });
    expect([refused.status, refused.problem.message]).toEqual([
      409,
      'The creator just changed this auction. Review it before you bid.',
    ]);
    expect([await wallet(fan), await held(fan), (await rowOf(id)).bidCount]).toEqual([1_000, 0, 0]);
    const again = (await view(id, fan)).updatedAt;
    expect(
      (
        await call('POST /aution-item', {
          token: fan.token,
          body: { auctionId: id, amount: 10, seen: again },
        })
      ).status,
    ).toBe(201);
    await sound();
  });

  test("a bid doesn't change the description: someone who looked before the first bid can still bid after it", async () => {
    const [creator, first, second] = [await makeCreator(), await richFan(), await richFan()];
    const id = await makeAuction(creator);
    const { updatedAt: seen } = await view(id, second);
    ports.clock.move(1_000);
    expect(
      (await call('POST /aution-item', { token: first.token, body: { auctionId: id, amount: 10, seen } }))
        .status,
    ).toBe(201);
    expect(
      (await call('POST /aution-item', { token: second.token, body: { auctionId: id, amount: 11, seen } }))
        .status,
    ).toBe(201);
    expect((await view(id)).updatedAt).toBe(seen);
  });

  test.each(['yesterday', 5, ''])("%j isn't a valid time", async (seen) => {
    const [creator, fan] = [await makeCreator(), await richFan()];
    expect(
      (
        await raw('POST /aution-item', {
          token: fan.token,
          body: { auctionId: await makeAuction(creator), amount: 10, seen },
        })
      ).status,
    ).toBe(422);
  });

  test('its images work when it opens and when it is changed', async () => {
    const creator = await makeCreator();
    const unready = await makeFile(creator.id, { type: 'auction-image', state: 'processing' });
    const opened = await raw('POST /autions', {
      token: creator.token,
      body: { title: 'x', startPrice: 10, endAt: after(5 * minute).toISOString(), imageIds: [unready] },
    });
    expect([opened.status, opened.problem.errors?.[0]?.field]).toEqual([422, 'imageIds']);
    const changed = await change(creator.token, await makeAuction(creator), { imageIds: [unready] });
    expect([changed.status, changed.problem.errors?.[0]?.message]).toEqual([
      422,
      'A picture is still being processed. Wait a moment and try again.',
    ]);
  });
});

describe('an auction whose job was lost', () => {
  const open = async () => {
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
    expect(
      (await call('POST /aution-item', { token: fan.token, body: { auctionId: data._id, amount: 40 } }))
        .status,
    ).toBe(201);
    return { id: data._id, fan };
  };

  test('given up after too many tries: it still ends within the next minute', async () => {
    const { id, fan } = await open();
    await db
      .update(jobs)
      .set({ failedAt: ports.clock.now(), attempts: 10 })
      .where(eq(jobs.kind, 'auction-end'));
    ports.clock.move(6 * minute);
    await backend.runJobs();
    await backend.runJobs();
    expect((await rowOf(id)).state).toBe('sold');
    expect([await wallet(fan), await held(fan)]).toEqual([960, 0]);
    await sound();
  });

  test('taken, then the clock was set back: too early, it schedules itself again and ends when the time has come', async () => {
    const { id } = await open();
    ports.clock.move(5 * minute);
    await db
      .update(jobs)
      .set({ leasedUntil: after(2 * minute), attempts: 1 })
      .where(eq(jobs.kind, 'auction-end'));
    ports.clock.move(-minute);
    await endAuction(ctx, id);
    await db
      .update(jobs)
      .set({ doneAt: ports.clock.now(), leasedUntil: null })
      .where(eq(jobs.kind, 'auction-end'));
    expect((await rowOf(id)).state).toBe('live');
    ports.clock.move(2 * minute);
    await backend.runJobs();
    await backend.runJobs();
    expect((await rowOf(id)).state).toBe('sold');
  });

  test("auctions that are running or have a result aren't touched", async () => {
    const creator = await makeCreator();
    const ids = [
      await makeAuction(creator),
      await makeAuction(creator, { state: 'cancelled', startAt: after(-2 * minute), endAt: after(-minute) }),
      await makeAuction(creator, { state: 'unsold', startAt: after(-2 * minute), endAt: after(-minute) }),
    ];
    const before = await db.select({ id: auctions.id, state: auctions.state }).from(auctions);
    ports.clock.move(2 * minute);
    await backend.runJobs();
    await backend.runJobs();
    expect(await db.select({ id: auctions.id, state: auctions.state }).from(auctions)).toEqual(before);
    expect(ids).toHaveLength(3);
  });
});
