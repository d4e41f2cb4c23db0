import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { follows } from '#backend/db/schema/community.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { purchaseFiles, purchases } from '#backend/db/schema/wallet.ts';
import { statement } from '#backend/db/statement.ts';
import {
  type Item,
  followedOwners,
  loadAccessFacts,
  decideAccess,
  ownerClosed,
  ownerOpen,
  readsFile,
} from '#backend/domain/base/access/access.ts';
import { placeList } from '#backend/kernel/whereabouts.ts';
import { postsIn } from '../../../setup/posts.ts';
import { type Person, makeTestApp } from '../../../setup/test-app.ts';

const app = await makeTestApp();
const { db, ports, ctxOf } = app;
const { block, buy, closeCountry, makeFile } = postsIn(app);
const openOwners = statement<{ id: string }, { viewer: string | null; places: string | null }>(
  'test_open',
  sql`SELECT owner.account_id AS id FROM performers owner WHERE ${ownerOpen(sql`owner.account_id`)}`,
);
const followed = statement<{ performer_id: string }, { viewer: string; moment: string }>(
  'test_followed',
  followedOwners,
);

let fan: Person;
let creator: Person;
beforeEach(async () => {
  [fan, creator] = [await app.makeFan(), await app.makeCreator()];
});

/** Whether the viewer can see the creator. The list query and the access rule must always agree. */
async function isOpen(viewer: Person | null, country: string | null = null): Promise<boolean> {
  const listed = (await openOwners(db, { viewer: viewer?.id ?? null, places: placeList({ country }) })).some(
    ({ id }) => id === creator.id,
  );
  const facts = viewer
    ? await loadAccessFacts(ctxOf(viewer.viewer, { country }), { ownerIds: [creator.id] })
    : await loadAccessFacts(ctxOf(null, { country }), { ownerIds: [creator.id] });
  expect(listed).toBe(facts.offers.has(creator.id) && ownerClosed(facts, creator.id) === null);
  return listed;
}

describe('lists paged in SQL leave out exactly the people that the rule would', () => {
  test('for an approved creator, excludes nobody', async () => {
    expect([await isOpen(fan), await isOpen(creator), await isOpen(null), await isOpen(fan, 'FR')]).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  test.each([true, false])('for a block, whichever side made it', async (byCreator) => {
    await (byCreator ? block(creator.id, fan.id) : block(fan.id, creator.id));
    expect([await isOpen(fan), await isOpen(await app.makeFan()), await isOpen(creator)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('for a closed country, except to a creator who is there', async () => {
    await closeCountry(creator.id, 'FR');
    expect([
      await isOpen(fan, 'FR'),
      await isOpen(null, 'FR'),
      await isOpen(fan, 'DE'),
      await isOpen(creator, 'FR'),
    ]).toEqual([false, false, true, true]);
  });

  test('for a creator who is suspended or not approved', async () => {
    await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, creator.id));
    expect(await isOpen(fan)).toBe(false);
    creator = await app.makeCreator({}, { verified: 'pending' });
    expect(await isOpen(fan)).toBe(false);
  });
});

test('followed creators are those a fan follows or currently subscribes to, and no others', async () => {
  const at = ports.clock.now();
  const [subscribed, lapsed, others] = [
    await app.makeCreator(),
    await app.makeCreator(),
    await app.makeCreator(),
  ];
  const stranger = await app.makeFan();
  await db.insert(follows).values([
    { followerId: fan.id, performerId: creator.id, createdAt: at },
    { followerId: stranger.id, performerId: others.id, createdAt: at },
  ]);
  for (const [performerId, hours] of [
    [subscribed.id, 1],
    [lapsed.id, 0],
  ] as const) {
    await db.insert(subscriptions).values({
      id: ports.ids(),
      userId: fan.id,
      performerId,
      type: 'monthly',
      state: 'active',
      price: 999,
      gateway: 'sandbox',
      startedAt: at,
      periodEnd: new Date(at.getTime() + hours * 3_600_000),
      createdAt: at,
      updatedAt: at,
    });
  }
  expect(
    new Set(
      (await followed(db, { viewer: fan.id, moment: at.toISOString() })).map((row) => row.performer_id),
    ),
  ).toEqual(new Set([creator.id, subscribed.id]));
});

test('a free subscription is offered only until it has been used', async () => {
  await db.update(performers).set({ isFreeSubscription: true }).where(eq(performers.accountId, creator.id));
  const offer = async () =>
    (await loadAccessFacts(ctxOf(fan.viewer), { ownerIds: [creator.id] })).offers.get(creator.id);
  expect(await offer()).toEqual({ monthlyPrice: 999, isFreeSubscription: true });
  const at = ports.clock.now();
  await db.insert(subscriptions).values({
    id: ports.ids(),
    userId: fan.id,
    performerId: creator.id,
    type: 'free',
    state: 'expired',
    price: 0,
    gateway: 'sandbox',
    startedAt: at,
    periodEnd: at,
    createdAt: at,
    updatedAt: at,
  });
  expect(await offer()).toEqual({ monthlyPrice: 999, isFreeSubscription: false });
});

describe('files bought with something else', () => {
  const post = (fileIds: string[], price: number): Item => ({
    kind: 'feed',
    id: ports.ids(),
    ownerId: creator.id,
    audience: 'followers',
    price,
    includedInSubscription: false,
    isPublished: true,
    fileIds,
  });

  test("count for items that are sold, until that purchase is reversed; they aren't queried for items that aren't sold", async () => {
    const [bought, other] = [await makeFile(creator.id), await makeFile(creator.id)];
    const purchaseId = await buy(fan.id, ports.ids(), creator.id);
    await db.insert(purchaseFiles).values({ purchaseId, accountId: fan.id, fileId: bought });
    const facts = (...items: Item[]) => loadAccessFacts(ctxOf(fan.viewer), { items });
    const sold = post([bought, other], 101);
    const known = await facts(sold, post([], 0));
    expect([known.files, decideAccess(known, sold)]).toEqual([
      new Set([bought]),
      { allowed: false, reason: 'locked', routes: [{ need: 'purchase', price: 51, unit: 'token' }] },
    ]);
    expect([
      readsFile(known, decideAccess(known, sold), bought),
      readsFile(known, decideAccess(known, sold), other),
    ]).toEqual([true, false]);
    expect((await facts(post([bought, other], 0))).files).toEqual(new Set());
    await db.update(purchases).set({ reversedAt: ports.clock.now() }).where(eq(purchases.id, purchaseId));
    expect((await facts(sold)).files).toEqual(new Set());
  });
});
