import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accountBlocks } from '#backend/db/schema/blocks.ts';
import { follows } from '#backend/db/schema/community.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { testBackend } from '../../../setup/backend.ts';

const { call, ok, db, ports, makeFan, makeCreator } = await testBackend();

const follow = (token: string | null, id: string) => call('POST /follows/:id', { token, params: { id } });
const unfollow = (token: string | null, id: string) => call('DELETE /follows/:id', { token, params: { id } });
const countsOf = async (id: string) => {
  const [row] = await db
    .select({ followers: performers.followers })
    .from(performers)
    .where(eq(performers.accountId, id));
  return { kept: row?.followers, rows: await db.$count(follows, eq(follows.performerId, id)) };
};

test('following and unfollowing, each as often as you like', async () => {
  const fan = await makeFan();
  const creator = await makeCreator();
  ports.transport.clear();
  for (let time = 0; time < 3; time += 1)
    expect((await follow(fan.token, creator.id)).data).toEqual({
      performerId: creator.id,
      isFollowed: true,
      followers: 1,
    });
  for (let time = 0; time < 3; time += 1)
    expect((await unfollow(fan.token, creator.id)).data).toEqual({
      performerId: creator.id,
      isFollowed: false,
      followers: 0,
    });
  expect(ports.transport.of('access/changed')).toEqual(
    Array.from({ length: 2 }, () => ({
      room: rooms.account(fan.id),
      event: 'access/changed',
      payload: { performerId: creator.id },
    })),
  );
});

test('two hundred calls at once by two people leave the count right', async () => {
  const [one, two] = [await makeFan(), await makeFan()];
  const creator = await makeCreator();
  const calls = Array.from({ length: 200 }, (_, index) =>
    (index % 3 === 0 ? unfollow : follow)((index % 2 === 0 ? one : two).token, creator.id),
  );
  expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]));
  const { kept, rows } = await countsOf(creator.id);
  expect(kept).toBe(rows);
  await Promise.all(
    Array.from({ length: 100 }, (_, index) => follow((index % 2 === 0 ? one : two).token, creator.id)),
  );
  expect(await countsOf(creator.id)).toEqual({ kept: 2, rows: 2 });
});

test('nobody can follow themselves, fans, or unapproved, blocked or unknown accounts', async () => {
  const fan = await makeFan();
  const creator = await makeCreator();
  const waiting = await makeCreator({}, { verified: 'pending' });
  const blocker = await makeCreator();
  await db
    .insert(accountBlocks)
    .values({ blockerId: blocker.id, blockedId: fan.id, createdAt: ports.clock.now() });
  expect((await follow(creator.token, creator.id)).problem).toMatchObject({
    status: 422,
    message: 'You can’t follow yourself.',
  });
  const nobody = await follow(fan.token, ports.ids());
  expect(nobody.status).toBe(404);
  const otherFan = await makeFan();
  for (const { id } of [otherFan, waiting, blocker]) {
    for (const answer of [await follow(fan.token, id), await unfollow(fan.token, id)])
      expect([answer.status, answer.text]).toEqual([404, nobody.text]);
  }
  expect((await follow(fan.token, 'not-an-id')).text).toBe(nobody.text);
  expect((await follow(null, creator.id)).status).toBe(401);
  expect(await db.$count(follows, eq(follows.followerId, fan.id))).toBe(0);
});

test('a creator can be unfollowed after a block', async () => {
  const fan = await makeFan();
  const creator = await makeCreator();
  await follow(fan.token, creator.id);
  await db
    .insert(accountBlocks)
    .values({ blockerId: creator.id, blockedId: fan.id, createdAt: ports.clock.now() });
  expect((await unfollow(fan.token, creator.id)).status).toBe(200);
  expect((await unfollow(fan.token, creator.id)).status).toBe(404);
  expect(await countsOf(creator.id)).toEqual({ kept: 0, rows: 0 });
});

test('both lists: newest first, paged, searchable, without blocked accounts', async () => {
  const creator = await makeCreator();
  const fans = [];
  // No username holds these words.
  for (const word of ['zero', 'one', 'two', 'three', 'four']) {
    const fan = await makeFan({ name: `Follower ${word}` });
    ports.clock.move('1m');
    await follow(fan.token, creator.id);
    fans.push(fan);
  }
  const list = (query: object = {}) => ok('GET /follows/followers', { token: creator.token, query });
  expect((await list()).data.map(({ name }) => name)).toEqual(
    ['four', 'three', 'two', 'one', 'zero'].map((word) => `Follower ${word}`),
  );
  const page = await list({ offset: 1, limit: 2 });
  expect([page.data.map(({ name }) => name), page.total]).toEqual([['Follower three', 'Follower two'], 5]);
  expect(page.data[0]?.followedAt).toMatch(/Z$/);
  expect((await list({ q: 'TWO follower' })).data.map(({ name }) => name)).toEqual(['Follower two']);
  await db
    .insert(accountBlocks)
    .values({ blockerId: creator.id, blockedId: fans[0]!.id, createdAt: ports.clock.now() });
  expect((await list()).total).toBe(4);
  expect((await ok('GET /follows/following', { token: fans[0]!.token })).total).toBe(0);
  expect((await ok('GET /follows/following', { token: fans[1]!.token })).data.map(({ _id }) => _id)).toEqual([
    creator.id,
  ]);
  expect((await call('GET /follows/followers', { token: fans[1]!.token })).status).toBe(403);
});

test('followers of a date range: from its first moment until before its last', async () => {
  const creator = await makeCreator();
  const [early, within, late] = [await makeFan(), await makeFan(), await makeFan()];
  const started = ports.clock.now();
  for (const fan of [early, within, late]) {
    await follow(fan.token, creator.id);
    ports.clock.move('1h');
  }
  const hour = (count: number) => new Date(started.getTime() + count * 3_600_000).toISOString();
  const found = async (query: object) =>
    (await ok('GET /follows/followers', { token: creator.token, query })).data.map(({ _id }) => _id);
  expect(await found({ from: hour(1), to: hour(2) })).toEqual([within.id]);
  expect(await found({ from: hour(1) })).toEqual([late.id, within.id]);
  expect(await found({ to: hour(1) })).toEqual([early.id]);
  const { total } = await ok('GET /follows/followers', {
    token: creator.token,
    query: { from: hour(0), to: hour(2), limit: 1 },
  });
  expect(total).toBe(2);
  for (const query of [
    { from: 'yesterday' },
    { to: '2026-13-01T00:00:00.000Z' },
    { from: hour(0), by: 'hour' },
  ])
    expect((await call('GET /follows/followers', { token: creator.token, query })).status).toBe(422);
});
