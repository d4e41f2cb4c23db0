import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { auctions } from '#backend/db/schema/auctions.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { feeds, polls } from '#backend/db/schema/posts.ts';
import { products } from '#backend/db/schema/shop.ts';
import { siteSearch } from '#backend/db/schema/search/site-search.ts';
import { videos } from '#backend/db/schema/videos.ts';
import { fetchRows } from '#backend/db/db.ts';
import { type SearchKind } from '#contract/across/search/search.ts';
import { splitSearchWords } from '#lib/search/words.ts';
import { sql } from 'drizzle-orm';
import { auctionsIn } from '../../../setup/auctions.ts';
import { testBackend } from '../../../setup/backend.ts';
import { goingLiveIn } from '../../../setup/going-live.ts';
import { worksIn } from '../../../setup/media-items.ts';
import { postsIn } from '../../../setup/posts.ts';
import { shopIn } from '../../../setup/shop.ts';
import { videosIn } from '../../../setup/videos.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ports, call, ok, makeFan, makeCreator } = app;
const { makePost, follow, subscribe, block, closeCountry } = postsIn(app);

let painter: Person;
let fan: Person;
const ids = {} as Record<Exclude<SearchKind, 'creator'>, string>;

beforeAll(async () => {
  painter = await makeCreator(
    { username: 'north.light', name: 'Élif Demir', bio: 'Weeds, mostly.' },
    { categories: ['painting'], followers: 9 },
  );
  fan = await makeFan();
  ids.post = await makePost(painter.id, { text: 'A watercolour of the harbour, in <b>one</b> sitting.' });
  ids.video = await videosIn(app).makeVideo(painter.id, { title: 'Harbour at dawn', tags: ['photography'] });
  ids.gallery = (await worksIn(app).makeGallery(painter.id, { title: 'Harbour sketches' })).id;
  ids.product = await shopIn(app).makeProduct(painter.id, { name: 'Harbour print' });
  ids.auction = await auctionsIn(app).makeAuction(painter, { title: 'Harbour, framed' });
  ids.stream = await goingLiveIn(app).goLive(painter, {
    title: 'Harbour live',
    scheduledAt: new Date(ports.clock.now().getTime() + 7 * 86_400_000).toISOString(),
  });
});

const search = (query: object, who: Person | null = fan) =>
  ok('GET /search', { token: who?.token ?? null, query });
/** Ids by kind; creators by username. */
async function found(q: string, who: Person | null = fan): Promise<Partial<Record<SearchKind, string[]>>> {
  const { groups } = await search({ q }, who);
  return Object.fromEntries(
    groups
      .map(({ kind, performers: creators, items }): [string, string[]] => [
        kind,
        kind === 'creator' ? creators.map(({ username }) => username) : items.map(({ _id }) => _id),
      ])
      .filter(([, all]) => all.length > 0),
  );
}

describe('one search finds', () => {
  test('everything by the words of its title, a post by its text', async () => {
    const { post, video, gallery, product, auction, stream } = ids;
    expect(await found('harbour')).toEqual({
      post: [post],
      video: [video],
      gallery: [gallery],
      product: [product],
      auction: [auction],
      stream: [stream],
    });
  });

  test.each([
    ['a typo', 'photograpy', 'photography'],
    ['two letters swapped', 'photogarphy', 'photography'],
  ])('by %s, and says what was searched for instead', async (_, q, corrected) => {
    const reply = await search({ q });
    expect(reply.corrected).toBe(corrected);
    expect(reply.matches).toContain(corrected);
    expect(reply.groups.find(({ kind }) => kind === 'video')?.items.map(({ _id }) => _id)).toEqual([
      ids.video,
    ]);
  });

  test.each(['watercolour', 'watercolor', 'WATERCOLÖUR', 'harbor watercolor'])(
    'by either spelling, without a correction: “%s”',
    async (q) => {
      const other = await makePost(painter.id, { text: 'Watercolor at the harbor, twice.' });
      const reply = await search({ q, kind: 'post' });
      expect(reply.groups[0]?.items.map(({ _id }) => _id)).toEqual([other, ids.post]);
      expect(reply.corrected).toBeNull();
      await db.delete(feeds).where(eq(feeds.id, other));
    },
  );

  test('a creator by the handle, before others with more followers', async () => {
    await makeCreator({ username: 'north.light.fans', name: 'North light fans' }, { followers: 900 });
    expect((await found('@north.light')).creator).toEqual(['north.light', 'north.light.fans']);
    expect((await found('north light')).creator).toEqual(['north.light.fans', 'north.light']);
  });

  test('a poll by its question, until it is changed', async () => {
    const id = await makePost(painter.id, { type: 'poll', text: '' });
    await db.insert(polls).values({ feedId: id, question: 'Gouache or tempera?' });
    expect(await found('tempera')).toEqual({ post: [id] });
    await db.update(polls).set({ question: 'Gouache or pastel?' }).where(eq(polls.feedId, id));
    expect(await found('tempera')).toEqual({});
    expect(await found('pastel')).toEqual({ post: [id] });
  });

  test('nothing by symbols, and nothing where one of the words is unknown', async () => {
    for (const q of ['@', '%', '...', 'harbour xylophone']) expect(await found(q), q).toEqual({});
  });

  test('the newest of each kind without words', async () => {
    const { groups } = await search({});
    expect(
      groups.map(({ kind, items, performers: creators }) => [kind, items.length + creators.length > 0]),
    ).toEqual(
      ['creator', 'post', 'video', 'gallery', 'product', 'auction', 'stream'].map((kind) => [kind, true]),
    );
  });
});

describe('the best come first:', () => {
  const order = async (q: string, kind: SearchKind, sort?: 'newest') => {
    const [group] = (await search({ q, kind, sort })).groups;
    return group!.items.map(({ title }) => title);
  };

  test('what has the words in its title, as they were typed', async () => {
    const { makeVideo } = videosIn(app);
    const about = { audience: 'public', price: 0 } as const;
    await makeVideo(painter.id, { title: 'Both: gouache on linen' });
    await makeVideo(painter.id, { title: 'Tagged', tags: ['gouaches'], description: 'Linen', ...about });
    await makeVideo(painter.id, { title: 'Only described', description: 'Gouache on linen', ...about });
    expect(await order('gouache linen', 'video')).toEqual([
      'Both: gouache on linen',
      'Tagged',
      'Only described',
    ]);
    expect(await order('gouache linen', 'video', 'newest')).toEqual([
      'Only described',
      'Tagged',
      'Both: gouache on linen',
    ]);
  });

  test('then what is liked, unless it is old', async () => {
    const day = 86_400_000;
    const post = (text: string, days: number, likes: number) =>
      makePost(painter.id, {
        text,
        likes,
        publishedAt: new Date(ports.clock.now().getTime() - days * day),
      });
    await post('Vellum, new and unknown', 1, 0);
    await post('Vellum, a week old and liked', 7, 9);
    await post('Vellum, forgotten and liked', 400, 9);
    expect(await order('vellum', 'post')).toEqual([
      'Vellum, a week old and liked',
      'Vellum, new and unknown',
      'Vellum, forgotten and liked',
    ]);
  });

  test('streams too, which nobody can like', async () => {
    expect(await order('harbour live', 'stream')).toEqual(['Harbour live']);
  });
});

describe('what isn’t for everybody', () => {
  test('a locked post is found by no word of its text, whoever searches', async () => {
    const subscriber = await makeFan();
    await subscribe(subscriber.id, painter.id);
    await follow(subscriber.id, painter.id);
    await makePost(painter.id, { text: 'The zebrawood secret', audience: 'subscribers' });
    await makePost(painter.id, { text: 'The zebrawood secret', audience: 'followers' });
    await makePost(painter.id, { text: 'The zebrawood secret', price: 20 });
    await makePost(painter.id, { text: 'The zebrawood secret', state: 'draft' });
    for (const who of [null, fan, subscriber, painter]) {
      expect(await found('zebrawood', who)).toEqual({});
      const { corrected, matches, nearest } = await search({ q: 'zebrawod secret' }, who);
      expect([corrected, matches, nearest?.words]).toEqual([null, [], []]);
      expect(
        await ok('GET /search/suggestions', { token: who?.token ?? null, query: { q: 'zebra' } }),
      ).toEqual({
        performers: [],
        topics: [],
        queries: [],
      });
    }
  });

  test('a post that is closed later is no longer found; opened, it is', async () => {
    const id = await makePost(painter.id, { text: 'Quinacridone' });
    expect(await found('quinacridone')).toEqual({ post: [id] });
    await db.update(feeds).set({ price: 5 }).where(eq(feeds.id, id));
    expect(await found('quinacridone')).toEqual({});
    await db.update(feeds).set({ price: 0 }).where(eq(feeds.id, id));
    expect(await found('quinacridone')).toEqual({ post: [id] });
    await db.update(feeds).set({ expiresAt: ports.clock.now() }).where(eq(feeds.id, id));
    expect(await found('quinacridone')).toEqual({});
    await db.delete(feeds).where(eq(feeds.id, id));
    expect(await db.select().from(siteSearch).where(eq(siteSearch.itemId, id))).toEqual([]);
  });

  test('a locked video is found by its title, but not by its description', async () => {
    const sold = { title: 'Umbra', description: 'Sfumato, slowly', price: 30 };
    const id = await videosIn(app).makeVideo(painter.id, sold);
    expect([await found('umbra'), await found('sfumato')]).toEqual([{ video: [id] }, {}]);
    const [hit] = (await search({ q: 'umbra', kind: 'video' })).groups[0]!.items;
    expect(hit).toMatchObject({ title: 'Umbra', price: 30, access: { allowed: false, reason: 'locked' } });
    expect(hit?.cover?.url ?? null).toBeNull();
    await db.update(videos).set({ price: 0 }).where(eq(videos.id, id));
    expect(await found('sfumato')).toEqual({ video: [id] });
    await db.update(videos).set({ state: 'archived' }).where(eq(videos.id, id));
    expect(await found('umbra')).toEqual({});
  });

  test('canceled auctions and archived products aren’t found', async () => {
    const auction = await auctionsIn(app).makeAuction(painter, { title: 'Maroger' });
    const product = await shopIn(app).makeProduct(painter.id, { name: 'Maroger' });
    expect(await found('maroger')).toEqual({ auction: [auction], product: [product] });
    await db.update(auctions).set({ state: 'cancelled' }).where(eq(auctions.id, auction));
    await db.update(products).set({ state: 'archived' }).where(eq(products.id, product));
    expect(await found('maroger')).toEqual({});
  });
});

describe('whoever can’t be seen is found nowhere', () => {
  const everywhere = async (who: Person | null, name: string, word: string) => ({
    found: [await found(word, who), (await found(name, who)).creator ?? []],
    suggested: await ok('GET /search/suggestions', { token: who?.token ?? null, query: { q: name } }),
    words: (
      await ok('GET /search/suggestions', { token: who?.token ?? null, query: { q: word.slice(0, 5) } })
    ).queries,
  });
  const nowhere = { found: [{}, []], suggested: { performers: [], topics: [], queries: [] }, words: [] };

  test('a blocked creator, both ways, and one who blocks the place', async () => {
    const other = await makeCreator({ username: 'vermeil', name: 'Vermeil' });
    const id = await videosIn(app).makeVideo(other.id, { title: 'Cinnabar' });
    const [first, second] = [await makeFan(), await makeFan()];
    expect(await everywhere(first, 'vermeil', 'cinnabar')).toMatchObject({
      found: [{ video: [id] }, ['vermeil']],
      suggested: { performers: [{ username: 'vermeil' }], queries: ['vermeil'] },
      words: ['cinnabar'],
    });
    await block(other.id, first.id);
    await block(second.id, other.id);
    expect(await everywhere(first, 'vermeil', 'cinnabar')).toEqual(nowhere);
    expect(await everywhere(second, 'vermeil', 'cinnabar')).toEqual(nowhere);
    await closeCountry(other.id, 'NO');
    expect(await everywhere(fan, 'vermeil', 'cinnabar')).toMatchObject({ words: ['cinnabar'] });
    const there = { token: fan.token, country: 'NO' };
    expect(
      (await ok('GET /search', { ...there, query: { q: 'cinnabar' } })).groups.flatMap(({ items }) => items),
    ).toEqual([]);
    expect((await ok('GET /search/suggestions', { ...there, query: { q: 'vermeil' } })).performers).toEqual(
      [],
    );
  });

  test.each([
    [
      'suspended',
      (id: string) => db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, id)),
    ],
    [
      'unapproved',
      (id: string) => db.update(performers).set({ verified: 'rejected' }).where(eq(performers.accountId, id)),
    ],
  ])('one who is %s', async (state, close) => {
    const word = `lapis${state}`;
    const other = await makeCreator({ username: `gone-${state}`, name: `Gone${state}` });
    await makePost(other.id, { text: word });
    expect((await found(word)).post).toHaveLength(1);
    await close(other.id);
    expect(await everywhere(fan, `gone${state}`, word)).toEqual(nowhere);
  });
});

describe('one kind', () => {
  /** The ids of every page in order, with the total of each page. */
  async function pagesOf(query: object) {
    const seen: string[] = [];
    const totals: (readonly [number, boolean])[] = [];
    let cursor: string | undefined;
    do {
      const [group] = (await search({ ...query, cursor })).groups;
      seen.push(...group!.items.map(({ _id }) => _id));
      totals.push([group!.total, group!.isCounted]);
      cursor = group!.nextCursor ?? undefined;
    } while (cursor);
    return { seen, totals };
  }

  test.each(['best', 'newest'])('is paged, with an honest total: %s', async (sort) => {
    const word = `encaustic${sort}`;
    const all: string[] = [];
    for (let n = 0; n < 7; n += 1) all.unshift(await makePost(painter.id, { text: `${word} ${n}` }));
    const { seen, totals } = await pagesOf({ q: word, kind: 'post', limit: 3, sort });
    expect(seen).toEqual(all);
    expect(totals).toEqual([
      [7, true],
      [7, true],
      [7, true],
    ]);
  });

  test('goes on after what was compared, each once', async () => {
    const moment = ports.clock.now().toISOString();
    await db.execute(sql`
      INSERT INTO feeds (id, performer_id, type, text, audience, state, published_at, created_at, updated_at)
      SELECT gen_random_uuid(), ${painter.id}::uuid, 'text', 'Lithograph ' || n, 'public', 'published', at, at, at
      FROM (SELECT n, ${moment}::timestamptz - make_interval(mins => n) AS at FROM generate_series(1, 320) AS n) AS made`);
    const { seen, totals } = await pagesOf({ q: 'lithograph', kind: 'post', limit: 100 });
    expect([seen.length, new Set(seen).size]).toEqual([320, 320]);
    expect(totals[0]).toEqual([250, false]);
    expect(totals.at(-1)).toEqual([250, false]);
    // A page after the last, as when something is deleted while somebody pages.
    const [group] = (await search({ q: 'harbour', kind: 'video', cursor: '24~' })).groups;
    expect([group!.items, group!.total, group!.nextCursor]).toEqual([[], 24, null]);
  });

  test('creators too, each once, also behind a handle', async () => {
    for (let n = 0; n < 5; n += 1)
      await makeCreator({ username: `easel.${n}`, name: `Easel ${n}` }, { followers: n < 3 ? 4 : n });
    await makeCreator({ username: 'easel', name: 'Easel' });
    for (const [q, first] of [
      ['easel', 'easel.4'],
      ['@easel', 'easel'],
    ] as const) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const [group] = (await search({ q, kind: 'creator', limit: 2, cursor })).groups;
        seen.push(...group!.performers.map(({ username }) => username));
        cursor = group!.nextCursor ?? undefined;
      } while (cursor);
      expect([seen.length, new Set(seen).size, seen[0]], q).toEqual([6, 6, first]);
    }
  });

  test('an odd request is refused', async () => {
    const visitor = (query: object) => call('GET /search', { token: null, query });
    for (const query of [
      { kind: 'photo' },
      { q: 'x'.repeat(101) },
      { q: 'harbour', kind: 'post', cursor: 'nonsense' },
      { limit: 0 },
      { limit: '1e9' },
      { sort: 'oldest' },
      { q: 'harbour', kind: 'post', sort: 'newest', cursor: '24~' },
      { q: 'harbour', kind: 'post', cursor: '250~' },
      { q: 'harbour', kind: 'post', cursor: '-1~' },
    ])
      expect((await visitor(query)).status, JSON.stringify(query)).toBe(422);
    expect((await call('GET /search/suggestions', { token: null, query: {} as { q: string } })).status).toBe(
      422,
    );
  });
});

describe('when nothing is found', () => {
  test('the words that have results on their own, creators and categories are offered', async () => {
    const { nearest, groups } = await search({ q: 'painting xylophone' });
    expect(groups.every(({ total }) => total === 0)).toBe(true);
    expect(nearest?.words).toEqual(['painting']);
    expect(nearest?.performers.map(({ username }) => username)).toEqual(['north.light']);
    expect(nearest?.categories.map(({ name }) => name)).toContain('painting');
    expect((await search({ q: 'harbour' })).nearest).toBeNull();
  });
});

describe('suggestions', () => {
  const suggest = (q: string) => ok('GET /search/suggestions', { token: null, query: { q } });
  test('are creators by name and handle, topics and words', async () => {
    expect((await suggest('eli')).performers.map(({ username }) => username)).toEqual(['north.light']);
    expect((await suggest('@north.light')).performers[0]?.username).toBe('north.light');
    expect((await suggest('nort')).performers[0]?.username).toBe('north.light.fans');
    expect((await suggest('pain')).topics).toEqual([{ name: 'painting', kind: 'category' }]);
    expect((await suggest('phot')).topics).toEqual([{ name: 'photography', kind: 'tag' }]);
    expect((await suggest('blue harb')).queries).toEqual(['blue harbour']);
    expect((await suggest('photograpy')).queries).toEqual(['photography']);
    expect(await suggest('')).toEqual({ performers: [], topics: [], queries: [] });
  });

  test('leave out words of sentences, and correct to the word that begins alike', async () => {
    const { makeVideo } = videosIn(app);
    for (const title of ['What the water does', 'What the thistle does', 'What they are'])
      await makeVideo(painter.id, { title });
    expect((await suggest('watr')).queries).toEqual(['water']);
    expect((await suggest('th')).queries).toEqual(['thistle']);
    expect((await suggest('wha')).queries).toEqual([]);
  });
});

test('a post’s excerpt begins near what was found, and tags are no words', async () => {
  const id = await makePost(painter.id, {
    text: `${'Much before it. '.repeat(30)}Grisaille. ${'And after. '.repeat(30)}`,
  });
  const [hit] = (await search({ q: 'grisaille', kind: 'post' })).groups[0]!.items;
  expect(hit).toMatchObject({ _id: id, kind: 'post' });
  expect(hit!.title).toMatch(/^….*Grisaille.*…$/);
  expect(hit!.title.length).toBeLessThan(210);
});

test('the browser and the database split text into the same words', async () => {
  for (const text of [
    'Élif’s “Çay”, 2½ cups',
    "don't stop/now",
    '@north.light #blue—green',
    'ﬁne  ÅNGSTRÖM',
    '日本 語、ok',
    'x'.repeat(50),
  ]) {
    const [row] = await fetchRows<{ words: string[] }>(
      db.execute(sql`SELECT search_words_of(${text}) AS words`),
    );
    expect(splitSearchWords(text).toSorted(), text).toEqual(row!.words.toSorted());
  }
});
