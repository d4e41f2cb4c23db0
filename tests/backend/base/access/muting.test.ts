import { beforeEach, expect, test } from 'vitest';
import { notificationKinds, notificationTypes } from '#config/notification-types.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { trendingCreators } from '#backend/db/schema/search/trending.ts';
import { notify } from '#backend/domain/people/notifications/notify.ts';
import { transaction } from '#backend/kernel/context.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

/* Muting a creator hides them from what is suggested, and changes nothing else. */

const app = await testBackend();
const { ctx, db, ok, call, makeFan, makeCreator } = app;
const { makePost, follow, subscribe, block } = postsIn(app);

const mute = (who: Person, creator: Person) =>
  ok('PUT /creator-mutes/:id', { token: who.token, params: { id: creator.id } });
const unmute = (who: Person, creator: Person) =>
  ok('DELETE /creator-mutes/:id', { token: who.token, params: { id: creator.id } });
const authors = async (who: Person, query: { from?: 'subscribed' | 'discover'; category?: string } = {}) => {
  const { data, total } = await ok('GET /user/feeds', { token: who.token, query });
  return { authors: [...new Set(data.map(({ performer }) => performer._id))].toSorted(), total };
};
const sorted = (...people: Person[]) => people.map(({ id }) => id).toSorted();

// Creators of an earlier test aren't suggested in the next.
beforeEach(async () => {
  await db.update(performers).set({ verified: 'draft' });
});

test('their posts are in none of the timelines of Home, and are back once they are unmuted', async () => {
  const [muted, other, fan] = [await makeCreator(), await makeCreator(), await makeFan()];
  for (const creator of [muted, other]) {
    await makePost(creator.id, { audience: 'public' });
    await follow(fan.id, creator.id);
    await subscribe(fan.id, creator.id);
  }
  await mute(fan, muted);
  expect(await authors(fan)).toEqual({ authors: sorted(other), total: expect.any(Number) });
  expect(await authors(fan, { from: 'subscribed' })).toMatchObject({ authors: sorted(other) });
  await unmute(fan, muted);
  expect(await authors(fan)).toMatchObject({ authors: sorted(muted, other) });
});

test('they are neither discovered nor suggested, but are found', async () => {
  const values = { categories: ['ceramics'], feeds: 1, isFreeSubscription: true };
  const make = () => makeCreator({}, values);
  const [muted, other, third, fan, friend] = [
    await make(),
    await make(),
    await make(),
    await makeFan(),
    await makeFan(),
  ];
  for (const creator of [muted, other]) {
    await makePost(creator.id, { audience: 'public' });
    for (const person of [friend, await makeFan()]) await follow(person.id, creator.id);
  }
  await db
    .insert(trendingCreators)
    .values(
      [muted, other].map(({ id }) => ({ performerId: id, score: 1, updatedAt: app.ports.clock.now() })),
    );
  const { token } = fan;
  const seen = async () => {
    const page = await ok('GET /explore', { token });
    const inCategory = await ok('GET /performers/user/search', { token, query: { category: 'ceramics' } });
    const suggested = await ok('GET /explore/suggestions', { token });
    const random = await ok('GET /performers/search/random', { token });
    const similar = await ok('GET /performers/:id/similar', { token, params: { id: third.id } });
    const ids = (rows: readonly { _id: string }[]) => rows.map(({ _id }) => _id);
    return {
      newest: ids(page.newest),
      free: ids(page.free),
      inCategory: ids(inCategory.data),
      suggested: ids(suggested.data.map(({ performer }) => performer)),
      random: ids(random.data),
      similar: ids(similar.data),
      posts: (await authors(fan, { category: 'ceramics' })).authors,
      discover: (await authors(fan, { from: 'discover' })).authors,
    };
  };
  const before = await seen();
  for (const [where, ids] of Object.entries(before)) expect(ids, where).toContain(muted.id);
  await mute(fan, muted);
  const after = await seen();
  for (const [where, ids] of Object.entries(after)) {
    expect(ids, where).not.toContain(muted.id);
    expect(ids, where).toContain(other.id);
  }
  const found = await ok('GET /performers/user/search', { token, query: { q: muted.username } });
  expect(found.data.map(({ _id }) => _id)).toEqual([muted.id]);
});

test('their news don’t come; what is paid for, and messages, do', async () => {
  const [muted, fan] = [await makeCreator(), await makeFan()];
  await mute(fan, muted);
  for (const type of notificationTypes)
    await transaction(ctx, (tx) =>
      notify(tx, {
        to: fan.id,
        type,
        actor: { id: muted.id, name: muted.username },
        text: 'Something happened.',
        href: '/home',
      }),
    );
  const { data } = await ok('GET /notifications', { token: fan.token, query: { limit: 100 } });
  const come = new Set(data.map(({ type }) => type));
  expect(notificationTypes.filter((type) => !come.has(type))).toEqual([
    'follow',
    'like',
    'comment',
    'reply',
    'mention',
    'live',
    'new-post',
    'poll',
  ]);
  expect(notificationTypes.filter((type) => notificationKinds[type].isUrgent && !come.has(type))).toEqual([]);
  await transaction(ctx, (tx) =>
    notify(tx, {
      to: muted.id,
      type: 'comment',
      actor: { id: fan.id, name: fan.username },
      text: 'Something happened.',
      href: '/home',
    }),
  );
  expect((await ok('GET /notifications', { token: muted.token })).data).toHaveLength(1);
});

test('their page, subscription and messages stay as they are, and the creator can’t tell', async () => {
  const [muted, fan] = [await makeCreator(), await makeFan()];
  const post = await makePost(muted.id, { audience: 'subscribers' });
  await follow(fan.id, muted.id);
  await subscribe(fan.id, muted.id);
  const seen = async () => ({
    profile: await ok('GET /performers/:id', { token: fan.token, params: { id: muted.id } }),
    posts: (await ok('GET /user/feeds', { token: fan.token, query: { performerId: muted.id } })).data,
    post: await ok('GET /user/feeds/:id', { token: fan.token, params: { id: post } }),
    subscriptions: await ok('GET /subscriptions/user/search', { token: fan.token }),
  });
  const told = async () => ({
    followers: await ok('GET /follows/followers', { token: muted.token }),
    notifications: await ok('GET /notifications', { token: muted.token }),
  });
  const [before, known] = [await seen(), await told()];
  await mute(fan, muted);
  expect(await seen()).toEqual(before);
  expect(await told()).toEqual(known);
  const begun = await call('POST /conversations', {
    token: fan.token,
    body: { source: 'performer', sourceId: muted.id },
  });
  expect(begun.status).toBeLessThan(300);
});

test('the muted are listed for oneself, last muted first, without those who are blocked; nobody mutes themselves', async () => {
  const [one, two, fan, other] = [await makeCreator(), await makeCreator(), await makeFan(), await makeFan()];
  await mute(fan, one);
  app.ports.clock.move('1m');
  await mute(fan, two);
  expect(await mute(fan, two)).toEqual({ isMuted: true });
  const list = async (who: Person) =>
    (await ok('GET /creator-mutes', { token: who.token })).data.map(({ _id }) => _id);
  expect(await list(fan)).toEqual([two.id, one.id]);
  expect(await list(other)).toEqual([]);
  const first = await ok('GET /creator-mutes', { token: fan.token, query: { limit: 1 } });
  const rest = await ok('GET /creator-mutes', {
    token: fan.token,
    query: { limit: 1, cursor: first.nextCursor! },
  });
  expect(rest.data.map(({ _id }) => _id)).toEqual([one.id]);
  await block(one.id, fan.id);
  expect(await list(fan)).toEqual([two.id]);
  const self = await call('PUT /creator-mutes/:id', { token: one.token, params: { id: one.id } });
  expect(self.status).toBe(409);
  const aFan = await call('PUT /creator-mutes/:id', { token: fan.token, params: { id: other.id } });
  expect(aFan.status).toBe(404);
});
