import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { accountBlocks, countryBlocks } from '#backend/db/schema/blocks.ts';
import { follows } from '#backend/db/schema/community.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { feeds } from '#backend/db/schema/posts.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { purchases } from '#backend/db/schema/wallet.ts';
import {
  type Facts,
  type Item,
  loadAccessFacts,
  hasBought,
  isOpenTo,
  decideAccess,
  readsFile,
  assumeSubscriber,
  subscribesTo,
} from '#backend/domain/base/access/access.ts';
import type { AccessView } from '#contract/core/schemas.ts';
import { eq } from 'drizzle-orm';
import { makeTestApp } from '../../../setup/test-app.ts';

interface Situation {
  who: 'visitor' | 'fan' | 'owner';
  bought: boolean;
  blocked: boolean;
  country: boolean;
  published: boolean;
  open: boolean;
  follows: boolean;
  subscribes: boolean;
  included: boolean;
  freeToSubscribe: boolean;
  price: 0 | 120;
  audience: 'public' | 'followers' | 'subscribers';
}
const both = [false, true];
const axes: { [K in keyof Situation]: readonly Situation[K][] } = {
  who: ['visitor', 'fan', 'owner'],
  bought: both,
  blocked: both,
  country: both,
  published: both,
  open: both,
  follows: both,
  subscribes: both,
  included: both,
  freeToSubscribe: both,
  price: [0, 120],
  audience: ['public', 'followers', 'subscribers'],
};
const product = (Object.entries(axes) as [string, readonly unknown[]][]).reduce<Record<string, unknown>[]>(
  (sofar, [axis, values]) =>
    sofar.flatMap((situation) => values.map((value) => ({ ...situation, [axis]: value }))),
  [{}],
) as unknown as Situation[];
/** A visitor can't have bought, followed or subscribed to anything, or be blocked. */
const situations = product.filter(
  (s) => s.who !== 'visitor' || !(s.bought || s.blocked || s.follows || s.subscribes),
);

const owner = '00000000-0000-7000-9000-000000000001';
const fan = '00000000-0000-7000-9000-000000000002';
const thing = '00000000-0000-7000-9000-000000000003';
const one = (when: boolean, id = owner): ReadonlySet<string> => new Set(when ? [id] : []);

const factsOf = (s: Situation): Facts => ({
  viewerId: { visitor: null, fan, owner }[s.who],
  follows: one(s.follows),
  subscribes: one(s.subscribes),
  blocks: one(s.blocked),
  countries: one(s.country),
  purchases: one(s.bought, `feed:${thing}`),
  files: new Set(),
  sealed: new Set(),
  offers: new Map(s.open ? [[owner, { monthlyPrice: 999, isFreeSubscription: s.freeToSubscribe }]] : []),
  tokenRate: 20,
  currency: 'USD',
});
const itemOf = (s: Situation): Item => ({
  kind: 'feed',
  id: thing,
  ownerId: owner,
  audience: s.audience,
  price: s.price,
  includedInSubscription: s.included,
  isPublished: s.published,
  fileIds: [],
});

/** The rule as a person would write it down: the first matching line applies. */
const rule: [(s: Situation) => boolean, AccessView['reason'], allowed: boolean][] = [
  [(s) => s.who === 'owner', 'owner', true],
  [(s) => s.bought, 'purchased', true],
  [(s) => s.blocked, 'blocked', false],
  [(s) => s.country, 'country', false],
  [(s) => !s.published || !s.open, 'unpublished', false],
  [(s) => s.price > 0 && s.included && s.subscribes, 'included', true],
  [(s) => s.price > 0, 'locked', false],
  [(s) => s.audience === 'public', 'free', true],
  [(s) => s.subscribes, 'subscriber', true],
  [(s) => s.audience === 'followers' && s.follows, 'follower', true],
  [() => true, 'locked', false],
];

describe('the rule', () => {
  test(`gives the documented verdict in each of ${situations.length} situations`, () => {
    for (const s of situations) {
      const expected = rule.find(([fits]) => fits(s))!;
      const { allowed, reason } = decideAccess(factsOf(s), itemOf(s));
      expect({ s, allowed, reason }).toEqual({ s, reason: expected[1], allowed: expected[2] });
    }
  });

  test('lists every way to get access exactly when something is locked, and each of them unlocks it', () => {
    for (const s of situations) {
      const { reason, routes } = decideAccess(factsOf(s), itemOf(s));
      expect(routes.length > 0).toBe(reason === 'locked');
      for (const { need } of routes) {
        const after: Situation = {
          ...s,
          who: 'fan',
          bought: need === 'purchase',
          follows: s.follows || need === 'follow',
          subscribes: s.subscribes || need.startsWith('subscribe'),
        };
        expect(decideAccess(factsOf(after), itemOf(after)).allowed).toBe(true);
      }
    }
  });

  test('decides by itself who is visible to whom, who subscribes and what was bought', () => {
    for (const s of situations) {
      const facts = factsOf(s);
      const isMet = s.who === 'owner' || !(s.blocked || s.country);
      expect({ s, isOpen: isOpenTo(facts, owner) }).toEqual({ s, isOpen: s.open && isMet });
      expect([subscribesTo(facts, owner), subscribesTo(facts, fan)]).toEqual([s.subscribes, false]);
      const ids = [{ kind: 'feed', id: thing } as const, { kind: 'video', id: thing } as const];
      expect(ids.map((item) => hasBought(facts, item))).toEqual([s.bought, false]);
    }
  });

  test('unlocks what a subscription includes for someone who only subscribes', () => {
    for (const s of situations.filter(({ published }) => published)) {
      const { allowed, reason } = decideAccess(assumeSubscriber(owner), itemOf(s));
      const isIncluded = s.price === 0 || s.included;
      expect({ s, allowed }).toEqual({ s, allowed: isIncluded });
      if (!allowed) expect(reason).toBe('locked');
    }
    expect(decideAccess(assumeSubscriber(fan), { ...itemOf(situations[0]!), isPublished: true }).reason).toBe(
      'unpublished',
    );
  });

  test('never revokes access for having more: a purchase, a follow or a subscription', () => {
    for (const s of situations.filter(({ who }) => who === 'fan')) {
      if (!decideAccess(factsOf(s), itemOf(s)).allowed) continue;
      for (const more of [{ bought: true }, { follows: true }, { subscribes: true }])
        expect(decideAccess(factsOf({ ...s, ...more }), itemOf(s)).allowed).toBe(true);
    }
  });

  test('a purchase stays readable after the subscription ends, the price changes, it is taken down, a block, and in another country', () => {
    const s: Situation = {
      who: 'fan',
      bought: true,
      blocked: true,
      country: true,
      published: false,
      open: false,
      follows: false,
      subscribes: false,
      included: false,
      freeToSubscribe: false,
      price: 120,
      audience: 'subscribers',
    };
    expect(decideAccess(factsOf(s), itemOf(s))).toEqual({ allowed: true, reason: 'purchased', routes: [] });
  });

  test('lists the ways to get access cheapest first, whatever their unit', () => {
    const locked: Situation = {
      who: 'fan',
      bought: false,
      blocked: false,
      country: false,
      published: true,
      open: true,
      follows: false,
      subscribes: false,
      included: true,
      freeToSubscribe: false,
      price: 120,
      audience: 'public',
    };
    const ways = (change: Partial<Situation>, price = 120) =>
      decideAccess(factsOf({ ...locked, ...change }), { ...itemOf({ ...locked, ...change }), price }).routes;
    // 120 tokens are worth 6.00, 300 are worth 15.00; a month costs 9.99.
    expect(ways({})).toEqual([
      { need: 'purchase', price: 120, unit: 'token' },
      { need: 'subscribe', price: 999, unit: 'money' },
    ]);
    expect(ways({}, 300).map(({ need }) => need)).toEqual(['subscribe', 'purchase']);
    expect(ways({ freeToSubscribe: true })).toEqual([
      { need: 'subscribe-free', price: 0, unit: 'money' },
      { need: 'purchase', price: 120, unit: 'token' },
    ]);
    expect(ways({ audience: 'followers' }, 0)).toEqual([
      { need: 'follow', price: 0, unit: 'money' },
      { need: 'subscribe', price: 999, unit: 'money' },
    ]);
    expect(ways({ included: false })).toEqual([{ need: 'purchase', price: 120, unit: 'token' }]);
  });
});

describe('files that appear in several items', () => {
  const fileIds = ['a', 'b', 'c', 'd', 'e', 'f'];
  const some = fc.uniqueArray(fc.constantFrom(...fileIds));
  const items = fc
    .record({
      kind: fc.constantFrom<Item['kind']>('feed', 'gallery', 'message', 'video'),
      price: fc.integer({ min: 1, max: 100_000 }),
      fileIds: some.filter((ids) => ids.length > 0),
      included: fc.boolean(),
    })
    .map(({ included, ...item }): Item => ({
      ...item,
      id: thing,
      ownerId: owner,
      audience: 'public',
      includedInSubscription: included,
      isPublished: true,
    }));
  const facts = (bought: readonly string[], more: Partial<Facts> = {}): Facts => ({
    viewerId: fan,
    follows: new Set(),
    subscribes: new Set(),
    blocks: new Set(),
    countries: new Set(),
    purchases: new Set(),
    files: new Set(bought),
    sealed: new Set(),
    offers: new Map([[owner, { monthlyPrice: 999, isFreeSubscription: false }]]),
    tokenRate: 20,
    currency: 'USD',
    ...more,
  });
  const costOf = (access: AccessView) =>
    access.allowed ? 0 : access.routes.find(({ need }) => need === 'purchase')!.price;

  test("an item costs the share of it that isn't bought yet: everything if nothing is, nothing if everything is, never more, in whole tokens", () => {
    fc.assert(
      fc.property(items, some, (item, bought) => {
        const left = item.fileIds.filter((id) => !bought.includes(id)).length;
        const access = decideAccess(facts(bought), item);
        const cost = costOf(access);
        expect(access.allowed).toBe(left === 0);
        if (left === 0) expect(access.reason).toBe('purchased');
        expect(Number.isInteger(cost) && cost <= item.price).toBe(true);
        if (left === item.fileIds.length) expect(cost).toBe(item.price);
        expect(cost - (item.price * left) / item.fileIds.length).toBeGreaterThanOrEqual(0);
        expect(cost - (item.price * left) / item.fileIds.length).toBeLessThan(1);
      }),
    );
  });

  test('buying more never costs more and never closes a file', () => {
    fc.assert(
      fc.property(items, some, some, (item, bought, more) => {
        const [before, after] = [facts(bought), facts([...bought, ...more])];
        const [was, is] = [decideAccess(before, item), decideAccess(after, item)];
        expect(costOf(is)).toBeLessThanOrEqual(costOf(was));
        for (const id of item.fileIds)
          if (readsFile(before, was, id)) expect(readsFile(after, is, id)).toBe(true);
      }),
    );
  });

  test('each file is paid for once, in whatever order things are bought', () => {
    fc.assert(
      fc.property(fc.array(items, { maxLength: 8 }), fc.integer({ min: 1, max: 50 }), (wanted, each) => {
        const bought = new Set<string>();
        let paid = 0;
        for (const item of wanted) {
          paid += costOf(decideAccess(facts([...bought]), { ...item, price: each * item.fileIds.length }));
          for (const id of item.fileIds) bought.add(id);
        }
        expect(paid).toBe(each * bought.size);
      }),
    );
  });

  test('a file is readable exactly if the item is, or if the file itself was bought and the item is visible', () => {
    fc.assert(
      fc.property(
        items,
        some,
        fc.constantFrom<Partial<Facts>>(
          {},
          { blocks: new Set([owner]) },
          { countries: new Set([owner]) },
          { offers: new Map() },
        ),
        (item, bought, closed) => {
          const known = facts(bought, closed);
          const access = decideAccess(known, item);
          for (const id of item.fileIds)
            expect(readsFile(known, access, id)).toBe(
              access.allowed || (Object.keys(closed).length === 0 && bought.includes(id)),
            );
        },
      ),
    );
  });
});

describe('facts loaded from the database', async () => {
  const app = await makeTestApp();
  const { db, ports, ctxOf } = app;
  const moment = () => ports.clock.now();

  async function publish(ownerId: string): Promise<Item> {
    const id = ports.ids();
    const at = moment();
    await db.insert(feeds).values({
      id,
      performerId: ownerId,
      type: 'text',
      text: 'x',
      audience: 'subscribers',
      price: 120,
      state: 'published',
      publishedAt: at,
      createdAt: at,
      updatedAt: at,
    });
    return {
      kind: 'feed',
      id,
      ownerId,
      audience: 'subscribers',
      price: 120,
      includedInSubscription: true,
      isPublished: true,
      fileIds: [],
    };
  }
  async function scene() {
    const [reader, creator] = [await app.makeFan(), await app.makeCreator()];
    const item = await publish(creator.id);
    const facts = (request = {}) => loadAccessFacts(ctxOf(reader.viewer, request), { items: [item] });
    return { reader, creator, item, facts };
  }
  const subscribe = (
    userId: string,
    performerId: string,
    more: Partial<typeof subscriptions.$inferInsert> = {},
  ) => {
    const at = moment();
    return db.insert(subscriptions).values({
      id: ports.ids(),
      userId,
      performerId,
      type: 'monthly',
      state: 'active',
      price: 999,
      gateway: 'sandbox',
      startedAt: at,
      periodEnd: new Date(at.getTime() + 86_400_000),
      createdAt: at,
      updatedAt: at,
      ...more,
    });
  };

  test('nothing is known about strangers except the price of a subscription', async () => {
    const { facts, creator, reader } = await scene();
    expect(await facts()).toEqual({
      viewerId: reader.id,
      follows: new Set(),
      subscribes: new Set(),
      blocks: new Set(),
      countries: new Set(),
      purchases: new Set(),
      files: new Set(),
      tokenRate: 20,
      currency: 'USD',
      sealed: new Set(),
      offers: new Map([[creator.id, { monthlyPrice: 999, isFreeSubscription: false }]]),
    });
  });

  test("a follow and a subscription count; one that has expired or never started doesn't", async () => {
    const { facts, creator, reader } = await scene();
    await db.insert(follows).values({ followerId: reader.id, performerId: creator.id, createdAt: moment() });
    await subscribe(reader.id, creator.id, { state: 'incomplete' });
    expect(await facts()).toMatchObject({ follows: new Set([creator.id]), subscribes: new Set() });
    await db.update(subscriptions).set({ state: 'cancelled' }).where(eq(subscriptions.userId, reader.id));
    expect((await facts()).subscribes).toEqual(new Set([creator.id]));
    ports.clock.move('1d');
    expect((await facts()).subscribes).toEqual(new Set());
  });

  test('a block counts whichever side made it', async () => {
    for (const turned of both) {
      const { facts, creator, reader } = await scene();
      const [blockerId, blockedId] = turned ? [reader.id, creator.id] : [creator.id, reader.id];
      await db.insert(accountBlocks).values({ blockerId, blockedId, createdAt: moment() });
      expect((await facts()).blocks).toEqual(new Set([creator.id]));
    }
  });

  test('a closed country applies only there, including to visitors', async () => {
    const { facts, creator, item } = await scene();
    await db.insert(countryBlocks).values({ blockerId: creator.id, country: 'FR', createdAt: moment() });
    expect((await facts({ country: 'FR' })).countries).toEqual(new Set([creator.id]));
    expect((await facts({ country: 'DE' })).countries).toEqual(new Set());
    expect((await loadAccessFacts(ctxOf(null, { country: 'FR' }), { items: [item] })).countries).toEqual(
      new Set([creator.id]),
    );
  });

  test('a purchase counts until it is reversed', async () => {
    const { facts, creator, item, reader } = await scene();
    await app.fund(reader.id, 200);
    const id = ports.ids();
    // Only the purchase matters to the rule, so any ledger entry can serve as its payment.
    const [entry] = await db
      .select({ id: ledgerTransactions.id })
      .from(ledgerTransactions)
      .where(eq(ledgerTransactions.actorId, reader.id));
    await db.insert(purchases).values({
      id,
      accountId: reader.id,
      kind: 'feed',
      itemId: item.id,
      performerId: creator.id,
      transactionId: entry!.id,
      price: 120,
      createdAt: moment(),
    });
    expect((await facts()).purchases).toEqual(new Set([`feed:${item.id}`]));
    await db.update(purchases).set({ reversedAt: moment() }).where(eq(purchases.id, id));
    expect((await facts()).purchases).toEqual(new Set());
  });

  test.each(['pending', 'rejected'] as const)('a %s creator offers nothing', async (verified) => {
    const { facts, creator, item } = await scene();
    await db.update(performers).set({ verified }).where(eq(performers.accountId, creator.id));
    expect((await facts()).offers.size).toBe(0);
    expect(decideAccess(await facts(), item).reason).toBe('unpublished');
  });

  test('nor does a suspended creator; free subscriptions are offered only if the site allows them', async () => {
    const { facts, creator } = await scene();
    await db.update(performers).set({ isFreeSubscription: true }).where(eq(performers.accountId, creator.id));
    expect((await facts()).offers.get(creator.id)).toEqual({ monthlyPrice: 999, isFreeSubscription: true });
    await app.settings.set('freeSubscriptionEnabled', false);
    expect((await facts()).offers.get(creator.id)).toEqual({ monthlyPrice: 999, isFreeSubscription: false });
    await app.settings.set('freeSubscriptionEnabled', true);
    await db.update(accounts).set({ suspendedAt: moment() }).where(eq(accounts.id, creator.id));
    expect((await facts()).offers.size).toBe(0);
  });
});
