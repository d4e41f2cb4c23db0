import { accounts } from '#backend/db/schema/accounts.ts';
import { coupons } from '#backend/db/schema/coupons.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { cards } from '#backend/db/schema/payments.ts';
import { payoutMethods } from '#backend/db/schema/payouts.ts';
import { feeds } from '#backend/db/schema/posts.ts';
import { referrals } from '#backend/db/schema/referrals.ts';
import { products } from '#backend/db/schema/shop.ts';
import type { Viewer } from '#backend/kernel/context.ts';
import type { TestApp } from './test-app.ts';

/** A deterministic random number generator. */
export function dice(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  return {
    next,
    below: (count: number) => Math.floor(next() * count),
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!,
    chance: (share: number) => next() < share,
  };
}
export type Dice = ReturnType<typeof dice>;

export interface Fan {
  readonly viewer: Viewer;
  readonly id: string;
  readonly cardId: string;
}
export interface Creator {
  readonly viewer: Viewer;
  readonly id: string;
  readonly monthly: number;
  readonly posts: readonly { id: string; price: number }[];
  readonly download: { id: string; price: number };
  readonly parcel: { id: string; price: number };
}

const chunk = <T>(rows: readonly T[], size = 500): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => rows.slice(at * size, at * size + size));

/**
 * Two thousand fans with cards, and a hundred creators with posts, a download, a physical product and a bank
 * account, created in a few statements.
 */
export async function makeTown({ db, ports }: TestApp, counts: { fans: number; creators: number }) {
  const moment = ports.clock.now();
  const times = { createdAt: moment, updatedAt: moment };
  const viewerOf = (id: string, name: string, isPerformer: boolean): Viewer => ({
    id,
    username: name,
    name,
    isPerformer,
    hasSpendCaps: false,
    sessionId: ports.ids(),
  });
  const fans = Array.from({ length: counts.fans }, (_, at): Fan => {
    const id = ports.ids();
    return { id, viewer: viewerOf(id, `fan-${at}`, false), cardId: ports.ids() };
  });
  const creators = Array.from({ length: counts.creators }, (_, at): Creator => {
    const id = ports.ids();
    const posts = [15, 60, 140, 35].map((price, post) => ({ id: ports.ids(), price: price + at + post }));
    return {
      id,
      viewer: viewerOf(id, `creator-${at}`, true),
      monthly: 299 + at * 31,
      posts,
      download: { id: ports.ids(), price: 90 + at },
      parcel: { id: ports.ids(), price: 120 + at },
    };
  });
  for (const rows of chunk([...fans, ...creators]))
    await db.insert(accounts).values(
      rows.map(({ id, viewer }) => ({
        id,
        name: viewer.name,
        username: viewer.username,
        isPerformer: viewer.isPerformer,
        ...times,
      })),
    );
  for (const rows of chunk(fans)) {
    await db.insert(cards).values(
      rows.map(({ id, cardId }) => ({
        id: cardId,
        accountId: id,
        gateway: 'sandbox',
        gatewayId: `sandbox.pays.2040-12.${cardId}`,
        brand: 'visa',
        last4: '4242',
        expMonth: 12,
        expYear: 2040,
        fingerprint: `card ${id}`,
        isDefault: true,
        createdAt: moment,
      })),
    );
  }
  await db.insert(performers).values(
    creators.map(({ id, monthly }) => ({
      accountId: id,
      verified: 'approved' as const,
      monthlyPrice: monthly,
      yearlyPrice: monthly * 10,
      ...times,
    })),
  );
  await db.insert(feeds).values(
    creators.flatMap(({ id, posts }) =>
      posts.map((post) => ({
        id: post.id,
        performerId: id,
        type: 'text' as const,
        text: 'Worth it',
        audience: 'public' as const,
        price: post.price,
        state: 'published' as const,
        publishedAt: moment,
        ...times,
      })),
    ),
  );
  await db.insert(products).values(
    creators.flatMap(({ id, download, parcel }) => [
      {
        id: download.id,
        performerId: id,
        name: 'Patterns',
        type: 'digital' as const,
        price: download.price,
        stock: null,
        shippingPrice: 0,
        state: 'published' as const,
        publishedAt: moment,
        ...times,
      },
      {
        id: parcel.id,
        performerId: id,
        name: 'Mug',
        type: 'physical' as const,
        price: parcel.price - 20,
        stock: 100_000,
        shippingPrice: 20,
        state: 'published' as const,
        publishedAt: moment,
        ...times,
      },
    ]),
  );
  await db.insert(payoutMethods).values(
    creators.map(({ id }) => ({
      id: ports.ids(),
      accountId: id,
      type: 'bank' as const,
      sealed: null,
      shown: { holder: 'C', bank: 'Bank', country: 'DE', last4: '3000' },
      fingerprint: `bank ${id}`,
      isChosen: true,
      lockedUntil: moment,
      ...times,
    })),
  );
  await db.insert(coupons).values([
    {
      id: ports.ids(),
      code: 'SPRING',
      kind: 'percent',
      off: 15,
      appliesTo: 'top_up',
      minimum: 500,
      perUser: 3,
      startsAt: moment,
      createdAt: moment,
    },
    {
      id: ports.ids(),
      code: 'THREE',
      kind: 'fixed',
      off: 300,
      appliesTo: 'all',
      minimum: 1_000,
      perUser: 2,
      startsAt: moment,
      createdAt: moment,
    },
  ]);
  /** Records referrals on the current terms. */
  const invite = (rows: readonly { referrer: string; referred: string; days: number }[]) =>
    db.insert(referrals).values(
      rows.map(({ referrer, referred, days }) => ({
        id: ports.ids(),
        referrerId: referrer,
        referredId: referred,
        startsAt: moment,
        endsAt: new Date(moment.getTime() + days * 86_400_000),
        bps: 500,
        seenUntil: moment,
        createdAt: moment,
      })),
    );
  return { fans, creators, invite };
}
