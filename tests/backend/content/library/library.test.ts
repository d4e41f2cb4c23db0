import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { galleries, photos } from '#backend/db/schema/galleries.ts';
import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { feeds } from '#backend/db/schema/posts.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { videos } from '#backend/db/schema/videos.ts';
import { purchases } from '#backend/db/schema/wallet.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import { shopIn } from '../../../setup/shop.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ports, call, ok, makeFan, makeCreator, fund } = app;
const { makeFile, makePost, subscribe, block, closeCountry } = postsIn(app);
const { makeDigital } = shopIn(app);

type Bought = typeof purchases.$inferInsert;
async function bought(
  fan: Person,
  values: Pick<Bought, 'kind' | 'itemId' | 'performerId'> & Partial<Bought>,
): Promise<string> {
  ports.clock.move('1m');
  const [payment] = await db.select({ id: ledgerTransactions.id }).from(ledgerTransactions).limit(1);
  const id = ports.ids();
  await db.insert(purchases).values({
    id,
    accountId: fan.id,
    transactionId: payment!.id,
    price: 10,
    title: 'Something',
    createdAt: ports.clock.now(),
    ...values,
  });
  return id;
}
const library = (
  fan: Person,
  query: {
    q?: string;
    kind?: 'feed' | 'video' | 'gallery' | 'product' | 'message';
    limit?: number;
    cursor?: string;
  } = {},
  ip?: string,
) => ok('GET /user/library', { token: fan.token, query, ...(ip && { ip }) });

describe('the library', () => {
  test('a post bought with tokens stays there and readable: archived, without a subscription, blocked, from a closed country, deleted', async () => {
    const [creator, fan] = [await makeCreator({ name: 'Lena Clay' }), await makeFan()];
    await fund(fan.id, 500);
    await subscribe(fan.id, creator.id, 1);
    const fileId = await makeFile(creator.id);
    const id = await makePost(creator.id, { price: 100, text: 'Twelve glazes and what they cost me' }, [
      fileId,
    ]);
    await ok('POST /wallet/charges/feed/:id', {
      token: fan.token,
      params: { id },
      body: {},
      key: ports.ids(),
    });
    const readable = async (ip?: string) => {
      const [item] = (await library(fan, {}, ip)).data;
      expect(item).toMatchObject({
        kind: 'feed',
        itemId: id,
        title: 'Twelve glazes and what they cost me',
        price: 100,
        performer: { name: 'Lena Clay' },
      });
      expect(item!.cover!.url).toContain('640.webp');
      const post = await ok('GET /user/feeds/:id', { token: fan.token, params: { id }, ...(ip && { ip }) });
      expect(post).toMatchObject({
        text: 'Twelve glazes and what they cost me',
        access: { allowed: true, reason: 'purchased' },
      });
    };
    await readable();
    await db.update(feeds).set({ state: 'archived' }).where(eq(feeds.id, id));
    ports.clock.move(2 * 86_400_000);
    await db.update(subscriptions).set({ state: 'expired' }).where(eq(subscriptions.userId, fan.id));
    // The fan's session has expired after two days, so open a new one.
    const { token } = await app.openSession(fan.id);
    Object.assign(fan, { token });
    await readable();
    await block(creator.id, fan.id);
    await closeCountry(creator.id, 'FR');
    ports.geo.countries.set('198.51.100.5', 'FR');
    await readable('198.51.100.5');
    const owner = await app.openSession(creator.id);
    await ok('DELETE /performer/feeds/:id', { token: owner.token, params: { id } });
    await readable();
    expect(
      (await call('GET /user/feeds/:id', { token: (await makeFan()).token, params: { id } })).status,
    ).toBe(404);
  });

  test('every kind, newest first by key, searchable by title and creator, filtered by kind; refunded items are gone', async () => {
    const [ceramics, jazz, fan, other] = [
      await makeCreator({ name: 'Lena Clay' }),
      await makeCreator({ name: 'Theo Blue' }),
      await makeFan(),
      await makeFan(),
    ];
    await fund(fan.id, 10);
    const at = ports.clock.now();
    const base = {
      createdAt: at,
      updatedAt: at,
      publishedAt: at,
      state: 'published' as const,
      audience: 'public' as const,
    };
    const [galleryId, videoId] = [ports.ids(), ports.ids()];
    await db
      .insert(galleries)
      .values({ ...base, id: galleryId, performerId: ceramics.id, title: 'Kiln days', price: 30 });
    await db.insert(photos).values({
      ...base,
      id: ports.ids(),
      performerId: ceramics.id,
      galleryId,
      fileId: await makeFile(ceramics.id, { type: 'photo' }),
    });
    await db.insert(videos).values({
      ...base,
      id: videoId,
      performerId: jazz.id,
      title: 'Live at six',
      price: 20,
      fileId: await makeFile(jazz.id, { type: 'video', mime: 'video/mp4' }),
    });
    const productId = await makeDigital(ceramics.id);
    const ids = [
      await bought(fan, {
        kind: 'feed',
        itemId: await makePost(ceramics.id),
        performerId: ceramics.id,
        title: 'About 100% clay',
      }),
      await bought(fan, { kind: 'gallery', itemId: galleryId, performerId: ceramics.id, title: 'Kiln days' }),
      await bought(fan, { kind: 'video', itemId: videoId, performerId: jazz.id, title: 'Live at six' }),
      await bought(fan, {
        kind: 'product',
        itemId: productId,
        performerId: ceramics.id,
        title: 'Twelve patterns',
      }),
    ].toReversed();
    await bought(fan, {
      kind: 'feed',
      itemId: await makePost(jazz.id),
      performerId: jazz.id,
      title: 'Refunded',
      reversedAt: at,
    });
    await bought(other, {
      kind: 'feed',
      itemId: await makePost(jazz.id),
      performerId: jazz.id,
      title: 'Somebody else’s',
    });
    const first = await library(fan, { limit: 3 });
    const second = await library(fan, { limit: 3, cursor: first.nextCursor! });
    expect([...first.data, ...second.data].map(({ _id }) => _id)).toEqual(ids);
    expect([first.total, second.nextCursor]).toEqual([4, null]);
    expect(first.data.filter(({ cover }) => cover).map(({ kind }) => kind)).toEqual(['video', 'gallery']);
    expect((await library(fan, { q: 'lena' })).total).toBe(3);
    expect((await library(fan, { q: '100%' })).data.map(({ title }) => title)).toEqual(['About 100% clay']);
    expect((await library(fan, { kind: 'video' })).data).toMatchObject([
      { title: 'Live at six', performer: { name: 'Theo Blue' } },
    ]);
  });
});
