import { asc, desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { creatorMutes } from '#backend/db/schema/blocks.ts';
import { reactions } from '#backend/db/schema/community.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { trendingCreators } from '#backend/db/schema/search/trending.ts';
import { viewHours } from '#backend/db/schema/statistics.ts';
import { createJobRunner } from '#backend/jobs/runner.ts';
import { updateTrending } from '#backend/domain/across/search/trending.ts';
import { testBackend } from '../../../setup/backend.ts';
import { goingLiveIn } from '../../../setup/going-live.ts';
import { worksIn } from '../../../setup/media-items.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ports, ctx, ok, call, makeFan, makeCreator } = app;
const { makeFile, makePost, follow, subscribe, buy, block, closeCountry } = postsIn(app);
ports.geo.countries.set('192.0.2.7', 'FR');

const wait = (days: number) => ports.clock.move(`${days * 24}h` as '1h');
const names = (rows: readonly { username: string }[]) => rows.map(({ username }) => username);
const like = (accountId: string, objectId: string) =>
  db
    .insert(reactions)
    .values({ accountId, action: 'like', objectType: 'feed', objectId, createdAt: ports.clock.now() });
/** Sessions end before some of the activity counts. */
const again = async (person: Person): Promise<Person> => ({
  ...person,
  ...(await app.openSession(person.id)),
});
async function fans(count: number): Promise<Person[]> {
  const made: Person[] = [];
  for (let at = 0; at < count; at++) made.push(await makeFan());
  return made;
}
const scores = async () =>
  new Map(
    (await db.select().from(trendingCreators).orderBy(desc(trendingCreators.score))).map(
      ({ performerId, score }) => [performerId, score],
    ),
  );

// Everybody of an earlier test goes out of sight.
beforeEach(async () => {
  await db.update(performers).set({ verified: 'draft' });
});

describe('trending', () => {
  test('is what happened lately: follows, likes of several people, unlocks; half after three days, nothing after two weeks', async () => {
    const [busy, liked, quiet] = [await makeCreator(), await makeCreator(), await makeCreator()];
    const people = await fans(3);
    const post = await makePost(liked.id);
    wait(2);
    for (const fan of people) await follow(fan.id, busy.id);
    for (const fan of people) await like(fan.id, post);
    await updateTrending(ctx);
    const first = await scores();
    expect([...first.keys()]).toEqual([busy.id, liked.id]);
    expect(first.get(busy.id)! / first.get(liked.id)!).toBeCloseTo(3, 5);
    expect(first.has(quiet.id)).toBe(false);
    wait(3);
    await updateTrending(ctx);
    expect((await scores()).get(busy.id)!).toBeCloseTo(first.get(busy.id)! / 2, 5);
    wait(12);
    await updateTrending(ctx);
    expect(await scores()).toEqual(new Map());
  });

  test('isn’t made by one person liking everything, by the creator, by new or by suspended accounts', async () => {
    const creator = await makeCreator();
    const [one, suspended] = await fans(2);
    const posts = [await makePost(creator.id), await makePost(creator.id), await makePost(creator.id)];
    wait(2);
    await like(one!.id, posts[0]!);
    await updateTrending(ctx);
    const before = (await scores()).get(creator.id)!;
    await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, suspended!.id));
    const [fresh] = await fans(1);
    for (const id of posts.slice(1)) await like(one!.id, id);
    for (const who of [creator.id, suspended!.id, fresh!.id]) await like(who, posts[0]!);
    await follow(fresh!.id, creator.id);
    await updateTrending(ctx);
    expect((await scores()).get(creator.id)).toBeCloseTo(before, 5);
    wait(1.5);
    await updateTrending(ctx);
    expect((await scores()).get(creator.id)).toBeGreaterThan(before);
  });

  test('counts more where readers unlock, and a follower of a small creator more than one of a large one', async () => {
    const [sells, read, large] = [
      await makeCreator(),
      await makeCreator(),
      await makeCreator({}, { followers: 10_000 }),
    ];
    const people = await fans(4);
    wait(2);
    const [sold, seen] = [await makePost(sells.id, { price: 10 }), await makePost(read.id, { price: 10 })];
    for (const fan of people) {
      await buy(fan.id, sold, sells.id);
      await buy(fan.id, seen, read.id);
      await follow(fan.id, large.id);
    }
    await db.insert(viewHours).values({
      performerId: read.id,
      day: ports.clock.now().toISOString().slice(0, 10),
      hour: ports.clock.now().getUTCHours(),
      views: 5_000,
      viewers: 5_000,
    });
    await updateTrending(ctx);
    expect([...(await scores()).keys()]).toEqual([sells.id, read.id, large.id]);
  });
});

describe('explore', () => {
  async function scene() {
    const [one, two, three] = [
      await makeCreator({ username: `one.${ports.ids().slice(-8)}` }, { categories: ['glass'], feeds: 1 }),
      await makeCreator(
        { username: `two.${ports.ids().slice(-8)}` },
        { categories: ['glass'], feeds: 1, isFreeSubscription: true },
      ),
      await makeCreator({ username: `three.${ports.ids().slice(-8)}` }, { categories: ['glass', 'ink'] }),
    ];
    const people = await fans(3);
    wait(2);
    for (const fan of people) for (const creator of [one, two]) await follow(fan.id, creator.id);
    await updateTrending(ctx);
    const viewer = await makeFan();
    return { one, two, three, people, viewer };
  }
  const seen = async (who: Person | null, around: { ip?: string } = {}) => {
    const { trending, newest, free, because, live } = await ok('GET /explore', {
      token: who?.token ?? null,
      ...around,
    });
    return {
      trending: names(trending),
      newest: names(newest),
      free: names(free),
      live: live.map(({ performer }) => performer.username),
      because: because.map(({ performer, performers: found }) => [performer.username, names(found)]),
    };
  };

  test('shows a visitor who is trending, who is new and has published, who is free, who is live, and the categories', async () => {
    const { one, two } = await scene();
    await goingLiveIn(app).goLive(await again(two), { title: 'At the furnace' });
    const { trending, newest, free, live, because } = await seen(null);
    expect(trending.toSorted()).toEqual([one.username, two.username].toSorted());
    expect(newest).toEqual(expect.arrayContaining([one.username, two.username]));
    expect(newest).toHaveLength(2);
    expect(free).toEqual([two.username]);
    expect(live).toEqual([two.username]);
    expect(because).toEqual([]);
    ports.clock.move('2m');
    const { categories } = await ok('GET /explore', { token: null });
    expect(categories).toEqual([
      { name: 'glass', count: 3 },
      { name: 'ink', count: 1 },
    ]);
  });

  test('shows new posts with a picture that one may see, two of each creator, and none of muted ones', async () => {
    const { one, two, viewer } = await scene();
    const picture = async (id: string, values: Parameters<typeof makePost>[1] = {}) =>
      makePost(id, { type: 'photo', text: 'Fresh from the kiln', ...values }, [await makeFile(id)]);
    const first = [await picture(one.id), await picture(one.id), await picture(one.id)];
    await makePost(one.id, { text: 'Words alone' });
    await picture(one.id, { audience: 'subscribers' });
    const other = await picture(two.id);
    const posts = async () => (await ok('GET /explore', { token: viewer.token })).posts.map(({ _id }) => _id);
    expect(await posts()).toEqual([other, first[2], first[1]]);
    await db.insert(creatorMutes).values({
      accountId: viewer.id,
      performerId: two.id,
      createdAt: ports.clock.now(),
    });
    expect(await posts()).toEqual([first[2], first[1]]);
    const { posts: visitors } = await ok('GET /explore', { token: null });
    expect(visitors[0]).toMatchObject({ _id: other, kind: 'post', title: 'Fresh from the kiln' });
  });

  test('shows new galleries with their covers', async () => {
    const { one } = await scene();
    const { id } = await worksIn(app).makeGallery(one.id, { title: 'Glazes' });
    const { galleries } = await ok('GET /explore', { token: null });
    expect(galleries.map(({ _id, title }) => [_id, title])).toEqual([[id, 'Glazes']]);
  });

  test('shows those who share followers with someone the viewer follows, and nobody the viewer knows', async () => {
    const { one, two, three, people, viewer } = await scene();
    expect((await seen(viewer)).because).toEqual([]);
    await follow(viewer.id, one.id);
    expect((await seen(viewer)).because).toEqual([[one.username, [two.username, three.username]]]);
    await follow(viewer.id, two.id);
    await subscribe(viewer.id, three.id);
    expect((await seen(viewer)).because).toEqual([]);
    expect(people).toHaveLength(3);
  });

  test('leaves out whom the viewer can’t see: blocked either way, a closed country, suspended', async () => {
    const { one, two, viewer } = await scene();
    await block(one.id, viewer.id);
    expect((await seen(viewer)).trending).toEqual([two.username]);
    await block(viewer.id, two.id);
    expect(await seen(viewer)).toMatchObject({ trending: [], newest: [], free: [] });
    await closeCountry(two.id, 'FR');
    expect((await seen(null, { ip: '192.0.2.7' })).trending).toEqual([one.username]);
    await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, one.id));
    expect((await seen(null)).trending).toEqual([two.username]);
  });

  test('has no free creators where the site offers no free subscriptions', async () => {
    await scene();
    await app.settings.set('freeSubscriptionEnabled', false);
    expect((await seen(null)).free).toEqual([]);
    await app.settings.set('freeSubscriptionEnabled', true);
  });
});

describe('similar creators', () => {
  const similar = async (id: string, who: Person | null = null) =>
    names((await ok('GET /performers/:id/similar', { token: who?.token ?? null, params: { id } })).data);

  test('are those with the same followers, then those of the same categories, without whom the viewer follows', async () => {
    const given = await makeCreator({}, { categories: ['felt', 'dye'] });
    const [near, popular, alike] = [
      await makeCreator(),
      await makeCreator({}, { followers: 5_000 }),
      await makeCreator({}, { categories: ['felt'] }),
    ];
    await makeCreator();
    const people = await fans(4);
    for (const fan of people) for (const { id } of [given, near, popular]) await follow(fan.id, id);
    expect(await similar(given.id)).toEqual([near.username, alike.username, popular.username]);
    expect(await similar(given.id, people[0])).toEqual([alike.username]);
    await block(alike.id, people[0]!.id);
    expect(await similar(given.id, people[0])).toEqual([]);
  });

  test('aren’t told by a single shared follower, which would say whom somebody follows', async () => {
    const [given, other] = [await makeCreator(), await makeCreator()];
    const [fan] = await fans(1);
    await follow(fan!.id, given.id);
    await follow(fan!.id, other.id);
    expect(await similar(given.id)).toEqual([]);
  });

  test('of somebody the viewer can’t see are a 404', async () => {
    const [given, fan] = [await makeCreator(), await makeFan()];
    await block(given.id, fan.id);
    for (const id of [given.id, fan.id, ports.ids()])
      expect((await call('GET /performers/:id/similar', { token: fan.token, params: { id } })).status).toBe(
        404,
      );
  });
});

describe('a timeline', () => {
  const timeline = async (who: Person | null, query: object) =>
    (await ok('GET /user/feeds', { token: who?.token ?? null, query })).data.map(({ _id }) => _id);

  test('of subscribed creators has theirs alone; following has both', async () => {
    const [followed, subscribed, fan] = [await makeCreator(), await makeCreator(), await makeFan()];
    await follow(fan.id, followed.id);
    await subscribe(fan.id, subscribed.id, 3);
    const [a, b] = [await makePost(followed.id), await makePost(subscribed.id, { audience: 'subscribers' })];
    expect(await timeline(fan, {})).toEqual([b, a]);
    expect(await timeline(fan, { from: 'following' })).toEqual([b, a]);
    expect(await timeline(fan, { from: 'subscribed' })).toEqual([b]);
    wait(4);
    expect(await timeline(await again(fan), { from: 'subscribed' })).toEqual([]);
    expect(await timeline(null, { from: 'subscribed' })).toEqual([]);
  });

  test('to discover has what everybody may read by trending creators whom the viewer doesn’t know', async () => {
    const [trend, other, own] = [await makeCreator(), await makeCreator(), await makeCreator()];
    const people = await fans(2);
    wait(2);
    for (const fan of people) for (const { id } of [trend, own]) await follow(fan.id, id);
    const open = await makePost(trend.id);
    await makePost(trend.id, { audience: 'subscribers' });
    await makePost(trend.id, { audience: 'followers' });
    await makePost(trend.id, { price: 10 });
    await makePost(other.id);
    const mine = await makePost(own.id);
    await updateTrending(ctx);
    const fan = await makeFan();
    expect(await timeline(fan, { from: 'discover' })).toEqual([mine, open]);
    expect(await timeline(await again(own), { from: 'discover' })).toEqual([open]);
    expect(await timeline(await again(people[0]!), { from: 'discover' })).toEqual([]);
    expect(await timeline(fan, { from: 'discover', type: 'photo' })).toEqual([]);
    await block(trend.id, fan.id);
    expect(await timeline(fan, { from: 'discover' })).toEqual([mine]);
  });

  test('of a category has what everybody may read by its creators, page by page', async () => {
    const category = `c${ports.ids().slice(-8)}`;
    const [one, two] = [
      await makeCreator({}, { categories: [category] }),
      await makeCreator({}, { categories: ['other', category] }),
    ];
    const [fan] = await fans(1);
    const made = [await makePost(one.id), await makePost(two.id), await makePost(one.id)];
    await makePost(one.id, { audience: 'subscribers' });
    await makePost((await makeCreator()).id);
    const first = await ok('GET /user/feeds', { token: null, query: { category, limit: 2 } });
    expect(first.data.map(({ _id }) => _id)).toEqual([made[2], made[1]]);
    expect(first.total).toBe(3);
    const next = await ok('GET /user/feeds', {
      token: null,
      query: { category, limit: 2, cursor: first.nextCursor ?? '' },
    });
    expect(next.data.map(({ _id }) => _id)).toEqual([made[0]]);
    await block(one.id, fan!.id);
    expect(await timeline(fan!, { category })).toEqual([made[1]]);
    expect(await timeline(null, { category: 'unheard of' })).toEqual([]);
    for (const query of [{ category: '' }, { from: 'everybody' }, { category: 'x'.repeat(41) }])
      expect((await call('GET /user/feeds', { token: null, query: query as object })).status).toBe(422);
  });
});

test('the scores are computed by a recurring job', async () => {
  const [creator, fan] = [await makeCreator(), await makeFan()];
  wait(2);
  await follow(fan.id, creator.id);
  await createJobRunner(ctx).runDue();
  expect(
    (await db.select().from(trendingCreators).orderBy(asc(trendingCreators.score))).map(
      ({ performerId }) => performerId,
    ),
  ).toContain(creator.id);
});
