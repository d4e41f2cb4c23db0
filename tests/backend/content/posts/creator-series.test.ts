import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PostSeries } from '#contract/content/posts/series.ts';
import { accounts } from '#backend/db/schema/accounts.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { takenDownFiles } from '#backend/db/schema/moderation.ts';
import { feeds, postSeries } from '#backend/db/schema/posts.ts';
import { testBackend } from '../../../setup/backend.ts';
import { moderationIn } from '../../../setup/moderation.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { ok, call, db, ports } = app;
const { makeFile, makeVideo, makePost, block, closeCountry } = postsIn(app);
const inFrance = '203.0.113.9';
ports.geo.countries.set(inFrance, 'FR');

let creator: Person;
let fan: Person;
beforeEach(async () => {
  creator = await app.makeCreator();
  fan = await app.makeFan();
});

/** A series with these posts, in this order. */
async function seriesOf(title: string, ...posts: string[]): Promise<string> {
  const { token } = creator;
  const { _id: id } = await ok('POST /performer/post-series', { token, body: { title } });
  for (const postId of posts)
    await ok('PUT /performer/post-series/:id/posts/:postId', { token, params: { id, postId }, body: {} });
  return id;
}
interface From {
  readonly who?: Person | null;
  readonly ip?: string;
  readonly query?: { limit?: number; offset?: number; cursor?: string };
}
const listed = ({ who = fan, ip, query }: From = {}) =>
  ok('GET /post-series', {
    token: who?.token,
    query: { performerId: creator.id, ...query },
    ...(ip !== undefined && { ip }),
  });
const titles = async (from?: From) => (await listed(from)).data.map(({ title }) => title);
const counted = async (who: Person | null = fan) =>
  (await ok('GET /performers/:id', { token: who?.token, params: { id: creator.id } })).series;

describe('the series of a creator', () => {
  test('are those with a published post, with how many they have; the profile counts the same', async () => {
    const over = { expiresAt: new Date('2020-01-01') };
    await seriesOf('Empty');
    await seriesOf('Drafts', await makePost(creator.id, { state: 'draft' }));
    await seriesOf('Over', await makePost(creator.id, over));
    const removed = await makePost(creator.id);
    await seriesOf('Removed', removed);
    await db.update(feeds).set({ state: 'removed' }).where(eq(feeds.id, removed));
    expect(await listed()).toEqual({ data: [], total: 0, nextCursor: null });
    expect(await counted()).toBe(0);

    const locked = await makePost(creator.id, { audience: 'subscribers', text: 'Not for everyone' });
    const id = await seriesOf(
      'Glazing',
      await makePost(creator.id, { state: 'draft' }),
      locked,
      await makePost(creator.id, over),
      await makePost(creator.id, { price: 20, expiresAt: new Date('2100-01-01') }),
    );
    const found = await listed();
    expect(found.total).toBe(1);
    expect(found.data).toEqual([await ok('GET /post-series/:id', { params: { id } })]);
    expect(found.data[0]).toMatchObject({
      _id: id,
      title: 'Glazing',
      posts: 2,
      cover: null,
      performer: { _id: creator.id },
    });
    expect(JSON.stringify(found)).not.toContain('Not for everyone');
    for (const who of [fan, null, creator]) {
      expect(await titles({ who })).toEqual(['Glazing']);
      expect(await counted(who)).toBe(1);
    }
    expect((await ok('GET /performers/me', { token: creator.token })).series).toBe(1);
    await db.update(feeds).set({ state: 'archived' }).where(eq(feeds.performerId, creator.id));
    expect(await titles()).toEqual([]);
    expect(await counted()).toBe(0);
  });

  test('are of nobody else, and the profile counts nobody else’s', async () => {
    await seriesOf('Mine', await makePost(creator.id), await makePost(creator.id));
    const mine = creator;
    creator = await app.makeCreator();
    await seriesOf('Theirs', await makePost(creator.id));
    expect(await titles()).toEqual(['Theirs']);
    creator = mine;
    expect(await titles()).toEqual(['Mine']);
    expect(await counted()).toBe(1);
  });

  test('come in the order in which they last got a post, a new part brings one to the front', async () => {
    const [early, middle, late] = [
      await makePost(creator.id),
      await makePost(creator.id),
      await makePost(creator.id),
    ];
    await seriesOf('Late', late);
    await seriesOf('Early', early);
    await seriesOf('Middle', middle);
    expect(await titles()).toEqual(['Late', 'Middle', 'Early']);
    const id = (await listed()).data[2]!._id;
    // Neither what isn't out yet nor a new description does.
    const draft = await makePost(creator.id, { state: 'draft' });
    const params = { id, postId: draft };
    await ok('PUT /performer/post-series/:id/posts/:postId', { token: creator.token, params, body: {} });
    await ok('PUT /performer/post-series/:id', {
      token: creator.token,
      params,
      body: { description: 'From ash to celadon' },
    });
    expect(await titles()).toEqual(['Late', 'Middle', 'Early']);
    await db
      .update(feeds)
      .set({ state: 'published', publishedAt: ports.clock.now() })
      .where(eq(feeds.id, draft));
    expect(await titles()).toEqual(['Early', 'Late', 'Middle']);
  });

  test('are paged without gaps or repetitions, also where several were published at once', async () => {
    const at = new Date('2026-01-01');
    for (let made = 0; made < 7; made += 1)
      await seriesOf(
        `Series ${made}`,
        await makePost(creator.id, made < 4 ? { publishedAt: at } : {}),
        await makePost(creator.id, { publishedAt: new Date('2025-01-01') }),
      );
    const all = await titles();
    expect(new Set(all).size).toBe(7);
    const seen: string[] = [];
    for (let cursor: string | undefined, more = true; more;) {
      const page = await listed({ query: { limit: 2, ...(cursor !== undefined && { cursor }) } });
      expect(page.total).toBe(7);
      expect(page.data.length).toBeLessThanOrEqual(2);
      seen.push(...page.data.map(({ title }) => title));
      cursor = page.nextCursor ?? undefined;
      more = cursor !== undefined;
    }
    expect(seen).toEqual(all);
    expect(await titles({ query: { limit: 2, offset: 5 } })).toEqual(all.slice(5));
  });

  test('are asked for by creator, strictly', async () => {
    const { id: performerId } = creator;
    for (const query of [
      {},
      { performerId: 'me' },
      { performerId, q: 'clay' },
      { performerId, limit: 0 },
      { performerId, cursor: 'x' },
    ])
      expect((await call('GET /post-series', { query } as never)).status).toBe(422);
    expect(await ok('GET /post-series', { query: { performerId: ports.ids() } })).toEqual({
      data: [],
      total: 0,
      nextCursor: null,
    });
  });

  test('are hidden from whoever can’t see the creator, as if there were none', async () => {
    await seriesOf('Glazing', await makePost(creator.id, {}, [await makeFile(creator.id)]));
    expect(await titles()).toEqual(['Glazing']);
    expect(await titles({ who: null })).toEqual(['Glazing']);
    await block(creator.id, fan.id);
    expect(await listed()).toEqual({ data: [], total: 0, nextCursor: null });
    const other = await app.makeFan();
    await block(other.id, creator.id);
    expect(await titles({ who: other })).toEqual([]);

    await closeCountry(creator.id, 'FR');
    expect(await titles({ who: null, ip: inFrance })).toEqual([]);
    expect(await titles({ who: creator, ip: inFrance })).toEqual(['Glazing']);
    expect(await titles({ who: null })).toEqual(['Glazing']);

    const mine = eq(performers.accountId, creator.id);
    await db.update(performers).set({ verified: 'pending' }).where(mine);
    expect(await titles({ who: null })).toEqual([]);
    expect(await titles({ who: creator })).toEqual(['Glazing']);
    await db.update(performers).set({ verified: 'approved' }).where(mine);
    await db.update(accounts).set({ suspendedAt: new Date() }).where(eq(accounts.id, creator.id));
    expect(await listed({ who: null })).toEqual({ data: [], total: 0, nextCursor: null });
  });
});

describe('the cover of a series', () => {
  const coverOf = async (id: string, who: Person | null = null) => {
    const { cover } = await ok('GET /post-series/:id', { token: who?.token, params: { id } });
    const list = await listed({ who });
    // Its addresses are signed anew for each viewer, but it is the same picture.
    expect(list.data.find(({ _id }) => _id === id)?.cover).toEqual(cover);
    return cover;
  };

  /** Of the request for its largest picture. */
  const statusOf = async (cover: PostSeries['cover'], who?: Person) =>
    (
      await app.backend.fetch(
        new Request(`https://limelight.test${cover?.sizes.at(-1)?.url}`, {
          headers: who ? { authorization: who.token } : {},
        }),
        { ip: '198.51.100.7' },
      )
    ).status;

  test('is the picture of the first post that everyone can see, never a locked one', async () => {
    const [sold, subscribers, followers, draft, over, open, later] = await Promise.all(
      Array.from({ length: 7 }, () => makeFile(creator.id)),
    );
    const post = (file: string | undefined, values: Partial<typeof feeds.$inferInsert> = {}) =>
      makePost(creator.id, values, [file!]);
    const openPost = await post(open);
    const id = await seriesOf(
      'Glazing',
      await makePost(creator.id),
      await post(sold, { price: 50 }),
      await post(subscribers, { audience: 'subscribers' }),
      await post(followers, { audience: 'followers' }),
      await post(draft, { state: 'draft' }),
      await post(over, { expiresAt: new Date('2020-01-01') }),
      openPost,
      await post(later),
    );
    for (const who of [null, fan, creator]) expect((await coverOf(id, who))?._id).toBe(open);
    expect(await statusOf(await coverOf(id))).toBe(200);
    expect(await statusOf(await coverOf(id, fan), fan)).toBe(200);
    const everything = JSON.stringify([await listed(), await listed({ who: null })]);
    for (const file of [sold, subscribers, followers, draft, over]) expect(everything).not.toContain(file);

    await db.update(feeds).set({ price: 10 }).where(eq(feeds.id, openPost));
    expect((await coverOf(id))?._id).toBe(later);
    await db.update(feeds).set({ audience: 'subscribers' }).where(eq(feeds.performerId, creator.id));
    for (const who of [null, fan, creator]) expect(await coverOf(id, who)).toBeNull();
  });

  test('is a post’s thumbnail, else its first photo; not a video, a link’s picture, or a file taken down', async () => {
    const [thumbnail, first, second, ofLink, last] = await Promise.all(
      Array.from({ length: 5 }, () => makeFile(creator.id)),
    );
    const video = await makeVideo(creator.id);
    const linkCard = { url: 'https://example.com/', title: 'Kilns', site: 'example.com' } as never;
    const shown = await makePost(creator.id, { type: 'photo', thumbnailId: thumbnail! }, [first!, second!]);
    const id = await seriesOf(
      'Glazing',
      await makePost(creator.id, { type: 'video' }, [video]),
      await makePost(creator.id, { linkCard, thumbnailId: ofLink! }),
      shown,
      await makePost(creator.id, {}, [last!]),
    );
    expect((await coverOf(id))?._id).toBe(thumbnail);
    await db.update(feeds).set({ thumbnailId: null }).where(eq(feeds.id, shown));
    expect((await coverOf(id))?._id).toBe(first);
    // The decision was about something else that the file is part of.
    const { decideOn, draft } = moderationIn(app);
    const elsewhere = await makePost(creator.id);
    const { id: decisionId } = await decideOn(fan, ['feed', elsewhere], draft('hide'));
    await db.insert(takenDownFiles).values({ fileId: first!, decisionId });
    expect((await coverOf(id))?._id).toBe(second);
    await db.delete(postSeries).where(eq(postSeries.id, id));
    expect(await titles()).toEqual([]);
  });
});
