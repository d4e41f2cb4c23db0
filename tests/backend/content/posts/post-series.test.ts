import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { limits } from '#config/limits.ts';
import { fetchRows } from '#backend/db/db.ts';
import { accounts } from '#backend/db/schema/accounts.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { feeds, postSeriesItems } from '#backend/db/schema/posts.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { ok, call, db } = app;
const { makePost, buy, block, closeCountry } = postsIn(app);

let creator: Person;
let fan: Person;
beforeEach(async () => {
  creator = await app.makeCreator();
  fan = await app.makeFan();
});

const make = (title: string, who = creator) =>
  ok('POST /performer/post-series', { token: who.token, body: { title } });
const placeAs = (who: Person, { id, postId }: { id: string; postId: string }, position?: number) =>
  call('PUT /performer/post-series/:id/posts/:postId', {
    token: who.token,
    params: { id, postId },
    body: position === undefined ? {} : { position },
  });
const place = (id: string, postId: string, position?: number) => placeAs(creator, { id, postId }, position);
const ownOrder = async (id: string) =>
  (await ok('GET /performer/post-series/:id/posts', { token: creator.token, params: { id } })).data.map(
    ({ _id }) => _id,
  );
const readOrder = async (id: string, who: Person | null = fan) =>
  (await ok('GET /post-series/:id/posts', { token: who?.token, params: { id } })).data.map(({ _id }) => _id);
const lineOf = async (postId: string, who: Person | null = fan) =>
  (await ok('GET /user/feeds/:id', { token: who?.token, params: { id: postId } })).series;
const isThere = async (id: string, who: Person | null = fan, ip?: string) =>
  (await call('GET /post-series/:id', { token: who?.token, params: { id }, ...(ip && { ip }) })).status;

/** A series with published posts. */
async function full(posts: number) {
  const { _id: id } = await make('Glazing');
  const made: string[] = [];
  for (let at = 0; at < posts; at += 1) made.push(await makePost(creator.id));
  for (const post of made) expect((await place(id, post)).status).toBe(200);
  return { id, posts: made };
}

test('posts are numbered in the order in which they were added, each with its neighbors', async () => {
  const { id, posts } = await full(3);
  const [first, second, third] = posts as [string, string, string];
  const line = { _id: id, title: 'Glazing', total: 3 };
  expect(await lineOf(first)).toEqual({ ...line, number: 1, previous: null, next: second });
  expect(await lineOf(second)).toEqual({ ...line, number: 2, previous: first, next: third });
  expect(await lineOf(third, null)).toEqual({ ...line, number: 3, previous: second, next: null });
  expect(await readOrder(id)).toEqual(posts);
  const timeline = await ok('GET /user/feeds', { token: fan.token, query: { performerId: creator.id } });
  expect(timeline.data.map((post) => post.series?.number)).toEqual([3, 2, 1]);
  expect(await lineOf(await makePost(creator.id))).toBeUndefined();
});

test('a post is moved to another place, and to another series, which it then is in alone', async () => {
  const { id, posts } = await full(4);
  const [a, b, c, d] = posts as [string, string, string, string];
  await place(id, d, 1);
  expect(await ownOrder(id)).toEqual([d, a, b, c]);
  await place(id, d, 3);
  expect(await ownOrder(id)).toEqual([a, b, d, c]);
  await place(id, a, 400);
  expect(await ownOrder(id)).toEqual([b, d, c, a]);
  await place(id, b);
  expect(await ownOrder(id)).toEqual([b, d, c, a]);
  const { _id: other } = await make('Kilns');
  await place(other, c);
  expect(await ownOrder(id)).toEqual([b, d, a]);
  expect(await ownOrder(other)).toEqual([c]);
  expect(await lineOf(c)).toMatchObject({ title: 'Kilns', number: 1, total: 1 });
});

test('a post leaves the series when it is removed from it or deleted; the series goes, its posts stay', async () => {
  const { id, posts } = await full(4);
  const [a, b, c, d] = posts as [string, string, string, string];
  const at = (postId: string) => ({ token: creator.token, params: { id, postId } });
  expect(await ok('DELETE /performer/post-series/:id/posts/:postId', at(b))).toMatchObject({
    posts: 3,
    published: 3,
  });
  await ok('DELETE /performer/post-series/:id/posts/:postId', at(b));
  await ok('DELETE /performer/feeds/:id', { token: creator.token, params: { id: c } });
  // One that was sold is kept for its buyers, outside of the series.
  await buy(fan.id, d, creator.id);
  await ok('DELETE /performer/feeds/:id', { token: creator.token, params: { id: d } });
  expect(await lineOf(d)).toBeUndefined();
  expect(await readOrder(id)).toEqual([a]);
  expect(await db.$count(postSeriesItems, eq(postSeriesItems.seriesId, id))).toBe(1);
  await ok('DELETE /performer/post-series/:id', { token: creator.token, params: { id } });
  expect(await lineOf(a)).toBeUndefined();
  expect(await isThere(id)).toBe(404);
});

test('readers count published posts only, and locked ones are locked', async () => {
  const { id, posts } = await full(2);
  const [first, second] = posts as [string, string];
  const locked = await makePost(creator.id, { audience: 'subscribers', text: 'Not for everyone' });
  await place(id, locked, 2);
  const draft = await makePost(creator.id, { state: 'draft' });
  await place(id, draft, 1);
  const over = await makePost(creator.id, { expiresAt: new Date('2020-01-01') });
  await place(id, over, 2);
  expect(await readOrder(id)).toEqual([first, locked, second]);
  const { data, total } = await ok('GET /post-series/:id/posts', { token: fan.token, params: { id } });
  expect(total).toBe(3);
  expect(data[1]).toMatchObject({ text: '', access: { allowed: false, reason: 'locked' } });
  expect(await lineOf(first)).toMatchObject({ number: 1, total: 3, previous: null, next: locked });
  expect(await ok('GET /post-series/:id', { params: { id } })).toMatchObject({
    title: 'Glazing',
    posts: 3,
    performer: { _id: creator.id },
  });
  // Its creator has everything, and is told that the draft has no number yet.
  expect(await ownOrder(id)).toEqual([draft, over, first, locked, second]);
  expect(
    (await ok('GET /performer/feeds/:id', { token: creator.token, params: { id: draft } })).series,
  ).toEqual({ _id: id, title: 'Glazing', number: null, total: 3, previous: null, next: null });
  expect(await ok('GET /performer/post-series/:id', { token: creator.token, params: { id } })).toMatchObject({
    posts: 5,
    published: 3,
  });
});

test('lists are paged in order, without gaps or repetitions', async () => {
  const { id, posts } = await full(7);
  const page = (cursor?: string) =>
    ok('GET /post-series/:id/posts', {
      params: { id },
      query: { limit: 3, ...(cursor !== undefined && { cursor }) },
    });
  const seen: string[] = [];
  for (let cursor: string | undefined, more = true; more;) {
    const { data, nextCursor, total } = await page(cursor);
    expect(total).toBe(7);
    seen.push(...data.map(({ _id }) => _id));
    cursor = nextCursor ?? undefined;
    more = cursor !== undefined;
  }
  expect(seen).toEqual(posts);
  const { data } = await ok('GET /performer/post-series/:id/posts', {
    token: creator.token,
    params: { id },
    query: { limit: 2, offset: 5 },
  });
  expect(data.map(({ _id }) => _id)).toEqual(posts.slice(5));
  expect((await call('GET /post-series/:id/posts', { params: { id }, query: { cursor: 'x' } })).status).toBe(
    422,
  );
});

test('whoever can’t see the creator sees no series, also beside a post they bought', async () => {
  const { id, posts } = await full(2);
  const [first] = posts as [string];
  expect(await isThere(id)).toBe(200);
  expect(await isThere(id, null)).toBe(200);
  await buy(fan.id, first, creator.id);
  expect(await lineOf(first)).toMatchObject({ number: 1 });
  await block(creator.id, fan.id);
  expect(await isThere(id)).toBe(404);
  expect((await call('GET /post-series/:id/posts', { token: fan.token, params: { id } })).status).toBe(404);
  expect(await lineOf(first)).toBeUndefined();

  await closeCountry(creator.id, 'FR');
  app.ports.geo.countries.set('203.0.113.9', 'FR');
  expect(await isThere(id, null, '203.0.113.9')).toBe(404);
  expect(await isThere(id, creator, '203.0.113.9')).toBe(200);

  await db.update(accounts).set({ suspendedAt: new Date() }).where(eq(accounts.id, creator.id));
  expect(await isThere(id, null)).toBe(404);
  await db.update(accounts).set({ suspendedAt: null }).where(eq(accounts.id, creator.id));
  await db.update(performers).set({ verified: 'pending' }).where(eq(performers.accountId, creator.id));
  expect(await isThere(id, null)).toBe(404);
  expect(await isThere(id, creator)).toBe(200);
});

test('a series without a published post exists for its creator alone', async () => {
  const { _id: id } = await make('Soon');
  expect(await isThere(id, creator)).toBe(200);
  expect(await isThere(id)).toBe(404);
  await place(id, await makePost(creator.id, { state: 'archived' }));
  expect(await isThere(id)).toBe(404);
  await place(id, await makePost(creator.id));
  expect(await isThere(id)).toBe(200);
});

test('another creator’s series and posts don’t exist', async () => {
  const { id, posts } = await full(1);
  const [post] = posts as [string];
  const other = await app.makeCreator();
  const theirs = await makePost(other.id);
  const { _id: foreign } = await make('Theirs', other);
  expect((await place(id, theirs)).status).toBe(404);
  expect((await place(foreign, post)).status).toBe(404);
  expect((await placeAs(other, { id, postId: theirs })).status).toBe(404);
  const on = { token: other.token, params: { id } };
  for (const status of [
    (await call('GET /performer/post-series/:id', on)).status,
    (await call('GET /performer/post-series/:id/posts', on)).status,
    (await call('PUT /performer/post-series/:id', { ...on, body: { title: 'Mine' } })).status,
    (await call('DELETE /performer/post-series/:id', on)).status,
    (
      await call('DELETE /performer/post-series/:id/posts/:postId', {
        token: other.token,
        params: { id, postId: post },
      })
    ).status,
  ])
    expect(status).toBe(404);
  const mine = await ok('GET /performer/post-series', { token: other.token });
  expect(mine.data.map(({ title }) => title)).toEqual(['Theirs']);
  for (const seriesId of [foreign, app.ports.ids()])
    expect(
      await call('POST /performer/feeds', { token: creator.token, body: { text: 'New', seriesId } }),
    ).toMatchObject({ status: 422 });
  expect(
    (
      await call('PUT /performer/feeds/:id', {
        token: creator.token,
        params: { id: post },
        body: { seriesId: foreign },
      })
    ).status,
  ).toBe(422);
  expect(await ownOrder(id)).toEqual([post]);
});

test('a post is written into a series, edited out of it and back; a copy is in none', async () => {
  const { id } = await full(1);
  const { token } = creator;
  const written = await ok('POST /performer/feeds', { token, body: { text: 'Part two', seriesId: id } });
  expect(written.series).toMatchObject({ _id: id, number: 2, total: 2 });
  const poll = { question: 'Which glaze?', options: ['Ash', 'Celadon'] };
  const asked = await ok('POST /performer/feeds/polls', {
    token,
    body: { poll, seriesId: id, state: 'draft' },
  });
  expect(asked.series).toMatchObject({ number: null, total: 2 });
  const change = (seriesId: string | null) =>
    ok('PUT /performer/feeds/:id', { token, params: { id: written._id }, body: { seriesId } });
  // Saving it again doesn't move it.
  expect((await change(id)).series).toMatchObject({ number: 2 });
  expect((await change(null)).series).toBeUndefined();
  const others = await ok('PUT /performer/feeds/:id', {
    token,
    params: { id: written._id },
    body: { text: 'Part 2' },
  });
  expect(others.series).toBeUndefined();
  expect((await change(id)).series).toMatchObject({ number: 2, total: 2 });
  const copy = await ok('POST /performer/feeds/:id/duplicate', { token, params: { id: written._id } });
  expect(copy.series).toBeUndefined();
});

test('posts added and moved at once each get a place of their own', async () => {
  const { id, posts } = await full(5);
  const more = await Promise.all(Array.from({ length: 5 }, () => makePost(creator.id)));
  const replies = await Promise.all([
    ...more.map((post) => place(id, post)),
    ...posts.map((post, at) => place(id, post, 5 - at)),
    ...more.map((post) => place(id, post, 1)),
    ...posts.map((post) =>
      call('PUT /performer/feeds/:id', {
        token: creator.token,
        params: { id: post },
        body: { text: 'Changed', seriesId: id },
      }),
    ),
  ]);
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  const order = await ownOrder(id);
  expect(order).toHaveLength(10);
  expect(new Set(order)).toEqual(new Set([...posts, ...more]));
  const places = await fetchRows<{ position: number }>(
    db.execute(sql`SELECT position FROM post_series_items WHERE series_id = ${id}`),
  );
  expect(new Set(places.map(({ position }) => position)).size).toBe(10);
});

test('a post put into two series at once is in one, and one deleted meanwhile in none', async () => {
  const [{ _id: one }, { _id: two }] = [await make('One'), await make('Two')];
  for (let turn = 0; turn < 5; turn += 1) {
    const post = await makePost(creator.id);
    const [first, second] = await Promise.all([place(one, post), place(two, post)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await db.$count(postSeriesItems, eq(postSeriesItems.feedId, post))).toBe(1);
    const gone = await makePost(creator.id);
    const [added, deleted] = await Promise.all([
      place(one, gone),
      call('DELETE /performer/feeds/:id', { token: creator.token, params: { id: gone } }),
    ]);
    expect([200, 404]).toContain(added.status);
    expect(deleted.status).toBe(200);
    expect(await db.$count(postSeriesItems, eq(postSeriesItems.feedId, gone))).toBe(0);
  }
  const late = await makePost(creator.id);
  const [placed] = await Promise.all([
    place(one, late),
    ok('DELETE /performer/post-series/:id', { token: creator.token, params: { id: one } }),
  ]);
  expect([200, 404]).toContain(placed.status);
  expect(await db.$count(feeds, eq(feeds.id, late))).toBe(1);
});

test('there are limits of series and of posts in one, also at once', async () => {
  const { most, posts } = limits.postSeries;
  for (let made = 0; made < most - 1; made += 1) await make(`Series ${made}`);
  const replies = await Promise.all(
    ['a', 'b', 'c'].map((title) =>
      call('POST /performer/post-series', { token: creator.token, body: { title } }),
    ),
  );
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  expect(replies.find(({ status }) => status === 409)?.text).toContain('You can have 100 series.');
  const id = (await ok('GET /performer/post-series', { token: creator.token, query: { limit: 1 } })).data[0]!
    ._id;
  await db.execute(sql`
    INSERT INTO feeds (id, performer_id, type, state, audience, created_at, updated_at)
    SELECT gen_random_uuid(), ${creator.id}, 'text', 'draft', 'public', now(), now() FROM generate_series(1, ${posts - 1})`);
  await db.execute(sql`
    INSERT INTO post_series_items (feed_id, series_id, position)
    SELECT id, ${id}, row_number() OVER () FROM feeds WHERE performer_id = ${creator.id}`);
  const [x, y] = [await makePost(creator.id), await makePost(creator.id)];
  const both = await Promise.all([place(id, x), place(id, y)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.text).toContain('A series can have 500 posts.');
  // Moving within a full one is possible.
  expect((await place(id, (await ownOrder(id))[3]!, 1)).status).toBe(200);
});

test('posts edited into a series one after another come last in that order, until it is full', async () => {
  const { id } = await full(1);
  const edit = (postId: string, body: object) =>
    call('PUT /performer/feeds/:id', { token: creator.token, params: { id: postId }, body });
  const [first] = await ownOrder(id);
  const [x, y, z] = [await makePost(creator.id), await makePost(creator.id), await makePost(creator.id)];
  for (const post of [x, y]) expect((await edit(post, { seriesId: id, price: 20 })).status).toBe(200);
  expect(await ownOrder(id)).toEqual([first, x, y]);
  expect((await edit(z, { seriesId: id, series: id })).status).toBe(422);
  // The same edit from two windows at once adds each once.
  const twice = await Promise.all([x, z, z, x].map((post) => edit(post, { seriesId: id })));
  expect(twice.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await ownOrder(id)).toEqual([first, x, y, z]);
  await db.execute(sql`
    INSERT INTO feeds (id, performer_id, type, state, audience, created_at, updated_at)
    SELECT gen_random_uuid(), ${creator.id}, 'text', 'draft', 'public', now(), now()
    FROM generate_series(1, ${limits.postSeries.posts - 5})`);
  await db.execute(sql`
    INSERT INTO post_series_items (feed_id, series_id, position)
    SELECT f.id, ${id}, 10 + row_number() OVER () FROM feeds f
    WHERE f.performer_id = ${creator.id} AND NOT EXISTS (SELECT 1 FROM post_series_items i WHERE i.feed_id = f.id)`);
  const late = [await makePost(creator.id), await makePost(creator.id)];
  const replies = await Promise.all(late.map((post) => edit(post, { seriesId: id, price: 30 })));
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  // One that found no room keeps its price, too.
  const refused = late[replies.findIndex(({ status }) => status === 409)]!;
  const kept = await ok('GET /performer/feeds/:id', { token: creator.token, params: { id: refused } });
  expect([kept.price, kept.series]).toEqual([0, undefined]);
  expect((await edit(x, { seriesId: null })).status).toBe(200);
  expect((await edit(refused, { seriesId: id })).status).toBe(200);
});

test('bodies are strict, and a title is used once', async () => {
  const { token } = creator;
  const { _id: id } = await make('Glazing');
  for (const body of [
    {},
    { title: ' ' },
    { title: 'x'.repeat(limits.postSeries.title + 1) },
    { title: 'Fine', description: 'x'.repeat(limits.postSeries.description + 1) },
    { title: 'Fine', state: 'removed' },
    { title: 'GLAZING' },
  ])
    expect((await call('POST /performer/post-series', { token, body } as never)).status).toBe(422);
  const post = await makePost(creator.id);
  for (const body of [{ position: 0 }, { position: 1.5 }, { position: 501 }, { place: 1 }])
    expect(
      (
        await call('PUT /performer/post-series/:id/posts/:postId', {
          token,
          params: { id, postId: post },
          body,
        })
      ).status,
    ).toBe(422);
  const { _id: other } = await make('Kilns');
  const renamed = await call('PUT /performer/post-series/:id', {
    token,
    params: { id: other },
    body: { title: 'glazing' },
  });
  expect(renamed.status).toBe(422);
  expect(renamed.text).toContain('You already have a series with this title.');
  const twice = await Promise.all(
    [1, 2].map(() => call('POST /performer/post-series', { token, body: { title: 'Once' } })),
  );
  expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
});

test('a template keeps its series until that is deleted', async () => {
  const { _id: seriesId } = await make('Weekly');
  const { token } = creator;
  const body = {
    title: 'Monday',
    type: 'text' as const,
    text: '',
    audience: 'public' as const,
    price: 0,
    includedInSubscription: false,
    commentsEnabled: true,
    poll: null,
  };
  expect((await ok('POST /performer/post-templates', { token, body })).seriesId).toBeNull();
  expect((await ok('POST /performer/post-templates', { token, body: { ...body, seriesId } })).seriesId).toBe(
    seriesId,
  );
  const other = await app.makeCreator();
  expect(
    (await call('POST /performer/post-templates', { token: other.token, body: { ...body, seriesId } }))
      .status,
  ).toBe(422);
  await ok('DELETE /performer/post-series/:id', { token, params: { id: seriesId } });
  const { data } = await ok('GET /performer/post-templates', { token });
  expect(data.map((template) => template.seriesId)).toEqual([null, null]);
});
