import { and, eq, isNull } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { countryBlocks } from '#backend/db/schema/blocks.ts';
import { notificationActors, notifications } from '#backend/db/schema/notifications.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { notify } from '#backend/domain/people/notifications/notify.ts';
import { transaction } from '#backend/kernel/context.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, ok, raw, db, ports, ctx, makeFan, makeCreator } = app;
const { makePost, subscribe } = postsIn(app);

const listOf = async (who: Person, more = {}) =>
  (await ok('GET /notifications', { token: who.token, ...more })).data;
const unreadOf = async (who: Person) => (await ok('GET /notifications/unread', { token: who.token })).unread;
const like = (who: Person, objectId: string) =>
  ok('POST /reactions', { token: who.token, body: { action: 'like', objectType: 'feed', objectId } });
const unlike = (who: Person, objectId: string) =>
  ok('DELETE /reactions', { token: who.token, body: { action: 'like', objectType: 'feed', objectId } });
const tell = (to: Person, text: string) =>
  transaction(ctx, (tx) => notify(tx, { to: to.id, type: 'order', text, href: '/user/orders' }));

describe('grouping', () => {
  it('combines many into one while it is unread, and names the newest', async () => {
    const creator = await makeCreator();
    const [mara, ben, cleo] = [
      await makeFan({ name: 'Mara' }),
      await makeFan({ name: 'Ben' }),
      await makeFan({ name: 'Cleo' }),
    ];
    const postId = await makePost(creator.id, { audience: 'public' });
    await like(mara, postId);
    expect(await listOf(creator)).toMatchObject([
      { type: 'like', text: 'Mara liked your post.', count: 1, isRead: false, href: `/feeds/${postId}` },
    ]);
    ports.clock.move('1m');
    await like(ben, postId);
    expect(await listOf(creator)).toMatchObject([{ text: 'Ben and Mara liked your post.', count: 2 }]);
    ports.clock.move('1m');
    await like(cleo, postId);
    const [group] = await listOf(creator);
    expect(group).toMatchObject({ text: 'Cleo and 2 others liked your post.', count: 3 });
    expect(group!.actors.map(({ name }) => name)).toEqual(['Cleo', 'Ben', 'Mara']);
    expect(await unreadOf(creator)).toBe(1);
    // Once read, a group is closed: the next like starts a new one.
    await ok('POST /notifications/:id/read', { token: creator.token, params: { id: group!._id } });
    await like(await makeFan({ name: 'Dora' }), postId);
    expect((await listOf(creator)).map(({ text }) => text)).toEqual([
      'Dora liked your post.',
      'Cleo and 2 others liked your post.',
    ]);
  });

  it('counts two hundred likes at once, each exactly once', async () => {
    const creator = await makeCreator();
    const postId = await makePost(creator.id, { audience: 'public' });
    const fans = await Promise.all(Array.from({ length: 200 }, () => makeFan()));
    await Promise.all(fans.map((fan) => like(fan, postId)));
    expect(await listOf(creator)).toMatchObject([{ count: 200 }]);
    expect(await db.$count(notifications, eq(notifications.accountId, creator.id))).toBe(1);
    await Promise.all(fans.slice(0, 150).map((fan) => unlike(fan, postId)));
    expect(await listOf(creator)).toMatchObject([{ count: 50 }]);
    // Some fans are blocked while others like the post.
    await Promise.all([
      ...fans
        .slice(150, 160)
        .map(({ id }) => ok('POST /block/users', { token: creator.token, body: { userId: id } })),
      ...fans.slice(0, 50).map((fan) => like(fan, postId)),
    ]);
    const [group] = await listOf(creator);
    expect(group!.count).toBe(90);
    expect(await db.$count(notificationActors, eq(notificationActors.notificationId, group!._id))).toBe(90);
  });

  it('removes what was undone', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const postId = await makePost(creator.id, { audience: 'public' });
    for (let time = 0; time < 3; time += 1) {
      await like(fan, postId);
      await ok('POST /follows/:id', { token: fan.token, params: { id: creator.id } });
      expect(await unreadOf(creator)).toBe(2);
      await unlike(fan, postId);
      await ok('DELETE /follows/:id', { token: fan.token, params: { id: creator.id } });
      expect(await listOf(creator)).toEqual([]);
    }
  });

  it('shows a toast for the first of a group and only counts the others', async () => {
    const creator = await makeCreator();
    const postId = await makePost(creator.id, { audience: 'public' });
    ports.transport.clear();
    for (const name of ['Eve', 'Finn']) await like(await makeFan({ name }), postId);
    expect(
      ports.transport.of('notification/created', `account:${creator.id}`).map(({ payload }) => payload),
    ).toEqual([
      { kind: 'like', text: 'Eve liked your post.', href: `/feeds/${postId}` },
      { kind: 'like', text: 'Finn and 1 other liked your post.', href: `/feeds/${postId}`, isQuiet: true },
    ]);
  });
});

describe('reading', () => {
  it('pages by key without gaps or duplicates, and is private', async () => {
    const [fan, other] = [await makeFan(), await makeFan()];
    for (let at = 0; at < 30; at += 1) {
      ports.clock.move('1m');
      await tell(fan, `Order ${at} was shipped.`);
    }
    const seen: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await ok('GET /notifications', { token: fan.token, query: { limit: 7, cursor } });
      expect(page.total).toBe(30);
      seen.push(...page.data.map(({ text }) => text));
      if (!page.nextCursor) break;
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(Array.from({ length: 30 }, (_, at) => `Order ${29 - at} was shipped.`));
    expect(await listOf(other)).toEqual([]);
    expect((await ok('GET /users/me', { token: fan.token })).unreadNotifications).toBe(30);
  });

  it('marks all as read except newer ones, and updates the other tabs', async () => {
    const fan = await makeFan();
    await tell(fan, 'The first.');
    const until = ports.clock.now().toISOString();
    ports.clock.move('1m');
    await tell(fan, 'The second.');
    ports.transport.clear();
    expect(await ok('POST /notifications/read-all', { token: fan.token, body: { until } })).toEqual({
      unread: 1,
    });
    expect(ports.transport.of('notification/read')).toEqual([
      { room: `account:${fan.id}`, event: 'notification/read', payload: { unread: 1 } },
    ]);
    expect((await listOf(fan)).map(({ isRead }) => isRead)).toEqual([false, true]);
  });

  it('stops counting at 100', async () => {
    const fan = await makeFan();
    for (let at = 0; at < 103; at += 1) await tell(fan, `Number ${at}.`);
    expect(await unreadOf(fan)).toBe(100);
  });

  it("treats somebody else's like a missing one", async () => {
    const [fan, other] = [await makeFan(), await makeFan()];
    await tell(fan, 'For the fan alone.');
    const [mine] = await listOf(fan);
    const read = (token: string | null, id: string) =>
      call('POST /notifications/:id/read', { token, params: { id } });
    const [foreign, none] = [await read(other.token, mine!._id), await read(other.token, ports.ids())];
    expect([foreign.status, foreign.text]).toEqual([404, none.text]);
    expect((await read(null, mine!._id)).status).toBe(401);
    expect((await read(fan.token, mine!._id)).data).toEqual({ unread: 0 });
    expect((await read(fan.token, mine!._id)).data).toEqual({ unread: 0 });
    for (const body of [{}, { until: 'soon' }, { until: '2026-01-01T00:00:00.000Z', all: true }])
      expect((await raw('POST /notifications/read-all', { token: fan.token, body })).status).toBe(422);
  });
});

describe('suppression', () => {
  it('a block suppresses them in both directions, and removes existing ones', async () => {
    const [creator, fan, bystander] = [await makeCreator(), await makeFan(), await makeFan()];
    const postId = await makePost(creator.id, { audience: 'public' });
    await like(fan, postId);
    await like(bystander, postId);
    await ok('POST /follows/:id', { token: fan.token, params: { id: creator.id } });
    expect(await unreadOf(creator)).toBe(2);
    await ok('POST /block/users', { token: fan.token, body: { userId: creator.id } });
    expect(await listOf(creator)).toMatchObject([{ type: 'like', count: 1 }]);
    ports.transport.clear();
    // Later events between the two notify nobody.
    for (const [from, to] of [
      [fan, creator],
      [creator, fan],
    ] as const)
      await transaction(ctx, (tx) =>
        notify(tx, {
          to: to.id,
          type: 'tip',
          actor: { id: from.id, name: 'Somebody' },
          text: 'Somebody tipped you.',
          href: null,
        }),
      );
    expect(ports.transport.of('notification/created')).toEqual([]);
    expect(await unreadOf(creator)).toBe(1);
    expect(await unreadOf(fan)).toBe(0);
  });

  it('a suspended account neither gets nor triggers any', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const postId = await makePost(creator.id, { audience: 'public' });
    await like(fan, postId);
    await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, fan.id));
    expect(await listOf(creator)).toEqual([]);
    expect(await unreadOf(creator)).toBe(0);
    expect((await ok('GET /users/me', { token: creator.token })).unreadNotifications).toBe(0);
    await tell(fan, 'Nobody hears this.');
    expect(await db.$count(notifications, eq(notifications.accountId, fan.id))).toBe(0);
  });

  it("a creator's actions don't reach a country they closed", async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    await transaction(ctx, (tx) =>
      notify(tx, {
        to: fan.id,
        type: 'reply',
        actor: { id: creator.id, name: 'Ada' },
        text: 'Ada replied to your comment.',
        href: null,
      }),
    );
    await db
      .insert(countryBlocks)
      .values({ blockerId: creator.id, country: 'FR', createdAt: ports.clock.now() });
    ports.geo.countries.set('198.51.100.9', 'FR');
    expect(await listOf(fan, { ip: '198.51.100.9' })).toEqual([]);
    expect(await ok('GET /notifications/unread', { token: fan.token, ip: '198.51.100.9' })).toEqual({
      unread: 0,
    });
    expect(await listOf(fan)).toHaveLength(1);
  });
});

it('old read notifications are deleted, the rest stays', async () => {
  const fan = await makeFan();
  await tell(fan, 'Read and old.');
  await ok('POST /notifications/read-all', {
    token: fan.token,
    body: { until: ports.clock.now().toISOString() },
  });
  await tell(fan, 'Unread and old.');
  const { notificationDays } = await app.settings.all();
  ports.clock.move(`${notificationDays + 1}d`);
  while ((await app.backend.runJobs()) > 0);
  const left = await db
    .select({ text: notifications.text })
    .from(notifications)
    .where(and(eq(notifications.accountId, fan.id), isNull(notifications.readAt)));
  expect(left).toEqual([{ text: 'Unread and old.' }]);
  expect(await db.$count(notifications, eq(notifications.accountId, fan.id))).toBe(1);
});

describe('new posts', () => {
  it('reach followers who asked for them, once each, whatever the job does', async () => {
    const creator = await makeCreator({ name: 'Ines' });
    const [asked, silent, gone] = [await makeFan(), await makeFan(), await makeFan()];
    const alerts = (who: Person, posts: boolean) =>
      call('PUT /follows/:id/notifications', {
        token: who.token,
        params: { id: creator.id },
        body: { posts },
      });
    expect((await alerts(asked, true)).status).toBe(409);
    for (const fan of [asked, silent, gone])
      await ok('POST /follows/:id', { token: fan.token, params: { id: creator.id } });
    for (const fan of [asked, gone]) expect((await alerts(fan, true)).data).toEqual({ posts: true });
    expect(
      await ok('GET /follows/:id/notifications', { token: silent.token, params: { id: creator.id } }),
    ).toEqual({ posts: false });
    const { _id } = await ok('POST /performer/feeds', {
      token: creator.token,
      body: { type: 'text', text: 'Kiln is open', audience: 'public', state: 'published' },
    });
    // Blocked after the post and before the job: not notified.
    await ok('POST /block/users', { token: creator.token, body: { userId: gone.id } });
    await app.backend.runJobs();
    expect(await listOf(asked)).toMatchObject([
      { type: 'new-post', text: 'Ines posted: “Kiln is open”', href: `/feeds/${_id}` },
    ]);
    await ok('POST /notifications/read-all', {
      token: asked.token,
      body: { until: ports.clock.now().toISOString() },
    });
    // A process that died after its batch repeats it.
    const { announcePost } = await import('#backend/domain/content/posts/announcing.ts');
    ports.transport.clear();
    await announcePost(ctx, { feedId: _id, after: null });
    expect(await listOf(asked)).toHaveLength(1);
    expect(ports.transport.of('notification/created')).toEqual([]);
    expect(await listOf(silent)).toEqual([]);
    expect(await listOf(gone)).toEqual([]);
  });

  it('reach subscribers who don’t follow, for as long as they subscribe', async () => {
    const creator = await makeCreator({ name: 'Orla' });
    const fan = await makeFan();
    await subscribe(fan.id, creator.id);
    const alerts = { token: fan.token, params: { id: creator.id } };
    expect(await ok('GET /follows/:id/notifications', alerts)).toEqual({ posts: false });
    await ok('PUT /follows/:id/notifications', { ...alerts, body: { posts: true } });
    expect(await ok('GET /follows/:id/notifications', alerts)).toEqual({ posts: true });
    // Following and stopping again leaves a subscriber's choice alone.
    await ok('POST /follows/:id', alerts);
    await ok('DELETE /follows/:id', alerts);
    const publish = async (text: string) => {
      await ok('POST /performer/feeds', {
        token: creator.token,
        body: { type: 'text', text, audience: 'public', state: 'published' },
      });
      await app.backend.runJobs();
    };
    await publish('First firing');
    expect((await listOf(fan)).map(({ text }) => text)).toEqual(['Orla posted: “First firing”']);
    await db
      .update(subscriptions)
      .set({ state: 'expired', periodEnd: ports.clock.now() })
      .where(eq(subscriptions.userId, fan.id));
    expect(await ok('GET /follows/:id/notifications', alerts)).toEqual({ posts: false });
    expect(await call('PUT /follows/:id/notifications', { ...alerts, body: { posts: true } })).toMatchObject({
      status: 409,
    });
    await publish('Second firing');
    expect(await listOf(fan)).toHaveLength(1);
  });

  it('end for a follower who stops following', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const alerts = { token: fan.token, params: { id: creator.id } };
    await ok('POST /follows/:id', alerts);
    await ok('PUT /follows/:id/notifications', { ...alerts, body: { posts: true } });
    await ok('DELETE /follows/:id', alerts);
    await ok('POST /follows/:id', alerts);
    expect(await ok('GET /follows/:id/notifications', alerts)).toEqual({ posts: false });
  });
});
