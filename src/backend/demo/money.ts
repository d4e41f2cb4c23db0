import { eq } from 'drizzle-orm';
import { shortPost } from '#lib/markup/post-text.ts';
import type { Ctx } from '../kernel/context.ts';
import { postBought } from '../domain/content/posts/charge.ts';
import { spend } from '../domain/money/wallet/spend.ts';
import type { PaymentRow } from '../domain/money/payments/start.ts';
import { addDays, addMonths } from '../kernel/subscription-dates.ts';
import { subscriptionPaid } from '../domain/trade/subscriptions/effects.ts';
import { giftPaid } from '../domain/trade/subscriptions/gifts/buying.ts';
import { changeSubscription, lockSlot } from '../domain/trade/subscriptions/slots.ts';
import { topUpPaid } from '../domain/money/wallet/top-up.ts';
import { type PaymentIntent, payments, providerEvents } from '../db/schema/ledger.ts';
import { cards } from '../db/schema/payments.ts';
import { purchases } from '../db/schema/wallet.ts';
import { auctionStory } from './auction-story.ts';
import { type Creator, type Fan, creatorNamed, demoFan, fans, joinedAgo, openCreators } from './cast.ts';
import { galleryStory } from './gallery-rows.ts';
import { giftStory } from './subscriptions/gift-story.ts';
import { videoStory } from './video-rows.ts';
import { orderStory } from './order-story.ts';
import { formerStory } from './subscriptions/former-story.ts';
import { subscriptionStory } from './subscriptions/subscription-story.ts';
import { requestPrice, requestStory } from './messages/request-story.ts';
import { payoutStory } from './payout-story.ts';
import { type Happening, type Past, as, before, days, minutes } from './past.ts';
import { type PlannedPost, plannedPosts } from './post-rows.ts';
import { type Random, createRandom, demoId } from './random.ts';
import { cardSharer, referralStory } from './referral-story.ts';

/** An event of the demo data, replayed in order of time. */

const demoCardId = (fan: Fan): string => demoId(`card ${fan.username}`);

async function saveCards(ctx: Ctx, today: Date): Promise<void> {
  const year = String(today.getUTCFullYear() + 4).slice(2);
  for (const [at, fan] of fans.entries()) {
    // Everyone has a different card, except one fan.
    const code = 100 + (fan.name === cardSharer ? fans.indexOf(demoFan) : at);
    const card = await ctx.ports.payments.saveCard({
      accountId: fan.id,
      customerId: '',
      token: `4242424242424242|12/${year}|${code}`,
    });
    await ctx.db.insert(cards).values({
      id: demoCardId(fan),
      accountId: fan.id,
      gateway: ctx.ports.payments.name,
      ...card,
      isDefault: true,
      createdAt: before(today, days(100)),
    });
  }
}

const effects = { top_up: topUpPaid, subscription: subscriptionPaid, gift: giftPaid };

/** Applies a successful card payment the way production does. */
async function pay(
  ctx: Ctx,
  fan: Fan,
  terms: { amount: number; intent: PaymentIntent; subscriptionId?: string },
): Promise<void> {
  const id = ctx.ports.ids();
  const time = ctx.ports.clock.now();
  const { currency } = await ctx.settings.all();
  const [payment] = await ctx.db
    .insert(payments)
    .values({
      id,
      accountId: fan.id,
      kind: terms.intent.kind,
      idempotencyKey: `seed:${id}`,
      fingerprint: id,
      currency,
      cardId: demoCardId(fan),
      ...terms,
      state: 'pending',
      createdAt: time,
      updatedAt: time,
    })
    .returning();
  const outcome = {
    status: 'succeeded',
    chargeId: `seed_charge_${id}`,
    eventId: `seed_event_${id}`,
    amount: terms.amount,
    currency,
  } as const;
  await ctx.db
    .insert(providerEvents)
    .values({ id: outcome.eventId, gateway: ctx.ports.payments.name, paymentId: id, createdAt: time });
  // The reply is kept for a request that is repeated, and nobody sent one.
  const { reply: _, ...effect } = await effects[terms.intent.kind](ctx, payment as PaymentRow, outcome);
  await ctx.db
    .update(payments)
    .set({ state: 'succeeded', chargeId: outcome.chargeId, ...effect })
    .where(eq(payments.id, id));
}

const topUp = (fan: Fan, at: Date, amount: number): Happening => ({
  at,
  perform: async (ctx) =>
    pay(ctx, fan, {
      amount,
      intent: {
        kind: 'top_up',
        tokens: (amount * (await ctx.settings.all()).tokenRate) / 100,
        bonus: 0,
        packageId: null,
      },
    }),
});

interface Terms {
  readonly type: 'free' | 'monthly' | 'yearly';
  readonly cancelled: boolean;
  /** The starting price in cents, if it differs from the current one. */
  readonly price?: number;
  /** Paid months after which a monthly one is over; without it, it goes on. */
  readonly months?: number;
}

/**
 * A subscription from its first payment through its renewals. `renews` says whether a real gateway may charge
 * it again.
 */
function subscription(
  fan: Fan,
  creator: Creator,
  { at, today, ...terms }: Terms & { at: Date; today: Date },
): Happening[] {
  const pair = { userId: fan.id, performerId: creator.id };
  if (terms.type === 'free') {
    const begin = async (ctx: Ctx) =>
      void (await changeSubscription(ctx, await lockSlot(ctx, pair), {
        type: 'free',
        state: 'active',
        price: 0,
        startedAt: at,
        billingAnchor: at,
        periodEnd: addDays(at, 30),
      }));
    return [{ at, perform: begin }];
  }
  const { type } = terms;
  const period = async (ctx: Ctx, renewal: boolean) => {
    const slot = await lockSlot(ctx, pair);
    await pay(ctx, fan, {
      amount: terms.price ?? creator.monthly * (type === 'yearly' ? 10 : 1),
      subscriptionId: slot.id,
      intent: { kind: 'subscription', performerId: creator.id, type, renewal },
    });
  };
  const happenings: Happening[] = [{ at, perform: (ctx) => period(ctx, false) }];
  const { months = Number.POSITIVE_INFINITY } = terms;
  for (let month = 1; type === 'monthly' && month < months && addMonths(at, month) < today; month += 1) {
    // Early, like real renewals.
    happenings.push({ at: before(addMonths(at, month), minutes(50)), perform: (ctx) => period(ctx, true) });
  }
  if (terms.cancelled) {
    const cancel = async (ctx: Ctx) =>
      void (await changeSubscription(ctx, await lockSlot(ctx, pair), {
        state: 'cancelled',
        cancelledAt: ctx.ports.clock.now(),
        cancelReason: null,
      }));
    happenings.push({
      at: before(today, minutes(createRandom(`cancel ${fan.id}`).between(60, 600))),
      perform: cancel,
    });
  }
  return happenings;
}

const tip = (fan: Fan, creator: Creator, { at, tokens }: { at: Date; tokens: number }): Happening => ({
  at,
  perform: async (ctx) =>
    void (await spend(as(ctx, fan), {
      kind: 'tip',
      itemId: creator.id,
      performerId: creator.id,
      tokens,
      description: `Tip to ${creator.name}`,
      did: 'tipped you',
      href: null,
    })),
});

const unlock = (fan: Fan, post: PlannedPost, at: Date): Happening => ({
  at,
  async perform(ctx) {
    const { creator, id, price } = post;
    const { posted } = await spend(as(ctx, fan), {
      kind: 'feed',
      itemId: id,
      performerId: creator.id,
      tokens: price,
      description: postBought(creator.name, post.text),
      did: 'unlocked a post',
      href: null,
    });
    await ctx.db.insert(purchases).values({
      id: ctx.ports.ids(),
      accountId: fan.id,
      kind: 'feed',
      itemId: id,
      performerId: creator.id,
      transactionId: posted.transactionId,
      price,
      title: shortPost(post.text, 120) || `Post by ${creator.name}`,
      createdAt: at,
    });
  },
});

const within = (random: Random, today: Date, [newest, oldest]: readonly [number, number]): Date =>
  before(today, days(random.between(newest, oldest)));

/**
 * Since when a fan may have subscribed, in days. The creator to log in as has had some for longer than the desk’s
 * longest period, so that it has one to be compared with; for everyone else, three months are enough.
 */
function oldestStart(fan: Fan, creator: Creator, type: Terms['type']): number {
  if (type === 'free') return 25;
  return creator.username === 'demo-creator' ? Math.min(160, joinedAgo(fan) - 1) : 88;
}

/** An ordinary fan: months of subscriptions, and a month of top-ups and purchases. */
function planLife(fan: Fan, posts: readonly PlannedPost[], today: Date): Happening[] {
  const random = createRandom(`money ${fan.username}`);
  const happenings = openCreators
    .filter((creator) => random.chance(creator.appeal * (creator.username === 'demo-creator' ? 0.5 : 0.28)))
    .flatMap((creator) => {
      const type = creator.free ? 'free' : random.chance(0.12) ? 'yearly' : 'monthly';
      return subscription(fan, creator, {
        at: within(random, today, [1, oldestStart(fan, creator, type)]),
        today,
        type,
        cancelled: random.chance(0.12),
      });
    });
  const amount = random.pick([500, 1000, 1500, 2500, 4000]);
  happenings.push(topUp(fan, within(random, today, [27, 30]), amount));
  let left = amount / 5;
  const sold = posts.filter((post) => post.price > 0);
  for (const post of random.some(sold, random.int(0, 3))) {
    const at = new Date(
      Math.max(before(today, days(26)).getTime(), post.publishedAt.getTime()) +
        minutes(random.between(5, 600)),
    );
    if (post.price > left || at > today) continue;
    left -= post.price;
    happenings.push(unlock(fan, post, at));
  }
  for (let count = random.int(0, 4); count > 0; count -= 1) {
    const tokens = random.pick([10, 20, 20, 30, 50, 100]);
    if (tokens > left) break;
    left -= tokens;
    happenings.push(
      tip(fan, random.chance(0.35) ? creatorNamed('demo-creator') : random.pick(openCreators), {
        at: within(random, today, [0.1, 26]),
        tokens,
      }),
    );
  }
  return happenings;
}

/** When the demo fan tipped the demo creator in their conversation. */
export const tipDaysAgo = 3.2;

/** The demo fan has some of everything, and 640 tokens left to try things with. */
function lifeOfDemoFan(posts: readonly PlannedPost[], today: Date): Happening[] {
  const on = (day: number) => before(today, days(day));
  const soldBy = (username: string) =>
    posts.find((post) => post.creator.username === username && post.price > 0);
  const unlocked = [soldBy('saltandsorrel'), soldBy('tiny.islands')].filter((post) => post !== undefined);
  const spent = unlocked.reduce((sum, post) => sum + post.price, 0) + 20 + 50 + requestPrice;
  return [
    ...subscription(demoFan, creatorNamed('clay.and.ash'), {
      at: on(41),
      today,
      type: 'monthly',
      cancelled: false,
    }),
    ...subscription(demoFan, creatorNamed('darksky.diary'), {
      at: on(19),
      today,
      type: 'yearly',
      cancelled: false,
    }),
    ...subscription(demoFan, creatorNamed('thirdwave.notes'), {
      at: on(6),
      today,
      type: 'free',
      cancelled: false,
    }),
    topUp(demoFan, on(28), (640 + spent) * 5),
    ...unlocked.map((post, index) =>
      unlock(
        demoFan,
        post,
        new Date(Math.max(on(12 - index).getTime(), post.publishedAt.getTime() + minutes(40))),
      ),
    ),
    tip(demoFan, creatorNamed('demo-creator'), { at: on(tipDaysAgo), tokens: 50 }),
    tip(demoFan, creatorNamed('blue.hour.trio'), { at: on(8.7), tokens: 20 }),
  ];
}

/** Replays months of payments in order of time, through the ledger. */
export async function notifyMoney(ctx: Ctx, past: Past): Promise<void> {
  const { today } = past;
  const posts = plannedPosts(today);
  past.set(today);
  await saveCards(ctx, today);
  const happenings = [
    ...lifeOfDemoFan(posts, today),
    ...subscriptionStory(today, subscription),
    ...formerStory(today, subscription),
    ...auctionStory(today, topUp),
    ...galleryStory(today, topUp),
    ...videoStory(today, topUp),
    ...orderStory(today, topUp),
    ...payoutStory(today),
    ...requestStory(today, topUp),
    ...referralStory(today),
    ...giftStory(today, pay),
    ...fans.filter((fan) => fan !== demoFan).flatMap((fan) => planLife(fan, posts, today)),
  ];
  for (const happening of happenings.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    past.set(happening.at);
    await happening.perform(ctx);
  }
  past.set(today);
}
