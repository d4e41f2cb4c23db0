import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { follows } from '#backend/db/schema/community.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { orders } from '#backend/db/schema/shop.ts';
import { feeds } from '#backend/db/schema/posts.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { addUpDays } from '#backend/domain/money/earnings/days.ts';
import { testBackend } from '../../../setup/backend.ts';
import { broadcastsIn } from '../../../setup/broadcasting.ts';
import { earningsIn } from '../../../setup/earnings.ts';
import { goingLiveIn } from '../../../setup/going-live.ts';
import { payoutsIn } from '../../../setup/payouts.ts';
import { postsIn } from '../../../setup/posts.ts';
import { requestingIn } from '../../../setup/requesting.ts';
import { shopIn } from '../../../setup/shop.ts';
import { talkOf } from '../../../setup/talk.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { ok, db, ports, ctx } = app;
const { makePost, subscribe, block } = postsIn(app);
const { makeProduct, makeOrder } = shopIn(app);
const { earn, makeBank, ask } = payoutsIn(app);
const { open, send } = talkOf(app);
const { request, answer } = requestingIn(app);
const sell = earningsIn(app);
const day = 86_400_000;
const inDays = (days: number) => new Date(ports.clock.now().getTime() + days * day);

let creator: Person;
let fan: Person;
const stay = async (person: Person): Promise<Person> => ({
  ...person,
  token: (await app.openSession(person.id, 100_000)).token,
});
beforeEach(async () => {
  ports.clock.set('2026-03-02T09:00:00Z');
  creator = await stay(await app.makeCreator({ name: 'Cleo' }));
  fan = await stay(await app.makeFan({ name: 'Fay' }));
  await app.fund(fan.id, 1);
});
const homeOf = (who: Person) => ok('GET /performer/home', { token: who.token });
const home = () => homeOf(creator);
const todo = async (who = creator) =>
  (await homeOf(who)).todo.map(({ kind, count, deadline }) => [kind, count, deadline]);
const profile = (values: Partial<typeof performers.$inferInsert>, who = creator) =>
  db.update(performers).set(values).where(eq(performers.accountId, who.id));

describe('to do', () => {
  test('an order to accept, then to ship, until it is shipped', async () => {
    const productId = await makeProduct(creator.id);
    const deadlineAt = inDays(2);
    const id = await makeOrder(fan.id, creator.id, { productId, deadlineAt });
    await makeOrder(fan.id, creator.id, { productId, deadlineAt: inDays(5) });
    expect((await home()).todo).toEqual([
      {
        kind: 'orders_to_accept',
        count: 2,
        deadline: deadlineAt.toISOString(),
        href: '/creator/orders?state=paid',
      },
    ]);
    await db.update(orders).set({ state: 'accepted' }).where(eq(orders.id, id));
    expect((await todo()).map(([kind]) => kind)).toEqual(['orders_to_ship', 'orders_to_accept']);
    await db.update(orders).set({ state: 'shipped' }).where(eq(orders.sellerId, creator.id));
    expect(await todo()).toEqual([]);
  });

  test('a problem with an order, until it is answered', async () => {
    const productId = await makeProduct(creator.id);
    const deadlineAt = inDays(3);
    const id = await makeOrder(fan.id, creator.id, { productId, state: 'shipped', deadlineAt });
    const problem = { problem: 'damaged', problemState: 'open', problemSince: inDays(0) } as const;
    await db.update(orders).set(problem).where(eq(orders.id, id));
    expect(await todo()).toEqual([['order_problems', 1, deadlineAt.toISOString()]]);
    await db.update(orders).set({ problemState: 'answered' }).where(eq(orders.id, id));
    expect(await todo()).toEqual([]);
  });

  test('a conversation, until it is answered; not a muted one, and none with a blocked person', async () => {
    const { _id: id } = await open(fan, creator);
    await send(fan, id, 'Hello');
    expect(await todo()).toEqual([['messages', 1, null]]);
    await send(creator, id, 'Hi');
    expect(await todo()).toEqual([]);
    await send(fan, id, 'How are you?');
    expect(await todo()).toEqual([['messages', 1, null]]);
    const mute = (isMuted: boolean) =>
      ok('PUT /conversations/:id/inbox', { token: creator.token, params: { id }, body: { isMuted } });
    await mute(true);
    expect(await todo()).toEqual([]);
    await mute(false);
    await block(fan.id, creator.id);
    expect(await todo()).toEqual([]);
  });

  test('a message request, until it is answered', async () => {
    const { creator: asked, id } = await request(0);
    const [[kind, count, deadline] = []] = await todo(asked);
    expect([kind, count]).toEqual(['message_requests', 1]);
    expect(new Date(String(deadline)).getTime()).toBeGreaterThan(ports.clock.now().getTime());
    await answer(asked, id, 'decline');
    expect(await todo(asked)).toEqual([]);
  });

  test('a subscriber’s failed payment, until it is paid', async () => {
    await subscribe(fan.id, creator.id);
    const nextAttemptAt = inDays(3);
    const set = (values: Partial<typeof subscriptions.$inferInsert>) =>
      db.update(subscriptions).set(values).where(eq(subscriptions.performerId, creator.id));
    await set({ state: 'past_due', nextAttemptAt });
    expect(await todo()).toEqual([['failed_payments', 1, nextAttemptAt.toISOString()]]);
    await set({ state: 'active', nextAttemptAt: null });
    expect(await todo()).toEqual([]);
  });

  test('documents that are missing, refused or expire soon, until new ones were sent', async () => {
    for (const verified of ['draft', 'rejected', 'expired'] as const) {
      await profile({ verified });
      expect(await todo()).toEqual([['documents', 1, null]]);
    }
    await profile({ verified: 'pending' });
    expect(await todo()).toEqual([]);
    const verifiedUntil = inDays(20);
    await profile({ verified: 'approved', verifiedUntil });
    expect(await todo()).toEqual([['documents', 1, verifiedUntil.toISOString()]]);
    await profile({ submittedAt: ports.clock.now() });
    expect(await todo()).toEqual([]);
    await profile({ submittedAt: null, verifiedUntil: inDays(40) });
    expect(await todo()).toEqual([]);
  });

  test('a payout method, once there is something to pay out', async () => {
    expect(await todo()).toEqual([]);
    await earn(creator.id, 500, 1);
    expect(await todo()).toEqual([['payout_method', 1, null]]);
    await makeBank(creator);
    expect(await todo()).toEqual([]);
  });

  test('the nearest deadline is first, and what has none is last', async () => {
    const { _id: id } = await open(fan, creator);
    await send(fan, id, 'Hello');
    const productId = await makeProduct(creator.id);
    await makeOrder(fan.id, creator.id, { productId, deadlineAt: inDays(9) });
    await profile({ verifiedUntil: inDays(8) });
    expect((await todo()).map(([kind]) => kind)).toEqual(['documents', 'orders_to_accept', 'messages']);
  });
});

test('the figures are those of the ledger, in UTC days, before and after days are added up', async () => {
  const sold = { fanId: fan.id, creatorId: creator.id };
  const at = async (moment: string, act: () => Promise<unknown>) => {
    ports.clock.set(moment);
    await act();
  };
  const follow = async () => {
    const someone = await app.makeFan();
    await db
      .insert(follows)
      .values({ followerId: someone.id, performerId: creator.id, createdAt: ports.clock.now() });
  };
  await at('2026-01-05T23:59:59.999Z', () => sell.tip(sold, 1_000));
  await at('2026-01-06T00:00:00.000Z', () => sell.tip(sold, 100));
  await at('2026-02-02T23:59:59.999Z', () => sell.tip(sold, 200));
  await at('2026-02-02T23:59:59.999Z', follow);
  await at('2026-02-03T00:00:00.000Z', () => sell.tip(sold, 400));
  await at('2026-02-03T00:00:00.000Z', async () =>
    sell.paySubscription(sold, await sell.openSubscription(sold)),
  );
  await at('2026-03-02T00:00:00.000Z', () => sell.tip(sold, 800));
  await at('2026-03-02T00:00:00.000Z', follow);
  ports.clock.set('2026-03-02T09:00:00Z');
  const days = {
    today: ['2026-03-02', '2026-03-02'],
    last: ['2026-02-03', '2026-03-02'],
    before: ['2026-01-06', '2026-02-02'],
  };
  const check = async () => {
    const { figures } = await home();
    for (const [name, [from, to]] of Object.entries(days)) {
      const period = figures[name as keyof typeof days];
      expect([period.from, period.to]).toEqual([from, to]);
      const { sums } = await ok('GET /performer/earning/search', {
        token: creator.token,
        query: { from: `${from}T00:00:00.000Z`, to: new Date(Date.parse(to!) + day).toISOString() },
      });
      expect(period.earned).toBe(sums.net);
    }
    expect(figures.today).toMatchObject({ subscribers: 0, followers: 1 });
    expect(figures.last).toMatchObject({ subscribers: 1, followers: 1 });
    expect(figures.before).toMatchObject({ subscribers: 0, followers: 1 });
    return figures;
  };
  const before = await check();
  expect([before.today, before.last, before.before].every(({ earned }) => earned > 0)).toBe(true);
  await addUpDays(ctx);
  expect(await check()).toEqual(before);
});

test('best posts: those that earned most with tips, then the most liked; unpublished ones are left out', async () => {
  const sold = { fanId: fan.id, creatorId: creator.id };
  const post = (text: string, likes = 0) => makePost(creator.id, { text, likes });
  const [small, great, gone] = [await post('Small', 9), await post('Great'), await post('Gone')];
  await post('Liked', 3);
  await post('Ignored');
  await makePost(creator.id, { text: 'Old', likes: 99, publishedAt: inDays(-40) });
  const unlock = (subjectId: string, tokens: number) =>
    sell.charge(sold, { subject: 'feed', subjectId, tokens });
  await unlock(small, 100);
  await unlock(great, 90);
  await sell.charge(sold, { subject: 'tip', subjectId: great, tokens: 90 });
  await unlock(gone, 500);
  await db.update(feeds).set({ state: 'archived' }).where(eq(feeds.id, gone));
  const { bestPosts } = await home();
  expect(bestPosts.map(({ title }) => title)).toEqual(['Great', 'Small', 'Liked']);
  const { sums } = await ok('GET /performer/earning/search', {
    token: creator.token,
    query: { itemKind: 'feed', itemId: small },
  });
  expect(bestPosts[1]).toMatchObject({ _id: small, earned: sums.net, likes: 9 });
});

test('newest subscribers: the last five, without expired ones, closed accounts and blocked people', async () => {
  const join = async (name: string) => {
    ports.clock.move('1m');
    const person = await app.makeFan({ name });
    await subscribe(person.id, creator.id);
    return person;
  };
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) await join(name);
  const [gone, blocked, over] = [await join('Gone'), await join('Blocked'), await join('Over')];
  await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, gone.id));
  await block(creator.id, blocked.id);
  await db.update(subscriptions).set({ state: 'expired' }).where(eq(subscriptions.userId, over.id));
  const { newestSubscribers } = await home();
  expect(newestSubscribers.map(({ user }) => user.name)).toEqual(['Six', 'Five', 'Four', 'Three', 'Two']);
});

test('the next payout: when the minimum is available, then that it can be requested, then the request', async () => {
  await makeBank(creator);
  await earn(creator.id, 20_000, 1);
  const early = (await home()).nextPayout;
  expect(early).toMatchObject({ available: 0, canRequest: false, request: null });
  expect(early.from).toBe(inDays(6).toISOString());
  ports.clock.move('8d');
  expect((await home()).nextPayout).toMatchObject({
    available: 20_000,
    canRequest: true,
    from: null,
    blocks: [],
  });
  const { _id } = await ask(creator, 20_000);
  expect((await home()).nextPayout).toMatchObject({
    canRequest: false,
    request: { _id, amount: 20_000, state: 'pending' },
  });
});

test('the next five of everything that is scheduled, in the order of time', async () => {
  await makePost(creator.id, { state: 'scheduled', text: 'Later', scheduledAt: inDays(4) });
  await makePost(creator.id, { state: 'scheduled', text: 'Last', scheduledAt: inDays(9) });
  await makePost(creator.id, { state: 'draft', text: 'Draft', scheduledAt: inDays(1) });
  const { _id: conversationId } = await open(fan, creator);
  await send(fan, conversationId, 'Hello');
  await ok('POST /scheduled-messages', {
    token: creator.token,
    body: { conversationId, text: 'Good morning', sendAt: inDays(3).toISOString() },
  });
  await db
    .insert(follows)
    .values({ followerId: fan.id, performerId: creator.id, createdAt: ports.clock.now() });
  await broadcastsIn(app).send(creator, { text: 'To all', scheduledAt: inDays(2).toISOString() });
  await goingLiveIn(app).tryLive(creator, { title: 'Friday', scheduledAt: inDays(1).toISOString() });
  await makePost(creator.id, { state: 'scheduled', text: 'The sixth', scheduledAt: inDays(12) });
  const { scheduled } = await home();
  expect(scheduled.map(({ kind, title }) => [kind, title])).toEqual([
    ['stream', 'Friday'],
    ['mass_message', 'To all'],
    ['message', 'Good morning'],
    ['post', 'Later'],
    ['post', 'Last'],
  ]);
  expect(scheduled[2]?.href).toBe(`/messages/${conversationId}`);
});

describe('first steps', () => {
  test('a new creator has all of them to do; each is done by its own act, and they go with the last', async () => {
    const fresh = await app.makeCreator({ bio: '' }, { monthlyPrice: null, yearlyPrice: null });
    const done = async () =>
      (await homeOf(fresh)).steps?.flatMap(({ kind, isDone }) => (isDone ? [kind] : [])) ?? null;
    const account = (values: Partial<typeof accounts.$inferInsert>) =>
      db.update(accounts).set(values).where(eq(accounts.id, fresh.id));
    const { todo: waiting, steps, ...rest } = await homeOf(fresh);
    expect(waiting).toEqual([]);
    expect(steps?.map(({ kind }) => kind)).toEqual([
      'picture',
      'bio',
      'price',
      'post',
      'payout_method',
      'share',
    ]);
    expect(rest).toMatchObject({ newestSubscribers: [], bestPosts: [], scheduled: [] });
    expect(await done()).toEqual([]);
    await account({ avatar: 'avatars/1' });
    expect(await done()).toEqual(['picture']);
    await account({ bio: 'I make pots.' });
    expect(await done()).toEqual(['picture', 'bio']);
    await profile({ monthlyPrice: 999 }, fresh);
    expect(await done()).toEqual(['picture', 'bio', 'price']);
    await profile({ feeds: 1 }, fresh);
    await makeBank(fresh);
    expect(await done()).toEqual(['picture', 'bio', 'price', 'post', 'payout_method']);
    await profile({ followers: 1 }, fresh);
    expect(await done()).toBeNull();
  });

  test('a free subscription is a chosen price', async () => {
    await profile({ monthlyPrice: null, yearlyPrice: null, isFreeSubscription: true });
    expect((await home()).steps?.find(({ kind }) => kind === 'price')?.isDone).toBe(true);
  });
});

test('nothing of another creator is shown', async () => {
  const other = await app.makeCreator();
  const untouched = await homeOf(other);
  const productId = await makeProduct(creator.id);
  await makeOrder(fan.id, creator.id, { productId, deadlineAt: inDays(1) });
  await subscribe(fan.id, creator.id);
  await db.update(subscriptions).set({ state: 'past_due' }).where(eq(subscriptions.performerId, creator.id));
  const post = await makePost(creator.id, { likes: 5 });
  await sell.charge(
    { fanId: fan.id, creatorId: creator.id },
    { subject: 'feed', subjectId: post, tokens: 50 },
  );
  await makePost(creator.id, { state: 'scheduled', scheduledAt: inDays(1) });
  const { _id: id } = await open(fan, creator);
  await send(fan, id, 'Hello');
  const full = await home();
  expect(full.todo.length).toBeGreaterThan(3);
  expect([full.bestPosts, full.scheduled, full.newestSubscribers].map(({ length }) => length)).toEqual([
    1, 1, 1,
  ]);
  expect(await homeOf(other)).toEqual(untouched);
});
