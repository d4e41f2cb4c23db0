import { expect } from 'vitest';
import { unlockPost } from '#backend/domain/content/posts/charge.ts';
import { buyProduct } from '#backend/domain/trade/shop/charge.ts';
import { tipPlaces } from '#backend/domain/money/wallet/routes.ts';
import { tip } from '#backend/domain/money/wallet/tip.ts';
import { paymentHandlers } from '#backend/domain/money/payments/routes.ts';
import { AppError } from '#backend/kernel/errors.ts';
import { berlin } from './shop.ts';
import type { TestApp } from './test-app.ts';
import { Subscription } from './year-subscriptions.ts';
import type { Sale, Tally } from './year-tally.ts';
import type { Creator, Dice, Fan } from './year-town.ts';

export type FanAction = { readonly fan: Fan; run(): Promise<void> };
/** The state of the simulated year. */
export interface Story {
  readonly start: Date;
  day(): number;
  month(): string;
  readonly books: Tally;
  readonly dice: Dice;
  readonly subscriptions: Subscription[];
  readonly parcels: { readonly sale: Sale; readonly due: number }[];
  /** Fans whose card is declined. */
  readonly broken: Set<string>;
  /** `fan item` for items owned, `fan creator` for subscriptions. */
  readonly owned: Set<string>;
  transactionOf(subscriptionId: string): Promise<string>;
}

export const refused = async (code: string, work: Promise<unknown>) => {
  const problem = await work.then(
    () => null,
    (error: unknown) => error,
  );
  expect(problem instanceof AppError ? problem.code : problem).toBe(code);
};

/**
 * What a fan can do on a day: through the domain functions and the separate bookkeeping, expecting rejection
 * where required.
 */
export function fanActionsIn({ ctxOf }: Pick<TestApp, 'ctxOf'>, story: Story) {
  const { books, broken, owned, subscriptions, parcels, start, day, month, transactionOf } = story;
  const { chance, pick } = story.dice;
  const as = (fan: Fan) => ctxOf(fan.viewer);
  const couponUses = new Map<string, number>();
  const coupons = [
    { code: 'SPRING', uses: 3, off: (amount: number) => Math.floor((amount * 15) / 100) },
    { code: 'THREE', uses: 2, off: () => 300 },
  ] as const;
  /** Sometimes applies a coupon that the fan hasn't used up; a declined payment releases it. */
  function couponOf(fan: Fan, amount: number, fails: boolean) {
    if (amount < 1_000 || !chance(0.2)) return { discount: 0 };
    const { code, uses, off } = pick(coupons);
    const key = `${fan.id} ${code}`;
    const used = couponUses.get(key) ?? 0;
    if (used >= uses) return { discount: 0 };
    if (!fails) couponUses.set(key, used + 1);
    return { code, discount: off(amount) };
  }

  function topUp(fan: Fan, amount: number): FanAction {
    const fails = broken.has(fan.id);
    const { code, discount } = couponOf(fan, amount, fails);
    return {
      fan,
      async run() {
        const call = paymentHandlers['POST /payment/wallet/top-up'](as(fan), {
          body: {
            amount,
            cardId: fan.cardId,
            ...(code && { couponCode: code, expectedPrice: amount - discount }),
          },
          files: [],
        });
        if (fails) return refused('card_declined', call);
        expect((await call).tokens).toBe(books.topUp(fan.id, { amount, discount }));
      },
    };
  }

  /** Spends tokens: expects success if there are enough, else rejection. */
  async function spend(
    fan: Fan,
    creator: Creator,
    { tokens, buy }: { tokens: number; buy: () => Promise<{ _id: string }> },
  ): Promise<Sale | null> {
    if (books.wallet.of(fan.id) < tokens) {
      await refused('insufficient_balance', buy());
      return null;
    }
    const { _id: id } = await buy();
    books.sell({ id, fan: fan.id, creator: creator.id, tokens, day: day() }, month());
    return books.sales.find((sale) => sale.id === id) ?? null;
  }

  const tipping = (fan: Fan, creator: Creator, tokens: number): FanAction => ({
    fan,
    run: async () =>
      void (await spend(fan, creator, {
        tokens,
        buy: () => tip(as(fan), { performerId: creator.id, amount: tokens }, tipPlaces),
      })),
  });

  function unlocking(fan: Fan, creator: Creator): FanAction {
    const post = pick(creator.posts);
    return {
      fan,
      async run() {
        const key = `${fan.id} ${post.id}`;
        if (owned.has(key))
          return refused('already_owned', unlockPost(as(fan), { id: post.id, expectedPrice: post.price }));
        if (
          await spend(fan, creator, {
            tokens: post.price,
            buy: () => unlockPost(as(fan), { id: post.id, expectedPrice: post.price }),
          })
        )
          owned.add(key);
      },
    };
  }
  function ordering(fan: Fan, creator: Creator): FanAction {
    const isDownload = chance(0.6);
    return {
      fan,
      async run() {
        const { id: productId, price } = isDownload ? creator.download : creator.parcel;
        const key = `${fan.id} ${productId}`;
        if (isDownload && owned.has(key))
          return refused(
            'already_owned',
            buyProduct(as(fan), { productId, quantity: 1, expectedPrice: price }),
          );
        const sale = await spend(fan, creator, {
          tokens: price,
          buy: () =>
            buyProduct(as(fan), {
              productId,
              quantity: 1,
              expectedPrice: price,
              ...(isDownload ? {} : { address: berlin }),
            }),
        });
        if (sale && isDownload) owned.add(key);
        // Nobody accepts the order, so the tokens come back after three days.
        if (sale && !isDownload) parcels.push({ sale, due: day() + 3 });
      },
    };
  }
  function subscribing(fan: Fan, creator: Creator): FanAction {
    return {
      fan,
      async run() {
        if (owned.has(`${fan.id} ${creator.id}`)) return;
        const call = paymentHandlers['POST /payment/subscribe/performers'](as(fan), {
          body: {
            performerId: creator.id,
            type: 'monthly',
            cardId: fan.cardId,
            expectedPrice: creator.monthly,
          },
          files: [],
        });
        if (broken.has(fan.id)) return refused('card_declined', call);
        const { _id: id } = await call;
        owned.add(`${fan.id} ${creator.id}`);
        const subscription = new Subscription(start, day(), {
          id,
          fan: fan.id,
          creator: creator.id,
          price: creator.monthly,
        });
        subscriptions.push(subscription);
        books.sell(
          {
            id: await transactionOf(id),
            fan: fan.id,
            creator: creator.id,
            tokens: 0,
            card: creator.monthly,
            day: day(),
          },
          month(),
        );
      },
    };
  }
  return { topUp, tipping, unlocking, ordering, subscribing };
}
