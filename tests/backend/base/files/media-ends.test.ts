import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createBackend } from '#backend/create-backend.ts';
import { accounts, sessions } from '#backend/db/schema/accounts.ts';
import type { feeds } from '#backend/db/schema/posts.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { purchaseFiles, purchases } from '#backend/db/schema/wallet.ts';
import { createDiskObjects } from '#backend/node/ports/objects.ts';
import { createSettings } from '#backend/kernel/settings.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

/*
 * Media URLs become invalid together with the access they were made for, at once and in every process.
 * Purchases remain accessible.
 */
const app = await testBackend();
const { db, ports, config, ok, makeCreator, makeFan } = app;
const { makeFile, makePost, subscribe, follow, buy } = postsIn(app);
/** A second process that shares nothing but the database with the first. */
const second = createBackend({ db, ports, config, settings: createSettings(db) });

const get = async (
  backend: Pick<typeof second, 'fetch'>,
  address: string,
  { token, country }: { token?: string | null; country?: string | undefined },
) =>
  (
    await backend.fetch(
      new Request(`https://limelight.test${address}`, token ? { headers: { authorization: token } } : {}),
      { ip: '203.0.113.9', ...(country ? { country } : {}) },
    )
  ).status;
/** Requests the URL from both processes. */
const statuses = async (address: string, { token }: Pick<Person, 'token'>, country?: string) => [
  await get(app.backend, address, { token, country }),
  await get(second, address, { token, country }),
];
const addressFor = async ({ token }: Pick<Person, 'token'>, id: string) =>
  (await ok('GET /user/feeds/:id', { token, params: { id } })).files[0]!.url!;

async function scene(values: Partial<typeof feeds.$inferInsert> = {}) {
  const [creator, fan, buyer] = [await makeCreator(), await makeFan(), await makeFan()];
  const file = await makeFile(creator.id);
  const post = await makePost(creator.id, values, [file]);
  async function buys(person: Person) {
    const purchase = await buy(person.id, post, creator.id);
    await db.insert(purchaseFiles).values({ purchaseId: purchase, accountId: person.id, fileId: file });
    return purchase;
  }
  await buys(buyer);
  return { creator, fan, buyer, post, file, buys };
}

describe('a URL stops working at once, in every process', () => {
  test('after a block, whoever made it, and works again when it is lifted', async () => {
    for (const by of ['creator', 'fan'] as const) {
      const { creator, fan, buyer, post } = await scene();
      const [address, bought] = [await addressFor(fan, post), await addressFor(buyer, post)];
      expect(await statuses(address, fan)).toEqual([200, 200]);
      const [from, to] = by === 'creator' ? [creator, fan] : [fan, creator];
      await ok('POST /block/users', { token: from.token, body: { userId: to.id } });
      expect([by, await statuses(address, fan)]).toEqual([by, [404, 404]]);
      await ok('POST /block/users', { token: creator.token, body: { userId: buyer.id } });
      expect(await statuses(bought, buyer)).toEqual([200, 200]);
      await ok('DELETE /block/users/:id', { token: from.token, params: { id: to.id } });
      expect(await statuses(address, fan)).toEqual([200, 200]);
    }
  });

  test('after a suspension, of the creator (for visitors too) and of the viewer', async () => {
    const { creator, fan, buyer, post } = await scene();
    const [address, bought] = [await addressFor(fan, post), await addressFor(buyer, post)];
    const open = (await ok('GET /user/feeds/:id', { params: { id: post } })).files[0]!.url!;
    expect(await get(second, open, {})).toBe(200);
    await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, creator.id));
    expect([
      await statuses(address, fan),
      await statuses(bought, buyer),
      await get(second, open, {}),
    ]).toEqual([[404, 404], [200, 200], 404]);
    await db.update(accounts).set({ suspendedAt: null }).where(eq(accounts.id, creator.id));
    await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, fan.id));
    expect(await statuses(address, fan)).toEqual([404, 404]);
  });

  test('after a logout', async () => {
    const { fan, post } = await scene();
    const address = await addressFor(fan, post);
    await db.delete(sessions).where(eq(sessions.id, fan.viewer.sessionId));
    expect(await statuses(address, fan)).toEqual([404, 404]);
  });

  test.each([
    ['subscribers', {}],
    ['public, sold, included', { price: 50, includedInSubscription: true }],
  ] as const)('at the end of a subscription: %s', async (audience, terms) => {
    const { creator, fan, post } = await scene({
      audience: audience === 'subscribers' ? 'subscribers' : 'public',
      ...terms,
    });
    await subscribe(fan.id, creator.id);
    const address = await addressFor(fan, post);
    expect(await statuses(address, fan)).toEqual([200, 200]);
    await db
      .update(subscriptions)
      .set({ periodEnd: ports.clock.now() })
      .where(eq(subscriptions.userId, fan.id));
    expect(await statuses(address, fan)).toEqual([404, 404]);
  });

  test('not for free content at the end of a subscription', async () => {
    const { creator, fan, post } = await scene();
    await subscribe(fan.id, creator.id);
    const address = await addressFor(fan, post);
    await db
      .update(subscriptions)
      .set({ periodEnd: ports.clock.now() })
      .where(eq(subscriptions.userId, fan.id));
    expect(await statuses(address, fan)).toEqual([200, 200]);
  });

  test('after unfollowing, where the follow opened it', async () => {
    const { creator, fan, post } = await scene({ audience: 'followers' });
    await follow(fan.id, creator.id);
    const address = await addressFor(fan, post);
    await ok('DELETE /follows/:id', { token: fan.token, params: { id: creator.id } });
    expect(await statuses(address, fan)).toEqual([404, 404]);
  });

  test('after a refund; buying again makes the same URL work again', async () => {
    const { fan, post, buys } = await scene({ price: 50 });
    const purchase = await buys(fan);
    const address = await addressFor(fan, post);
    await db.update(purchases).set({ reversedAt: ports.clock.now() }).where(eq(purchases.id, purchase));
    expect(await statuses(address, fan)).toEqual([404, 404]);
    await buys(fan);
    expect(await statuses(address, fan)).toEqual([200, 200]);
    expect(await addressFor(fan, post)).toBe(address);
  });

  test('after the item is deleted, except for its buyers', async () => {
    const { creator, fan, buyer, post } = await scene();
    const [address, bought] = [await addressFor(fan, post), await addressFor(buyer, post)];
    await ok('DELETE /performer/feeds/:id', { token: creator.token, params: { id: post } });
    expect([await statuses(address, fan), await statuses(bought, buyer)]).toEqual([
      [404, 404],
      [200, 200],
    ]);
  });

  test('when the creator closes the requesting country', async () => {
    const { creator, fan, buyer, post } = await scene();
    const [address, bought] = [await addressFor(fan, post), await addressFor(buyer, post)];
    await ok('POST /block/countries', {
      token: creator.token,
      body: { countries: ['DE'], unknown: 'refuse' },
    });
    expect([
      await statuses(address, fan, 'DE'),
      await statuses(address, fan),
      await statuses(address, fan, 'FR'),
      await statuses(bought, buyer, 'DE'),
    ]).toEqual([
      [404, 404],
      [404, 404],
      [200, 200],
      [200, 200],
    ]);
  });

  test('and stays cacheable until then', async () => {
    const { fan, post } = await scene();
    const answer = await app.backend.fetch(
      new Request(`https://limelight.test${await addressFor(fan, post)}`, {
        headers: { authorization: fan.token },
      }),
      { ip: '203.0.113.9' },
    );
    expect(
      Number(/^private, max-age=(\d+)$/.exec(answer.headers.get('cache-control') ?? '')?.[1]),
    ).toBeGreaterThan(3_600);
  });
});

test('captions are served from disk with their own type', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'limelight-captions-'));
  const objects = createDiskObjects(folder);
  await objects.put('files/x/captions-en-1.vtt', new TextEncoder().encode('WEBVTT'), 'text/vtt');
  const found = await objects.get('files/x/captions-en-1.vtt');
  await found?.body.cancel();
  await rm(folder, { recursive: true });
  expect(found?.mime).toBe('text/vtt');
});
