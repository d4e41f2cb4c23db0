import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { CallInput } from '#contract/core/registry.ts';
import { accounts } from '#backend/db/schema/accounts.ts';
import { accountBlocks, countryBlocks } from '#backend/db/schema/blocks.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { feeds } from '#backend/db/schema/posts.ts';
import { testBackend } from '../../../setup/backend.ts';

const { call, ok, raw, db, ports, settings, makeFan, makeCreator } = await testBackend();
ports.geo.countries.set('192.0.2.7', 'FR');
const inFrance = '192.0.2.7';

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);
const picture = () => {
  const form = new FormData();
  form.set('file', new File([png], 'cover.png', { type: 'image/png' }));
  return form;
};
const profileOf = async (id: string) =>
  (await db.select().from(performers).where(eq(performers.accountId, id)))[0]!;
const names = (list: { data: { username: string }[] }) => list.data.map(({ username }) => username);

async function publish(
  performerId: string,
  post: { daysAgo: number; price?: number; included?: boolean; state?: 'published' | 'archived' },
) {
  const moment = new Date(ports.clock.now().getTime() - post.daysAgo * 86_400_000);
  await db.insert(feeds).values({
    id: ports.ids(),
    performerId,
    type: 'text',
    text: 'x',
    audience: 'subscribers',
    price: post.price ?? 0,
    includedInSubscription: post.included ?? false,
    state: post.state ?? 'published',
    publishedAt: moment,
    createdAt: moment,
    updatedAt: moment,
  } as typeof feeds.$inferInsert);
}

test('a profile by username or id, with what a subscription included in the last thirty days', async () => {
  const creator = await makeCreator(
    { username: 'clara.clay', bio: 'Ceramics', country: 'NO' },
    { categories: ['ceramics'], languages: ['en', 'no'], followers: 3 },
  );
  for (const post of [
    { daysAgo: 1 },
    { daysAgo: 29 },
    { daysAgo: 2, price: 50 },
    { daysAgo: 3, price: 50, included: true },
    { daysAgo: 31 },
    { daysAgo: 1, state: 'archived' as const },
  ])
    await publish(creator.id, post);
  const profile = await ok('GET /performers/:id', { params: { id: 'Clara.Clay' } });
  expect(profile).toMatchObject({
    _id: creator.id,
    username: 'clara.clay',
    bio: 'Ceramics',
    country: 'NO',
    categories: ['ceramics'],
    languages: ['en', 'no'],
    monthlyPrice: 999,
    isVerified: true,
    isFollowed: false,
    isSubscribed: false,
    welcomeVideo: null,
    auctions: 0,
    series: 0,
    included: { days: 30, included: 3, extra: 1 },
  });
  expect(await ok('GET /performers/:id', { params: { id: creator.id } })).toEqual(profile);
  expect(profile).not.toHaveProperty('email');
  expect(profile).not.toHaveProperty('documents');
});

test('unapproved, suspended and blocked accounts, fans, and creators with a closed country all look nonexistent', async () => {
  const fan = await makeFan();
  const waiting = await makeCreator({}, { verified: 'pending' });
  const rejected = await makeCreator({}, { verified: 'rejected' });
  const gone = await makeCreator({ suspendedAt: ports.clock.now() });
  const blocker = await makeCreator();
  const blocked = await makeCreator();
  const closed = await makeCreator();
  const moment = ports.clock.now();
  await db.insert(accountBlocks).values([
    { blockerId: blocker.id, blockedId: fan.id, createdAt: moment },
    { blockerId: fan.id, blockedId: blocked.id, createdAt: moment },
  ]);
  await db.insert(countryBlocks).values({ blockerId: closed.id, country: 'FR', createdAt: moment });
  const nobody = await call('GET /performers/:id', {
    params: { id: 'nobody.here' },
    token: fan.token,
    ip: inFrance,
  });
  expect(nobody.status).toBe(404);
  for (const { username, id } of [waiting, rejected, gone, fan, blocker, blocked, closed]) {
    for (const name of [username, id]) {
      const answer = await call('GET /performers/:id', {
        params: { id: name },
        token: fan.token,
        ip: inFrance,
      });
      expect([name, answer.status, answer.text]).toEqual([name, 404, nobody.text]);
    }
  }
  expect(
    (await call('GET /performers/:id', { params: { id: closed.id }, token: closed.token, ip: inFrance }))
      .status,
  ).toBe(200);
  expect((await call('GET /performers/:id', { params: { id: closed.id }, token: fan.token })).status).toBe(
    200,
  );
  expect(
    (await call('GET /performers/:id', { params: { id: waiting.id }, token: waiting.token })).status,
  ).toBe(200);
  const listed = names(
    await ok('GET /performers/user/search', { token: fan.token, ip: inFrance, query: { limit: 100 } }),
  );
  for (const { username } of [waiting, rejected, gone, blocker, blocked, closed])
    expect(listed).not.toContain(username);
  expect(names(await ok('GET /performers/user/search', { query: { limit: 100 } }))).toContain(
    blocker.username,
  );
});

test('search by words, category, country, price, free and live; sorted and paged', async () => {
  const tag = 'searchable';
  const make = (name: string, profile: object = {}, more: object = {}) =>
    makeCreator({ username: `s-${name}`, name: `Ms ${name}`, ...more }, { categories: [tag], ...profile });
  await make('alpha', { followers: 10, monthlyPrice: 900 }, { country: 'NO' });
  ports.clock.move('1m');
  await make('beta', { followers: 30, monthlyPrice: 500, categories: [tag, 'jazz'] });
  ports.clock.move('1m');
  await make(
    'gamma',
    { followers: 20, isFreeSubscription: true, monthlyPrice: 1_200 },
    { bio: 'Plays the sax_ophone' },
  );
  ports.clock.move('1m');
  await make('delta', { followers: 5, isLive: true, monthlyPrice: 2_000 });
  const search = async (query: CallInput<'GET /performers/user/search'>['query']) =>
    names(await ok('GET /performers/user/search', { query: { category: tag, ...query } }));
  expect(await search({})).toEqual(['s-beta', 's-gamma', 's-alpha', 's-delta']);
  expect(await search({ sort: 'newest' })).toEqual(['s-delta', 's-gamma', 's-beta', 's-alpha']);
  expect(await search({ sort: 'price' })).toEqual(['s-gamma', 's-beta', 's-alpha', 's-delta']);
  expect(await search({ q: 'ALPH' })).toEqual(['s-alpha']);
  expect(await search({ q: 'sax_o' })).toEqual(['s-gamma']);
  expect(await search({ q: '@s-alpha' })).toEqual(['s-alpha']);
  expect(await search({ q: '%' })).toEqual([]);
  expect(await search({ category: 'JAZZ' })).toEqual(['s-beta']);
  expect(await search({ country: 'NO' })).toEqual(['s-alpha']);
  expect(await search({ free: 'true' })).toEqual(['s-gamma']);
  expect(await search({ free: 'false', live: 'false' })).toEqual(['s-beta', 's-alpha']);
  expect(await search({ live: 'true' })).toEqual(['s-delta']);
  expect(await search({ maxPrice: 900 })).toEqual(['s-beta', 's-gamma', 's-alpha']);
  const page = await ok('GET /performers/user/search', { query: { category: tag, offset: 1, limit: 2 } });
  expect([names(page), page.total]).toEqual([['s-gamma', 's-alpha'], 4]);
  expect((await raw('GET /performers/user/search', { query: { sort: 'cheapest' } })).status).toBe(422);
  expect((await raw('GET /performers/user/search', { query: { limit: 101 } })).status).toBe(422);
  expect((await raw('GET /performers/user/search', { query: { category: ['a', 'b'] } })).status).toBe(422);
});

test('rows say whether the viewer follows the creator', async () => {
  const fan = await makeFan();
  const creator = await makeCreator({ username: 'followed-one' });
  await ok('POST /follows/:id', { token: fan.token, params: { id: creator.id } });
  const [row] = (await ok('GET /performers/user/search', { token: fan.token, query: { q: 'followed-one' } }))
    .data;
  expect(row).toMatchObject({ isFollowed: true, isSubscribed: false, counts: { followers: 1 } });
  const [stranger] = (await ok('GET /performers/user/search', { query: { q: 'followed-one' } })).data;
  expect(stranger?.isFollowed).toBe(false);
});

test('top is by followers; random varies, and leaves out yourself and creators you follow', async () => {
  const fan = await makeFan();
  const star = await makeCreator({ username: 'the-star' }, { followers: 1_000_000 });
  expect(names(await ok('GET /performers/top', { query: { limit: 1 } }))).toEqual(['the-star']);
  const draws = await Promise.all(
    Array.from({ length: 12 }, () => ok('GET /performers/search/random', { query: { limit: 3 } })),
  );
  expect(new Set(draws.map((draw) => names(draw).join())).size).toBeGreaterThan(1);
  expect(draws.every(({ data }) => data.length === 3)).toBe(true);
  await ok('POST /follows/:id', { token: fan.token, params: { id: star.id } });
  expect(
    names(await ok('GET /performers/search/random', { token: fan.token, query: { limit: 24 } })),
  ).not.toContain('the-star');
  expect(
    names(await ok('GET /performers/search/random', { token: star.token, query: { limit: 24 } })),
  ).not.toContain('the-star');
});

test('categories in use, most creators first', async () => {
  await makeCreator({}, { categories: ['glass', 'unique-one'] });
  await makeCreator({}, { categories: ['glass'] });
  await makeCreator({}, { categories: ['secret'], verified: 'pending' });
  const { data } = await ok('GET /performers/categories');
  const found = data.map(({ name }) => name);
  expect(found.indexOf('glass')).toBeLessThan(found.indexOf('unique-one'));
  expect(found).not.toContain('secret');
});

test('a profile is changed only by its owner', async () => {
  const creator = await makeCreator();
  const other = await makeCreator();
  const fan = await makeFan();
  const body = {
    name: 'Renamed',
    categories: ['Jazz', 'jazz', 'piano'],
    languages: ['en'],
    monthlyPrice: 1_500,
    yearlyPrice: 12_000,
    isFreeSubscription: true,
    freeDays: 7,
  };
  const own = await ok('PUT /performers/:id', { token: creator.token, params: { id: creator.id }, body });
  expect(own).toMatchObject({
    name: 'Renamed',
    categories: ['jazz', 'piano'],
    monthlyPrice: 1_500,
    yearlyPrice: 12_000,
    isFreeSubscription: true,
    freeDays: 7,
    email: creator.email,
    verified: 'approved',
  });
  const before = await profileOf(creator.id);
  const theirs = await call('PUT /performers/:id', { token: other.token, params: { id: creator.id }, body });
  const nobodys = await call('PUT /performers/:id', {
    token: other.token,
    params: { id: ports.ids() },
    body,
  });
  expect([theirs.status, theirs.text]).toEqual([404, nobodys.text]);
  expect(
    (await call('PUT /performers/:id', { token: fan.token, params: { id: creator.id }, body })).status,
  ).toBe(403);
  expect((await call('PUT /performers/:id', { params: { id: creator.id }, body })).status).toBe(401);
  expect(await profileOf(creator.id)).toEqual(before);
});

test.each([
  ['too cheap', { monthlyPrice: 294 }, ['monthlyPrice', 'The lowest price is 2.95.']],
  ['too dear', { yearlyPrice: 30_001 }, ['yearlyPrice', 'The highest price is 300.00.']],
  ['a fraction of a cent', { monthlyPrice: 999.5 }, ['monthlyPrice', null]],
  ['a negative price', { monthlyPrice: -1 }, ['monthlyPrice', null]],
  ['2^53', { monthlyPrice: 2 ** 53 }, ['monthlyPrice', null]],
  ['a text', { monthlyPrice: '999' }, ['monthlyPrice', null]],
  ['no such language', { languages: ['xx'] }, ['languages', 'Choose languages from the list.']],
  ['six categories', { categories: ['a', 'b', 'c', 'd', 'e', 'f'] }, ['categories', null]],
  ['their own approval', { verified: 'approved' }, ['verified', null]],
  [
    'a taken username',
    { username: 'clara.clay', monthlyPrice: 1_000 },
    ['username', 'That username is taken. Choose another.'],
  ],
])('rejects %s, and nothing changes', async (_, body, [field, message]) => {
  const creator = await makeCreator();
  const before = [
    await profileOf(creator.id),
    (await db.select().from(accounts).where(eq(accounts.id, creator.id)))[0],
  ];
  const { status, problem } = await raw('PUT /performers/:id', {
    token: creator.token,
    params: { id: creator.id },
    body,
  });
  expect(status).toBe(422);
  expect(problem.errors?.[0]?.field.split('.')[0]).toBe(field);
  if (message) expect(problem.message).toBe(message);
  expect([
    await profileOf(creator.id),
    (await db.select().from(accounts).where(eq(accounts.id, creator.id)))[0],
  ]).toEqual(before);
});

test('limits are set by the operator; free subscriptions only if they are enabled', async () => {
  const creator = await makeCreator();
  const put = (body: object) =>
    raw('PUT /performers/:id', { token: creator.token, params: { id: creator.id }, body });
  await settings.set('maximumSubscriptionPrice', 50_000);
  await settings.set('freeSubscriptionEnabled', false);
  expect((await put({ monthlyPrice: 40_000 })).status).toBe(200);
  const free = await put({ isFreeSubscription: true });
  expect([free.status, free.problem.errors?.[0]?.field]).toEqual([422, 'isFreeSubscription']);
  await settings.set('maximumSubscriptionPrice', 30_000);
  await settings.set('freeSubscriptionEnabled', true);
});

test('cover and avatar', async () => {
  const creator = await makeCreator();
  const { url } = await ok('POST /performers/cover/upload', { token: creator.token, form: picture() });
  const avatar = await ok('POST /performers/avatar/upload', { token: creator.token, form: picture() });
  expect(await ok('GET /performers/:id', { params: { id: creator.id } })).toMatchObject({
    cover: url,
    avatar: avatar.url,
  });
  await ok('DELETE /performers/cover', { token: creator.token });
  expect(await ok('GET /performers/:id', { params: { id: creator.id } })).toMatchObject({
    cover: null,
    avatar: avatar.url,
  });
  const fan = await makeFan();
  expect((await call('POST /performers/cover/upload', { token: fan.token, form: picture() })).status).toBe(
    403,
  );
});
