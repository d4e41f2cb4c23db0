import { describe, expect, test } from 'vitest';
import { pollOptions, polls, pollVotes } from '#backend/db/schema/posts.ts';
import type { CallInput } from '#contract/core/registry.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ports, ok, makeFan, makeCreator } = app;
const { makeFile, makePost, follow, subscribe, block, closeCountry } = postsIn(app);

type Query = CallInput<'GET /user/feeds'>['query'];
const list = (who: Person | null, query: Query = {}, ip?: string) =>
  ok('GET /user/feeds', { token: who?.token ?? null, query, ...(ip ? { ip } : {}) });
const idsOf = (page: { data: { _id: string }[] }) => page.data.map(({ _id }) => _id);

async function allPages(who: Person | null, query: Query = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await list(who, { ...query, ...(cursor ? { cursor } : {}) });
    ids.push(...idsOf(page));
    cursor = page.nextCursor ?? null;
    if (ids.length > 1_000) throw new Error('the pages have no end');
  }
  return ids;
}

describe('selection', () => {
  test("followed and subscribed creators' posts, each once, newest first; nobody else's, and not your own", async () => {
    const reader = await makeCreator();
    const [followed, subscribed, both, other] = [
      await makeCreator(),
      await makeCreator(),
      await makeCreator(),
      await makeCreator(),
    ];
    await follow(reader.id, followed.id);
    await subscribe(reader.id, subscribed.id);
    await follow(reader.id, both.id);
    await subscribe(reader.id, both.id);
    const ids: string[] = [];
    for (const creator of [followed, both, subscribed, followed, both])
      ids.unshift(await makePost(creator.id));
    await makePost(other.id);
    await makePost(reader.id);
    expect(idsOf(await list(reader))).toEqual(ids);
  });

  test('an expired subscription shows nothing any longer', async () => {
    const [reader, creator] = [await makeFan(), await makeCreator()];
    await subscribe(reader.id, creator.id, 1 / 24);
    const id = await makePost(creator.id);
    expect(idsOf(await list(reader))).toEqual([id]);
    ports.clock.move('1h');
    expect(idsOf(await list(reader))).toEqual([]);
  });

  test('only published posts, whoever asks', async () => {
    const [reader, creator] = [await makeFan(), await makeCreator()];
    await follow(reader.id, creator.id);
    for (const state of [
      'draft',
      'scheduled',
      'processing',
      'expired',
      'archived',
      'failed',
      'removed',
    ] as const)
      await makePost(creator.id, { state });
    expect(idsOf(await list(reader))).toEqual([]);
    expect(idsOf(await list(reader, { performerId: creator.id }))).toEqual([]);
    expect(idsOf(await list(creator, { performerId: creator.id }))).toEqual([]);
  });

  test('a block, a closed country or a suspension removes a creator from lists, totals and profile', async () => {
    const [reader, creator] = [await makeFan(), await makeCreator()];
    await follow(reader.id, creator.id);
    const id = await makePost(creator.id);
    await closeCountry(creator.id, 'SE');
    ports.geo.countries.set('198.51.100.20', 'SE');
    const pages = (ip?: string) =>
      Promise.all([
        list(reader, {}, ip),
        list(reader, { type: 'text' }, ip),
        list(reader, { performerId: creator.id }, ip),
      ]);
    expect((await pages()).map(idsOf)).toEqual([[id], [id], [id]]);
    expect((await pages('198.51.100.20')).map(({ data, total }) => [data.length, total])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    await block(reader.id, creator.id);
    expect((await pages()).map(({ data }) => data.length)).toEqual([0, 0, 0]);
    expect(await list(reader, { performerId: creator.id })).toEqual(
      await list(reader, { performerId: '01980000-0000-7000-8000-00000000dead' }),
    );
  });

  test('a visitor without a chosen creator sees public posts of approved creators', async () => {
    const [creator, pending] = [await makeCreator(), await makeCreator({}, { verified: 'pending' })];
    const before = idsOf(await list(null));
    const open = await makePost(creator.id);
    await makePost(creator.id, { audience: 'followers' });
    await makePost(creator.id, { price: 10 });
    await makePost(pending.id);
    expect(idsOf(await list(null))).toEqual([open, ...before].slice(0, 25));
    const onProfile = await list(null, { performerId: creator.id });
    expect(onProfile.data.map(({ access, text }) => [access.reason, text !== ''])).toEqual([
      ['locked', false],
      ['locked', false],
      ['free', true],
    ]);
  });
});

describe('filters', async () => {
  const [reader, creator] = [await makeFan(), await makeCreator()];
  await follow(reader.id, creator.id);
  const text = await makePost(creator.id);
  const photo = await makePost(creator.id, {}, [await makeFile(creator.id)]);
  const sold = await makePost(creator.id, { price: 40 }, [await makeFile(creator.id)]);

  test.each([
    [{ type: 'photo' }, [sold, photo]],
    [{ type: 'text' }, [text]],
    [{ type: 'poll' }, []],
    [{ free: 'true' }, [photo, text]],
    [{ free: 'false' }, [sold]],
    [{ type: 'photo', free: 'true' }, [photo]],
  ] as [Query, string[]][])('%o', async (query, expected) => {
    for (const more of [{}, { performerId: creator.id }]) {
      const page = await list(reader, { ...query, ...more });
      expect([idsOf(page), page.total]).toEqual([expected, expected.length]);
    }
  });

  test('an invalid filter, cursor or depth is rejected', async () => {
    for (const query of [
      { type: 'film' },
      { free: '1' },
      { performerId: 'x' },
      { cursor: '../../etc' },
      { offset: 5_001 },
      { limit: 101 },
      { limit: 0 },
      { sort: 'old' },
    ]) {
      expect((await app.raw('GET /user/feeds', { token: reader.token, query })).status).toBe(422);
    }
  });
});

describe('paging', () => {
  test('posts with the same timestamp are neither lost nor duplicated', async () => {
    const [reader, one, two] = [await makeFan(), await makeCreator(), await makeCreator()];
    await follow(reader.id, one.id);
    await follow(reader.id, two.id);
    const moment = ports.clock.now();
    const ids = [];
    for (let index = 0; index < 23; index += 1)
      ids.push(
        await makePost(index % 2 ? one.id : two.id, {
          publishedAt: new Date(moment.getTime() + Math.floor(index / 6)),
        }),
      );
    for (const limit of [1, 2, 5, 6, 7, 23, 24]) {
      const seen = await allPages(reader, { limit });
      expect({ limit, count: seen.length, distinct: new Set(seen).size }).toEqual({
        limit,
        count: 23,
        distinct: 23,
      });
      expect(seen).toEqual(await allPages(reader));
    }
    expect(new Set(await allPages(reader))).toEqual(new Set(ids));
  });

  test("posts published or deleted meanwhile don't shift the pages", async () => {
    const [reader, creator] = [await makeFan(), await makeCreator()];
    await follow(reader.id, creator.id);
    const ids: string[] = [];
    for (let index = 0; index < 6; index += 1) ids.unshift(await makePost(creator.id));
    const first = await list(reader, { limit: 3 });
    await makePost(creator.id);
    await ok('DELETE /performer/feeds/:id', { token: creator.token, params: { id: ids[2]! } });
    expect(idsOf(await list(reader, { limit: 3, cursor: first.nextCursor! }))).toEqual(ids.slice(3));
  });

  test('also works by offset', async () => {
    const [reader, creator] = [await makeFan(), await makeCreator()];
    await follow(reader.id, creator.id);
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.unshift(await makePost(creator.id));
    expect(idsOf(await list(reader, { offset: 2, limit: 2 }))).toEqual(ids.slice(2, 4));
  });

  test('pinned posts come first on a profile, once, whatever the page size', async () => {
    const creator = await makeCreator();
    const ids: string[] = [];
    for (let index = 0; index < 8; index += 1)
      ids.unshift(await makePost(creator.id, { pinned: index === 1 || index === 3 }));
    const expected = [ids[4]!, ids[6]!, ...ids.filter((_, index) => index !== 4 && index !== 6)];
    for (const limit of [1, 2, 3, 4, 8, 25]) {
      expect({ limit, ids: await allPages(null, { performerId: creator.id, limit }) }).toEqual({
        limit,
        ids: expected,
      });
      const byOffset = [];
      for (let offset = 0; offset < 8; offset += limit)
        byOffset.push(...idsOf(await list(null, { performerId: creator.id, limit, offset })));
      expect({ limit, ids: byOffset }).toEqual({ limit, ids: expected });
    }
  });
});

describe('polls', () => {
  test('results are shown only when allowed', async () => {
    const [reader, creator] = [await makeFan(), await makeCreator()];
    await follow(reader.id, creator.id);
    const [yes, no] = [ports.ids(), ports.ids()];
    const id = await makePost(creator.id, { type: 'poll' });
    const end = new Date(ports.clock.now().getTime() + 3_600_000);
    await db
      .insert(polls)
      .values({ feedId: id, question: 'Tea?', expiresAt: end, resultsVisible: 'afterVote', voters: 5 });
    await db.insert(pollOptions).values([
      { id: yes, feedId: id, position: 0, text: 'Yes', votes: 3 },
      { id: no, feedId: id, position: 1, text: 'No', votes: 2 },
    ]);
    const see = async (who: Person | null) => (await list(who, { performerId: creator.id })).data[0]!.poll!;
    const hidden = {
      question: 'Tea?',
      ownVotes: [],
      total: null,
      options: [
        { _id: yes, text: 'Yes', votes: null },
        { _id: no, text: 'No', votes: null },
      ],
    };
    expect(await see(reader)).toMatchObject(hidden);
    expect(await see(null)).toMatchObject(hidden);
    expect((await see(creator)).total).toBe(5);
    await db
      .insert(pollVotes)
      .values({ feedId: id, accountId: reader.id, optionId: no, createdAt: ports.clock.now() });
    expect(await see(reader)).toMatchObject({
      ownVotes: [no],
      total: 5,
      options: [{ votes: 3 }, { votes: 2 }],
    });
    ports.clock.set(end);
    expect((await see(null)).total).toBe(5);
  });
});
