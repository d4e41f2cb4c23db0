import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { accounts, sessions } from '#backend/db/schema/accounts.ts';
import { feeds } from '#backend/db/schema/posts.ts';
import { fetchRows } from '#backend/db/db.ts';
import { findHashtags } from '#lib/markup/references.ts';
import { limits } from '#config/limits.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ports, call, ok, backend, makeFan, makeCreator } = app;
const { makePost, follow, subscribe, block, closeCountry } = postsIn(app);

let mara: Person;
let fan: Person;
beforeAll(async () => {
  mara = await makeCreator({ username: 'mara', name: 'Mara', bio: 'Pots, mostly. #clay' }, { followers: 9 });
  fan = await makeFan({ username: 'ben', name: 'Ben' });
});

const page = (tag: string, who: Person | null = fan, more = {}) =>
  ok('GET /tags/:tag', { token: who?.token ?? null, params: { tag }, ...more });
const tagged = async (tag: string, who: Person | null = fan, more: object = {}) =>
  (await ok('GET /tags/:tag/feeds', { token: who?.token ?? null, params: { tag }, ...more })).data.map(
    ({ _id }) => _id,
  );
const suggested = async (q: string, who: Person = fan) =>
  (await ok('GET /tags', { token: who.token, query: { q } })).data;
const people = async (q: string, who: Person = fan, more = {}) =>
  (await ok('GET /mentions', { token: who.token, query: { q }, ...more })).data.map(
    ({ username }) => username,
  );
const news = async (who: Person) =>
  (await ok('GET /notifications', { token: who.token })).data.filter(({ type }) => type === 'mention');
async function runJobs(): Promise<void> {
  while ((await backend.runJobs()) > 0);
}

describe('tags', () => {
  test('are the same words in the database and in the program', async () => {
    const inDatabase = async (text: string) => {
      const [row] = await fetchRows<{ tags: string[] }>(db.execute(sql`SELECT hashtags_of(${text}) AS tags`));
      return row!.tags.toSorted();
    };
    const fixed = [
      '#Film #film_photo',
      '#写真、#Фото #AÑO',
      '#art🔥 (#x)',
      '#ΑΣ',
      'www.a.b/#c #d',
      '<b>#e</b>#f',
    ];
    for (const text of fixed) expect(await inDatabase(text), text).toEqual(findHashtags(text).toSorted());
    const part = fc.constantFrom(
      '#',
      'a',
      'É',
      '_',
      '.',
      '-',
      ' ',
      '&',
      '1',
      '/',
      '@',
      '’',
      '字',
      '\n',
      '🔥',
      '{',
      '`',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part), async (parts) => {
        const text = parts.join('');
        expect(await inDatabase(text)).toEqual(findHashtags(text).toSorted());
      }),
    );
  });

  test('lead to the posts that everyone can read, newest first, page by page', async () => {
    const first = await makePost(mara.id, { text: 'A bowl. #Ceramics' });
    const second = await makePost(mara.id, { text: '#ceramics and #clay' });
    await makePost(mara.id, { text: 'ceramics without a sign' });
    expect(await tagged('ceramics')).toEqual([second, first]);
    expect(await tagged('#CERAMICS', null)).toEqual([second, first]);
    expect(await page('Ceramics')).toMatchObject({
      tag: 'ceramics',
      posts: 2,
      isCounted: true,
      performers: [{ username: 'mara' }],
    });
    const { nextCursor } = await ok('GET /tags/:tag/feeds', {
      token: null,
      params: { tag: 'ceramics' },
      query: { limit: 1 },
    });
    expect(await tagged('ceramics', null, { query: { limit: 1, cursor: nextCursor! } })).toEqual([first]);
    await ok('PUT /performer/feeds/:id', {
      token: mara.token,
      params: { id: first },
      body: { text: 'A bowl.' },
    });
    expect(await tagged('ceramics')).toEqual([second]);
  });

  test('of a locked post lead nowhere, and are suggested to nobody', async () => {
    const reader = await makeFan();
    await subscribe(reader.id, mara.id);
    await follow(reader.id, mara.id);
    for (const values of [
      { audience: 'subscribers' },
      { audience: 'followers' },
      { price: 20 },
      { state: 'draft' },
    ] as const)
      await makePost(mara.id, { text: 'The #zebrawood secret', ...values });
    for (const who of [null, fan, reader, mara]) {
      expect(await tagged('zebrawood', who)).toEqual([]);
      expect(await page('zebrawood', who)).toMatchObject({ posts: 0, performers: [] });
    }
    expect(await suggested('zebra', mara)).toEqual([]);
    const id = await makePost(mara.id, { text: 'The #umber secret' });
    expect(await tagged('umber')).toEqual([id]);
    await db.update(feeds).set({ price: 5 }).where(eq(feeds.id, id));
    expect(await tagged('umber')).toEqual([]);
  });

  test('show creators by their bio, and none that the viewer can’t see', async () => {
    expect((await page('clay')).performers.map(({ username }) => username)).toEqual(['mara']);
    const other = await makeCreator({ username: 'noor', name: 'Noor', bio: 'No sign: sienna' });
    const id = await makePost(other.id, { text: '#sienna' });
    const [blocked, blocking] = [await makeFan(), await makeFan()];
    await block(other.id, blocked.id);
    await block(blocking.id, other.id);
    await closeCountry(other.id, 'NO');
    expect(await page('sienna')).toMatchObject({ posts: 1, performers: [{ username: 'noor' }] });
    ports.clock.move('6m');
    expect(await suggested('sien')).toEqual(['sienna']);
    expect(await people('no')).toEqual(['noor']);
    for (const who of [blocked, blocking]) {
      expect(await tagged('sienna', who)).toEqual([]);
      expect(await page('sienna', who)).toMatchObject({ posts: 0, performers: [] });
      expect(await suggested('sien', who)).toEqual([]);
      expect(await people('no', who)).toEqual([]);
    }
    expect(await tagged('sienna', fan, { country: 'NO' })).toEqual([]);
    expect(await people('no', fan, { country: 'NO' })).toEqual([]);
    await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, other.id));
    expect(await tagged('sienna')).toEqual([]);
    expect(await db.select().from(feeds).where(eq(feeds.id, id))).toHaveLength(1);
  });

  test('are suggested by their beginning, the most used first', async () => {
    for (const text of ['#glaze', '#glaze #glass', '#glass #glaze']) await makePost(mara.id, { text });
    ports.clock.move('6m');
    expect(await suggested('#gl')).toEqual(['glaze', 'glass']);
    expect(await suggested('GLAS')).toEqual(['glass']);
    expect(await suggested('two words')).toEqual([]);
    const { topics } = await ok('GET /search/suggestions', { token: null, query: { q: '#gla' } });
    expect(topics).toEqual([
      { name: 'glaze', kind: 'hashtag' },
      { name: 'glass', kind: 'hashtag' },
    ]);
  });

  test.each(['12', '#', 'two words', 'a/b', 'x'.repeat(51)])('“%s” is none', async (tag) => {
    expect((await call('GET /tags/:tag', { token: null, params: { tag } })).status).toBe(404);
    expect((await call('GET /tags/:tag/feeds', { token: null, params: { tag } })).status).toBe(404);
  });
});

describe('a mention in a post', () => {
  const write = (text: string, more: object = {}) =>
    ok('POST /performer/feeds', { token: mara.token, body: { text, audience: 'public', ...more } });

  test('tells whom it mentions, once, however often it is edited', async () => {
    const { _id } = await write('With @Ben and @nobody-here and @mara');
    await runJobs();
    expect(await news(fan)).toMatchObject([
      { text: 'Mara mentioned you in a post.', href: `/feeds/${_id}`, isRead: false },
    ]);
    expect(await news(mara)).toEqual([]);
    await ok('POST /notifications/:id/read', { token: fan.token, params: { id: (await news(fan))[0]!._id } });
    const late = await makeFan({ username: 'cleo' });
    await ok('PUT /performer/feeds/:id', {
      token: mara.token,
      params: { id: _id },
      body: { text: 'With @ben and @cleo' },
    });
    await runJobs();
    expect(await news(fan)).toHaveLength(1);
    expect(await news(late)).toHaveLength(1);
  });

  test('tells nobody who can’t read it there', async () => {
    const [locked, blocked, away, subscriber] = [
      await makeFan({ username: 'locked' }),
      await makeFan({ username: 'blocked' }),
      await makeFan({ username: 'away', country: 'NO' }),
      await makeFan({ username: 'inside' }),
    ];
    await subscribe(subscriber.id, mara.id);
    await block(mara.id, blocked.id);
    await write('Hello @locked @blocked @inside', { audience: 'subscribers' });
    await write('A draft for @locked', { state: 'draft' });
    await runJobs();
    expect(
      await Promise.all([locked, blocked, subscriber].map(async (who) => (await news(who)).length)),
    ).toEqual([0, 0, 1]);
    await db
      .update(sessions)
      .set({ country: 'NO', places: ['NO'] })
      .where(eq(sessions.accountId, away.id));
    await closeCountry(mara.id, 'NO');
    await write('Hello @away @blocked');
    await runJobs();
    expect([await news(away), await news(blocked)]).toEqual([[], []]);
  });

  test('tells a limited number of people', async () => {
    const names = Array.from({ length: limits.mentionsPerText + 2 }, (_, at) => `crowd${at}`);
    const crowd = await Promise.all(names.map((username) => makeFan({ username })));
    await write(names.map((name) => `@${name}`).join(' '));
    await runJobs();
    const told = await Promise.all(crowd.map(async (who) => (await news(who)).length));
    expect(told.reduce((sum, each) => sum + each)).toBe(limits.mentionsPerText);
  });

  test('isn’t told to those who turned it off', async () => {
    const quiet = await makeFan({ username: 'quiet' });
    await ok('PUT /notifications/settings', {
      token: quiet.token,
      body: { channels: { mention: { app: false, email: false, push: false } } },
    });
    await write('Hello @quiet');
    await runJobs();
    expect(await news(quiet)).toEqual([]);
  });
});

describe('a mention in a comment', () => {
  test('tells whom it mentions, but not those who hear of the comment anyway', async () => {
    const objectId = await makePost(mara.id, { text: 'Open' });
    const other = await makeFan({ username: 'dora' });
    const comment = (who: Person, text: string, parentId?: string) =>
      ok('POST /comments', { token: who.token, body: { objectType: 'feed', objectId, text, parentId } });
    const { _id } = await comment(fan, 'Look, @dora and @mara');
    await runJobs();
    const [told] = await news(other);
    expect(told).toMatchObject({
      text: 'Ben mentioned you in a comment.',
      href: `/feeds/${objectId}#comments`,
    });
    expect(await news(mara)).toEqual([]);
    const before = (await news(fan)).length;
    await comment(other, 'Thanks @ben', _id);
    await ok('PUT /comments/:id', {
      token: fan.token,
      params: { id: _id },
      body: { text: 'Look again, @dora' },
    });
    await runJobs();
    expect((await news(fan)).length).toBe(before);
    expect(await news(other)).toHaveLength(1);
  });

  test('waits while the comment is held', async () => {
    const owner = await makeCreator();
    await ok('PUT /comments/held-words', { token: owner.token, body: { words: ['cobalt'] } });
    const objectId = await makePost(owner.id, { text: 'Open' });
    const other = await makeFan({ username: 'erin' });
    const { _id } = await ok('POST /comments', {
      token: fan.token,
      body: { objectType: 'feed', objectId, text: 'cobalt, @erin' },
    });
    await runJobs();
    expect(await news(other)).toEqual([]);
    await ok('POST /comments/:id/approve', { token: owner.token, params: { id: _id } });
    await runJobs();
    expect(await news(other)).toHaveLength(1);
  });
});
