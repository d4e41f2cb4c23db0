import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { auctionImages, auctions } from '#backend/db/schema/auctions.ts';
import { files } from '#backend/db/schema/files.ts';
import { jobs } from '#backend/db/schema/kernel.ts';
import type { CallInput } from '#contract/core/registry.ts';
import { auctionsIn } from '../../../setup/auctions.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ports, call, ok, makeFan, makeCreator, fund } = app;
const { makeAuction, makePicture, rowOf, after } = auctionsIn(app);
const { block, closeCountry } = postsIn(app);
const iso = (ms: number) => after(ms).toISOString();
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

type Body = CallInput<'POST /autions'>['body'];
const bodyOf = async (who: Person, change: Partial<Body> = {}): Promise<Body> => ({
  title: 'A print',
  startPrice: 10,
  endAt: iso(day),
  imageIds: [await makePicture(who)],
  ...change,
});
const open = async (who: Person, change: Partial<Body> = {}) =>
  call('POST /autions', { token: who.token, body: await bodyOf(who, change) });
const view = (id: string, who?: Person) => ok('GET /autions/:id/view', { params: { id }, token: who?.token });
const change = (who: Person, id: string, body: CallInput<'PUT /autions/:id'>['body']) =>
  call('PUT /autions/:id', { token: who.token, params: { id }, body });
const cancel = (who: Person, id: string) => call('DELETE /autions/:id', { token: who.token, params: { id } });
const bid = (who: Person, auctionId: string, amount: number) =>
  call('POST /aution-item', { token: who.token, body: { auctionId, amount } });
async function richFan(): Promise<Person> {
  const fan = await makeFan();
  await fund(fan.id, 10_000);
  return fan;
}

describe('creating', () => {
  test('starting now, with its images in order', async () => {
    const creator = await makeCreator();
    const imageIds = [await makePicture(creator), await makePicture(creator)];
    const { status, data } = await open(creator, {
      imageIds,
      description: 'Signed',
      reservePrice: 50,
      shippingCountries: ['DE'],
    });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      title: 'A print',
      description: 'Signed',
      startPrice: 10,
      reservePrice: 50,
      hasReserve: true,
      reserveMet: false,
      state: 'live',
      currentPrice: null,
      minimumBid: 10,
      bidCount: 0,
      leader: null,
      ownBid: null,
      orderId: null,
      shippingCountries: ['DE'],
      startAt: iso(0),
      endAt: iso(day),
      effectiveEndAt: iso(day),
      serverTime: iso(0),
      performer: { _id: creator.id },
    });
    expect(data.images.map(({ _id }) => _id)).toEqual(imageIds);
    expect(data.images[0]?.sizes.length).toBeGreaterThan(0);
    const [job] = await db.select().from(jobs).where(eq(jobs.kind, 'auction-end'));
    expect(job).toMatchObject({ payload: { auctionId: data._id }, runAt: after(day) });
  });

  test('starting later: scheduled until the clock says otherwise, then live without any job', async () => {
    const creator = await makeCreator();
    const { data } = await open(creator, { startAt: iso(hour) });
    expect(data.state).toBe('scheduled');
    ports.clock.move(hour);
    expect((await view(data._id)).state).toBe('live');
    ports.clock.move(day);
    expect((await view(data._id)).state).toBe('ended');
  });

  test('a reserve price is visible only to the creator; that there is one is public', async () => {
    const creator = await makeCreator();
    const id = await makeAuction(creator, { reservePrice: 500 });
    expect(await view(id, creator)).toMatchObject({ reservePrice: 500, hasReserve: true });
    for (const who of [undefined, await makeFan(), await makeCreator()])
      expect(await view(id, who)).toMatchObject({ reservePrice: null, hasReserve: true, reserveMet: false });
  });

  test.each<[string, Partial<Body>, string]>([
    ['it ends too soon', { endAt: new Date(Date.parse('2026-03-02T09:00:30Z')).toISOString() }, 'endAt'],
    ['it runs too long', { endAt: '2026-09-01T00:00:00.000Z' }, 'endAt'],
    [
      'it begins too late',
      { startAt: '2026-12-01T00:00:00.000Z', endAt: '2026-12-02T00:00:00.000Z' },
      'startAt',
    ],
    ['the reserve is below the start price', { startPrice: 20, reservePrice: 19 }, 'reservePrice'],
    ['there is no picture', { imageIds: [] }, 'imageIds'],
    ['there is no title', { title: '  ' }, 'title'],
    ['it costs nothing', { startPrice: 0 }, 'startPrice'],
    ['it costs too much', { startPrice: 100_001 }, 'startPrice'],
    ['a country isn’t one', { shippingCountries: ['Germany'] }, 'shippingCountries.0'],
  ])('is rejected on the field where %s, and nothing is written', async (_, given, field) => {
    const creator = await makeCreator();
    const before = ports.clock.now();
    ports.clock.set('2026-03-02T09:00:00.000Z');
    const { status, problem } = await open(creator, given);
    ports.clock.set(before);
    expect([status, problem.errors?.[0]?.field]).toEqual([422, field]);
    expect(await db.select().from(auctions).where(eq(auctions.performerId, creator.id))).toEqual([]);
  });

  test("is rejected with somebody else's image, a document or a video", async () => {
    const [creator, other] = [await makeCreator(), await makeCreator()];
    const { makeFile } = postsIn(app);
    for (const fileId of [
      await makePicture(other),
      await makeFile(creator.id, { type: 'document' }),
      await makeFile(creator.id, { mime: 'video/mp4' }),
    ]) {
      expect((await open(creator, { imageIds: [fileId] })).problem.errors?.[0]?.field).toBe('imageIds');
    }
  });

  test("isn't possible before the profile is approved", async () => {
    const creator = await makeCreator({}, { verified: 'pending' });
    expect((await open(creator)).status).toBe(403);
  });
});

describe('changing and canceling', () => {
  test('everything can change before the first bid; an image that nothing references is deleted', async () => {
    const creator = await makeCreator();
    const { data } = await open(creator);
    const next = await makePicture(creator);
    const answer = await change(creator, data._id, {
      title: 'Another',
      startPrice: 40,
      reservePrice: 60,
      imageIds: [next],
      endAt: iso(2 * day),
      commentsEnabled: false,
    });
    expect(answer.data).toMatchObject({
      title: 'Another',
      startPrice: 40,
      reservePrice: 60,
      minimumBid: 40,
      endAt: iso(2 * day),
      effectiveEndAt: iso(2 * day),
      commentsEnabled: false,
    });
    expect(answer.data.images.map(({ _id }) => _id)).toEqual([next]);
    expect(await db.select().from(files).where(eq(files.id, data.images[0]!._id))).toEqual([]);
  });

  test('the end can be moved earlier or later: it ends once, at the latest setting', async () => {
    const creator = await makeCreator();
    const {
      data: { _id: id },
    } = await open(creator, { endAt: iso(hour) });
    await change(creator, id, { endAt: iso(2 * hour) });
    ports.clock.move(hour);
    await app.backend.runJobs();
    expect((await view(id)).state).toBe('live');
    await change(creator, id, { endAt: iso(minute) });
    ports.clock.move(minute);
    await app.backend.runJobs();
    expect((await view(id)).state).toBe('unsold');
    ports.clock.move(hour);
    await app.backend.runJobs();
    expect((await rowOf(id)).updatedAt.getTime()).toBeLessThan(ports.clock.now().getTime());
  });

  test('an auction that has started keeps its start time', async () => {
    const creator = await makeCreator();
    const id = await makeAuction(creator);
    const begun = (await rowOf(id)).startAt;
    ports.clock.move(minute);
    expect((await change(creator, id, { startAt: iso(hour), endAt: iso(2 * hour) })).problem).toMatchObject({
      status: 422,
      errors: [{ field: 'startAt' }],
    });
    expect(
      (await change(creator, id, { startAt: begun.toISOString(), endAt: iso(2 * hour) })).data.startAt,
    ).toBe(begun.toISOString());
  });

  test('nothing can change after a bid', async () => {
    const creator = await makeCreator();
    const id = await makeAuction(creator);
    expect((await bid(await richFan(), id, 10)).status).toBe(201);
    const before = await rowOf(id);
    for (const answer of [
      await change(creator, id, { description: 'Not signed after all' }),
      await cancel(creator, id),
    ])
      expect(answer).toMatchObject({
        status: 409,
        problem: { message: expect.stringContaining('It already has bids') },
      });
    expect(await rowOf(id)).toEqual(before);
  });

  test('nothing can change after the end, even before the job has run', async () => {
    const creator = await makeCreator();
    const id = await makeAuction(creator, { endAt: after(minute) });
    ports.clock.move(minute);
    expect((await change(creator, id, { endAt: iso(day) })).status).toBe(409);
    expect((await cancel(creator, id)).status).toBe(409);
  });

  test('a rejected change changes nothing', async () => {
    const creator = await makeCreator();
    const id = await makeAuction(creator, { reservePrice: 50 });
    const before = await rowOf(id);
    expect((await change(creator, id, { title: 'x', startPrice: 60 })).problem.errors?.[0]?.field).toBe(
      'reservePrice',
    );
    expect((await change(creator, id, { title: 'x', endAt: iso(-minute) })).problem.errors?.[0]?.field).toBe(
      'endAt',
    );
    expect(
      (await change(creator, id, { title: 'x', imageIds: [await makePicture(await makeCreator())] })).status,
    ).toBe(422);
    expect(await rowOf(id)).toEqual(before);
    expect(await db.select().from(auctionImages).where(eq(auctionImages.auctionId, id))).toHaveLength(1);
  });

  test('canceled: gone for everyone except its creator, and never ends', async () => {
    const creator = await makeCreator();
    const {
      data: { _id: id },
    } = await open(creator);
    expect((await cancel(creator, id)).status).toBe(200);
    expect(ports.transport.of('auction/ended', `auction:${id}`)).toHaveLength(1);
    expect((await call('GET /autions/:id/view', { params: { id } })).status).toBe(404);
    expect((await view(id, creator)).state).toBe('cancelled');
    expect((await bid(await richFan(), id, 10)).status).toBe(404);
    expect((await cancel(creator, id)).status).toBe(409);
    const own = await ok('GET /autions/users/:id', { params: { id: creator.id }, token: creator.token });
    expect(own.data.map(({ _id }) => _id)).toEqual([id]);
    expect((await ok('GET /autions/users/:id', { params: { id: creator.id } })).data).toEqual([]);
    ports.clock.move(2 * day);
    await app.backend.runJobs();
    expect((await rowOf(id)).state).toBe('cancelled');
  });
});

describe('searching', () => {
  const ids = (page: { data: { _id: string }[] }) => page.data.map(({ _id }) => _id);

  test('by state according to the clock, by words, by creator; ending soonest or newest first', async () => {
    const creator = await makeCreator();
    const later = await makeAuction(creator, { title: 'A later lamp', endAt: after(3 * hour) });
    const sooner = await makeAuction(creator, {
      title: 'A sooner lamp',
      endAt: after(2 * hour),
      description: 'of brass',
    });
    const scheduled = await makeAuction(creator, {
      startAt: after(hour),
      endAt: after(4 * hour),
      state: 'scheduled',
    });
    const over = await makeAuction(creator, { startAt: after(-2 * hour), endAt: after(-hour) });
    const sold = await makeAuction(creator, {
      startAt: after(-4 * hour),
      endAt: after(-3 * hour),
      state: 'unsold',
    });
    await makeAuction(creator, { state: 'cancelled' });
    const search = (query: object) =>
      ok('GET /autions/search', { query: { performerId: creator.id, ...query } }).then(ids);
    expect(await search({})).toEqual([sold, over, scheduled, sooner, later]);
    expect(await search({ sort: 'ending' })).toEqual([sold, over, sooner, later, scheduled]);
    expect(await search({ state: 'live', sort: 'ending' })).toEqual([sooner, later]);
    expect(await search({ state: 'scheduled' })).toEqual([scheduled]);
    expect(await search({ state: 'ended' })).toEqual([sold, over]);
    expect(await search({ q: 'BRASS' })).toEqual([sooner]);
    expect(await search({ q: 'lamp', state: 'live' })).toEqual([sooner, later]);
    expect(await search({ q: '%' })).toEqual([]);
    expect(
      ids(
        await ok('GET /autions/users/:id', {
          params: { id: creator.id },
          query: { state: 'live', sort: 'ending' },
        }),
      ),
    ).toEqual([sooner, later]);
  });

  test.each(['newest', 'ending'] as const)('page after page, %s first, each once', async (sort) => {
    const creator = await makeCreator();
    const made: string[] = [];
    for (let n = 0; n < 7; n += 1)
      made.push(await makeAuction(creator, { endAt: after((1 + (n % 3)) * hour) }));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await ok('GET /autions/search', {
        query: { performerId: creator.id, sort, limit: 2, ...(cursor && { cursor }) },
      });
      expect(page.total).toBe(7);
      seen.push(...ids(page));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen.toSorted()).toEqual(made.toSorted());
    expect((await call('GET /autions/search', { query: { cursor: 'nonsense', sort } })).status).toBe(422);
  });

  test("none of creators who blocked the viewer, closed their country, aren't approved or are suspended", async () => {
    const [open_, blocker, closed, pending, suspended] = [
      await makeCreator(),
      await makeCreator(),
      await makeCreator(),
      await makeCreator({}, { verified: 'pending' }),
      await makeCreator(),
    ];
    const fan = await makeFan();
    await block(blocker.id, fan.id);
    await closeCountry(closed.id, 'FR');
    ports.geo.countries.set('198.51.100.7', 'FR');
    await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, suspended.id));
    const title = `Only here ${fan.id}`;
    const made = new Map<Person, string>();
    for (const creator of [open_, blocker, closed, pending, suspended])
      made.set(creator, await makeAuction(creator, { title }));
    const around = { token: fan.token, ip: '198.51.100.7' };
    expect(ids(await ok('GET /autions/search', { query: { q: title }, ...around }))).toEqual([
      made.get(open_),
    ]);
    for (const creator of [blocker, closed, pending, suspended]) {
      expect((await ok('GET /autions/users/:id', { params: { id: creator.id }, ...around })).data).toEqual(
        [],
      );
      expect(
        (await call('GET /autions/:id/view', { params: { id: made.get(creator)! }, ...around })).status,
      ).toBe(404);
    }
  });
});
