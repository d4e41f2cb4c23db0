import { describe, expect, test } from 'vitest';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';

const app = await testBackend();
const { ports, call, ok, makeFan, makeCreator } = app;
const { makeFile, makePost, follow, subscribe, buy, block, closeCountry } = postsIn(app);

describe('your own list', () => {
  test('is newest first, by key, with filters and what each post sold', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    await app.fund(fan.id, 500);
    const ids: string[] = [];
    for (let index = 0; index < 7; index += 1)
      ids.unshift(
        await makePost(creator.id, { text: index === 3 ? '100% wool_en' : `Number ${index}`, price: 100 }),
      );
    await makePost((await makeCreator()).id);
    const bought = await call('POST /wallet/charges/feed/:id', {
      token: fan.token,
      params: { id: ids[0]! },
      body: {},
      key: 'own-list-sale',
    });
    expect(bought.status).toBe(201);

    const first = await ok('GET /performer/feeds', { token: creator.token, query: { limit: 4 } });
    const second = await ok('GET /performer/feeds', {
      token: creator.token,
      query: { limit: 4, cursor: first.nextCursor! },
    });
    expect([...first.data, ...second.data].map(({ _id }) => _id)).toEqual(ids);
    expect([first.total, second.total, second.nextCursor]).toEqual([7, 7, null]);
    // 100 tokens are worth 5.00, of which the site keeps 20%.
    expect(first.data.map(({ sold, earned }) => [sold, earned])).toEqual([
      [1, 400],
      [0, 0],
      [0, 0],
      [0, 0],
    ]);

    expect(
      (await ok('GET /performer/feeds', { token: creator.token, query: { q: '100%' } })).data,
    ).toHaveLength(1);
    expect(
      (await ok('GET /performer/feeds', { token: creator.token, query: { q: 'wool_' } })).data,
    ).toHaveLength(1);
    expect(
      (await ok('GET /performer/feeds', { token: creator.token, query: { q: 'r_3' } })).data,
    ).toHaveLength(0);
    expect((await ok('GET /performer/feeds', { token: creator.token, query: { type: 'photo' } })).total).toBe(
      0,
    );
    expect(
      (await ok('GET /performer/feeds', { token: creator.token, query: { offset: 5 } })).data.map(
        ({ _id }) => _id,
      ),
    ).toEqual(ids.slice(5));
    expect(
      (await call('GET /performer/feeds', { token: creator.token, query: { cursor: 'nonsense' } })).status,
    ).toBe(422);
  });
});

describe('a single post, by viewer', () => {
  test('is shown in full, as a locked preview, or not at all', async () => {
    const creator = await makeCreator();
    const people = {
      fan: await makeFan(),
      follower: await makeFan(),
      subscriber: await makeFan(),
      buyer: await makeFan(),
      blocked: await makeFan(),
    };
    await follow(people.follower.id, creator.id);
    await subscribe(people.subscriber.id, creator.id);
    await block(creator.id, people.blocked.id);
    await closeCountry(creator.id, 'FR');
    ports.geo.countries.set('198.51.100.7', 'FR');
    const posts = {
      open: await makePost(creator.id, { audience: 'public' }),
      followers: await makePost(creator.id, { audience: 'followers' }),
      subscribers: await makePost(creator.id, { audience: 'subscribers' }, [
        await makeFile(creator.id, { alt: 'what is on it' }),
      ]),
      sold: await makePost(creator.id, { price: 100 }, [await makeFile(creator.id)]),
      included: await makePost(creator.id, { price: 100, includedInSubscription: true }),
      archived: await makePost(creator.id, { state: 'archived' }),
    };
    await buy(people.buyer.id, posts.sold, creator.id);
    type Who = keyof typeof people | 'visitor' | 'owner' | 'elsewhere';
    const see = async (who: Who, post: keyof typeof posts) => {
      const token =
        who === 'visitor' || who === 'elsewhere' ? null : who === 'owner' ? creator.token : people[who].token;
      const { status, data } = await call('GET /user/feeds/:id', {
        token,
        params: { id: posts[post] },
        ...(who === 'elsewhere' ? { ip: '198.51.100.7' } : {}),
      });
      return status === 200 ? data.access.reason : status;
    };
    const expected: Record<Who, (string | number)[]> = {
      visitor: ['free', 'locked', 'locked', 'locked', 'locked', 404],
      fan: ['free', 'locked', 'locked', 'locked', 'locked', 404],
      follower: ['free', 'follower', 'locked', 'locked', 'locked', 404],
      subscriber: ['free', 'subscriber', 'subscriber', 'locked', 'included', 404],
      buyer: ['free', 'locked', 'locked', 'purchased', 'locked', 404],
      blocked: [404, 404, 404, 404, 404, 404],
      elsewhere: [404, 404, 404, 404, 404, 404],
      owner: ['owner', 'owner', 'owner', 'owner', 'owner', 'owner'],
    };
    for (const who of Object.keys(expected) as Who[]) {
      const seen = [];
      for (const post of Object.keys(posts) as (keyof typeof posts)[]) seen.push(await see(who, post));
      expect({ who, seen }).toEqual({ who, seen: expected[who] });
    }

    const locked = await ok('GET /user/feeds/:id', {
      token: people.fan.token,
      params: { id: posts.subscribers },
    });
    expect(locked).toMatchObject({
      text: '',
      media: { photos: 1 },
      access: { routes: [{ need: 'subscribe', price: 999, unit: 'money' }] },
    });
    expect(locked.files[0]).toMatchObject({
      url: null,
      sizes: [],
      alt: null,
      bytes: 0,
      width: 640,
      height: 480,
      placeholder: 'cGxhY2U=',
    });
    expect(locked.files[0]!.thumbnails.map(({ url }) => url)).toEqual([
      expect.stringMatching(/\/blur\.webp\?k=preview&/),
    ]);
  });
});
