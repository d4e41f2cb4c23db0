import { describe, expect, test } from 'vitest';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { ports, call, ok, makeFan, makeCreator } = app;
const { makePost, buy, subscribe } = postsIn(app);

describe('a search within a creator’s posts', () => {
  const search = (
    who: Person | null,
    performerId: string,
    query: { q: string; type?: 'poll'; limit?: number; cursor?: string },
  ) => ok('GET /user/feeds', { token: who?.token ?? null, query: { performerId, ...query } });

  test("finds words anywhere except in what the reader can't read", async () => {
    const [creator, fan, subscriber] = [await makeCreator(), await makeFan(), await makeFan()];
    await subscribe(subscriber.id, creator.id);
    const open = await makePost(creator.id, { text: 'The Celadon test tiles' });
    const locked = await makePost(creator.id, { text: 'celadon recipe, in full', audience: 'subscribers' });
    const sold = await makePost(creator.id, { text: 'Celadon, the long video', price: 50 });
    await makePost(creator.id, { text: 'celadon draft', state: 'draft' });
    await makePost(creator.id, { text: 'celadon, over', expiresAt: ports.clock.now() });
    await makePost(creator.id, { text: '100% ash' });
    const ids = async (who: Person | null) =>
      (await search(who, creator.id, { q: 'CELADON' })).data.map(({ _id }) => _id);
    expect(await ids(fan)).toEqual([open]);
    expect(await ids(null)).toEqual([open]);
    expect(await ids(subscriber)).toEqual([locked, open]);
    expect(await ids(creator)).toContain(sold);
    await buy(fan.id, sold, creator.id);
    expect(await ids(fan)).toEqual([sold, open]);
    expect((await search(fan, creator.id, { q: '%' })).total).toBe(1);
    expect((await search(fan, creator.id, { q: 'no such word' })).data).toEqual([]);
  });

  test('finds a poll by its question, filters by type, and pages to the end', async () => {
    const creator = await makeCreator();
    await ok('POST /performer/feeds/polls', {
      token: creator.token,
      body: { poll: { question: 'Best kiln?', options: ['Gas', 'Wood'] }, audience: 'public' },
    });
    for (let at = 0; at < 5; at += 1) await makePost(creator.id, { text: `kiln day ${at}` });
    expect((await search(null, creator.id, { q: 'kiln', type: 'poll' })).data[0]?.poll?.question).toBe(
      'Best kiln?',
    );
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await search(null, creator.id, { q: 'kiln', limit: 2, ...(cursor && { cursor }) });
      expect(page.total).toBe(6);
      found.push(...page.data.map(({ _id }) => _id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(new Set(found).size).toBe(6);
  });

  test('requires a creator', async () => {
    expect(
      (await call('GET /user/feeds', { token: null, query: { q: 'kiln' } })).problem.errors?.[0]?.field,
    ).toBe('q');
  });
});
