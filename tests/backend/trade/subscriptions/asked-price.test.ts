import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { payments } from '#backend/db/schema/ledger.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { accessOptions } from '#components/content/media-items/access-options.ts';
import { firstPlan, listPlans, offerOn } from '#components/trade/subscriptions/plans.ts';
import type { PaidPlan } from '#contract/trade/subscriptions.ts';
import { formatMoney } from '#lib/format.ts';
import { chattingIn } from '../../../setup/chatting.ts';
import { couponsIn } from '../../../setup/coupons.ts';
import { worksIn } from '../../../setup/media-items.ts';
import { postsIn } from '../../../setup/posts.ts';
import { subscriptionApp } from '../../../setup/subscribing.ts';
import { videosIn } from '../../../setup/videos.ts';

// Wherever a subscription's price is shown, it is what is then charged.

const app = await subscriptionApp();
const { ok, db, ctx, begin, subscribe, until } = app;
const { makePost } = postsIn(app);
const { makeVideo } = videosIn(app);
const { makeGallery } = worksIn(app);
const { makeStream } = chattingIn(app);
const { makeCoupon } = couponsIn(app);

type People = Awaited<ReturnType<typeof begin>>;
type Asked = { type: PaidPlan | 'free'; amount: number; coupon?: string };

const offer = ({ creator }: People, body: object) =>
  ok('POST /promotions', { token: creator.token, body: { percent: 50, audience: 'all', ...body } });
const noFree = ({ creator }: People) =>
  db.update(performers).set({ isFreeSubscription: false }).where(eq(performers.accountId, creator.id));
/** Takes the free days, which then end. */
async function hadFree(): Promise<void> {
  const { periodEnd } = (await subscribe('free')).data;
  app.ports.clock.set(periodEnd!);
  app.ports.clock.move('1d');
  await until(app.ports.clock.now().toISOString());
}

const monthly = async ({ cardId }: People) => {
  const { data } = await subscribe('monthly', { cardId });
  return data;
};
/** A plan that was paid once, and whose card was then refused. */
async function failedRenewal(people: People): Promise<void> {
  const { _id, periodEnd } = await monthly(people);
  app.ports.clock.set(periodEnd!);
  app.ports.clock.move('1m');
  await db
    .update(subscriptions)
    .set({ state: 'past_due', nextAttemptAt: new Date(app.ports.clock.now().getTime() + 86_400_000) })
    .where(eq(subscriptions.id, _id));
}
const priceBecomes = ({ creator }: People, prices: { monthlyPrice: number }) =>
  db.update(performers).set(prices).where(eq(performers.accountId, creator.id));

/** What precedes the look at the creator, and what is then asked for a first period. */
const situations: Readonly<Record<string, (people: People) => Promise<Asked>>> = {
  'no offer': async (people) => {
    await noFree(people);
    return { type: 'monthly', amount: 999 };
  },
  'an offer': async (people) => {
    await noFree(people);
    await offer(people, {});
    return { type: 'monthly', amount: 500 };
  },
  'an offer of months only': async (people) => {
    await noFree(people);
    await offer(people, { plan: 'monthly', percent: 30 });
    await offer(people, { plan: 'yearly', percent: 60 });
    return { type: 'monthly', amount: 699 };
  },
  'an offer of years only': async (people) => {
    await noFree(people);
    await offer(people, { plan: 'yearly' });
    return { type: 'monthly', amount: 999 };
  },
  'an offer for those who come back': async (people) => {
    await noFree(people);
    await offer(people, { audience: 'returning' });
    return { type: 'monthly', amount: 999 };
  },
  'an offer that is used up': async (people) => {
    await noFree(people);
    const { _id } = await offer(people, {});
    await ok('PUT /promotions/:id/end', { token: people.creator.token, params: { id: _id } });
    return { type: 'monthly', amount: 999 };
  },
  'free days': async (people) => {
    await offer(people, {});
    return { type: 'free', amount: 0 };
  },
  'free days that are used up': async () => {
    await hadFree();
    return { type: 'monthly', amount: 999 };
  },
  'free days that are used up, and an offer': async (people) => {
    await hadFree();
    await offer(people, {});
    return { type: 'monthly', amount: 500 };
  },
  'a renewal that failed, before a higher price': async (people) => {
    await failedRenewal(people);
    await priceBecomes(people, { monthlyPrice: 1_499 });
    return { type: 'monthly', amount: 999 };
  },
  'a renewal that failed, before a lower price and an offer': async (people) => {
    await failedRenewal(people);
    await priceBecomes(people, { monthlyPrice: 599 });
    await offer(people, {});
    return { type: 'monthly', amount: 999 };
  },
  'a renewal that failed, and was given up': async (people) => {
    await failedRenewal(people);
    await priceBecomes(people, { monthlyPrice: 1_499 });
    await db.update(subscriptions).set({ state: 'expired' });
    await noFree(people);
    return { type: 'monthly', amount: 1_499 };
  },
  'a period that is over before its renewal': async (people) => {
    const { periodEnd } = await monthly(people);
    app.ports.clock.set(periodEnd!);
    app.ports.clock.move('1m');
    await priceBecomes(people, { monthlyPrice: 1_499 });
    return { type: 'monthly', amount: 999 };
  },
  'a canceled subscription that is over': async (people) => {
    const { _id, periodEnd } = await monthly(people);
    await app.cancel(_id);
    app.ports.clock.set(periodEnd!);
    app.ports.clock.move('1m');
    await priceBecomes(people, { monthlyPrice: 1_499 });
    await noFree(people);
    return { type: 'monthly', amount: 1_499 };
  },
  'a coupon': async (people) => {
    await noFree(people);
    return { type: 'monthly', amount: 999, coupon: (await makeCoupon()).code };
  },
  'an offer and a coupon': async (people) => {
    await noFree(people);
    await offer(people, {});
    return { type: 'monthly', amount: 500, coupon: (await makeCoupon()).code };
  },
};

/** The locks of everything that a subscription opens. */
async function locks({ creator, fan }: People) {
  const values = { audience: 'subscribers' } as const;
  const { id: stream } = await makeStream(creator.id, values);
  const look = { token: fan.token };
  const [post, video, gallery] = [
    await makePost(creator.id, values),
    await makeVideo(creator.id, values),
    (await makeGallery(creator.id, values)).id,
  ];
  return {
    post: await ok('GET /user/feeds/:id', { ...look, params: { id: post } }),
    video: await ok('GET /performer-assets/videos/:id', { ...look, params: { id: video } }),
    gallery: await ok('GET /performer-assets/galleries/:id/view', { ...look, params: { id: gallery } }),
    stream: await ok('GET /streaming/:id', { ...look, params: { id: stream } }),
    'post in the timeline': (
      await ok('GET /user/feeds', { ...look, query: { performerId: creator.id } })
    ).data.find(({ _id }) => _id === post)!,
    'video in a list': (
      await ok('GET /performer-assets/videos/search', { ...look, query: { performerId: creator.id } })
    ).data.find(({ _id }) => _id === video)!,
  };
}

/** What is due with the coupon, as the dialog is told. */
async function dueWith({ fan, creator }: People, { type, amount, coupon }: Asked): Promise<number> {
  if (!coupon || type === 'free') return amount;
  const body = { target: { performerId: creator.id, type } };
  const effect = await ok('POST /coupons/:code/apply-coupon', {
    token: fan.token,
    params: { code: coupon },
    body,
  });
  return effect.after;
}

async function press(
  { fan, creator, cardId }: People,
  {
    type,
    due,
    coupon,
    promotionId,
  }: { type: Asked['type']; due: number; coupon?: string | undefined; promotionId?: string | undefined },
): Promise<void> {
  const card = type === 'free' ? {} : { cardId, expectedPrice: due, promotionId, couponCode: coupon };
  const body = { performerId: creator.id, type, ...card };
  const paid = await app.raw('POST /payment/subscribe/performers', {
    token: fan.token,
    key: app.ports.ids(),
    body,
  });
  expect([paid.status < 300, paid.problem?.message]).toEqual([true, undefined]);
}

const figureIn = (text: string | null | undefined) =>
  /free/i.exec(text ?? '')?.[0].toLowerCase() ?? /\$[\d.,]+/.exec(text ?? '')?.[0];

describe('the price of a subscription is the same on locks, the profile, plans and the card', () => {
  test.each(Object.keys(situations))('with %s', async (name) => {
    const people = await begin();
    const { fan, creator } = people;
    const { type, amount, coupon } = await situations[name]!(people);
    const said = type === 'free' ? 'free' : formatMoney(amount);
    const settings = await ok('GET /settings/public', {});
    const rate = { currency: settings.currency, tokenRate: settings.tokenRate };

    for (const [what, { access }] of Object.entries(await locks(people))) {
      const labels = accessOptions(access, rate).filter(({ need }) => need.startsWith('subscribe'));
      expect([what, labels.map(({ label }) => figureIn(label))]).toEqual([what, [said]]);
    }

    const performer = await ok('GET /performers/:id', { token: fan.token, params: { id: creator.id } });
    const { data: offers } = await ok('GET /promotions/performer/:id', {
      token: fan.token,
      params: { id: creator.id },
    });
    const first = firstPlan(performer, settings, offers)!;
    expect([first.type, figureIn(first.price ?? 'free')]).toEqual([type, said]);

    const before = (await db.select().from(payments).where(eq(payments.accountId, fan.id))).map(
      ({ id }) => id,
    );
    const due = await dueWith(people, { type, amount, coupon });
    const plans = listPlans(performer, settings, {
      offers,
      requested: type === 'free' ? undefined : { type, amount: due },
    });
    expect(plans.find(({ value }) => value === type)?.aside).toBe(formatMoney(due));

    await press(people, {
      type,
      due,
      coupon,
      promotionId: type === 'free' ? undefined : offerOn(offers, type)?._id,
    });
    const charged = (await db.select().from(payments).where(eq(payments.accountId, fan.id))).filter(
      ({ id }) => !before.includes(id),
    );
    expect(charged.map((row) => [row.state, row.amount])).toEqual(
      type === 'free' ? [] : [['succeeded', due]],
    );
    expect(await checkLedger(ctx)).toEqual([]);
  });
});
