import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { follows } from '#backend/db/schema/community.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { conversations } from '#backend/db/schema/messages.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import { talkOf } from '../../../setup/talk.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, ok, raw, db, ports, makeFan, makeCreator } = app;
const { makePost, subscribe, buy } = postsIn(app);
const talk = talkOf(app);

const block = (from: Person, to: Person) =>
  call('POST /block/users', { token: from.token, body: { userId: to.id } });
const unblock = (from: Person, to: Person) =>
  call('DELETE /block/users/:id', { token: from.token, params: { id: to.id } });
const followersOf = async (creator: Person) =>
  (await db.select().from(performers).where(eq(performers.accountId, creator.id)))[0]!.followers;
const subscriptionOf = async (fan: Person) =>
  (await db.select().from(subscriptions).where(eq(subscriptions.userId, fan.id)))[0]!;
const inFrance = '198.51.100.7';
ports.geo.countries.set(inFrance, 'FR');

describe('blocking a person', () => {
  test('ends follows in both directions, and updates the counts', async () => {
    const [a, b] = [await makeCreator(), await makeCreator()];
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const)
      await ok('POST /follows/:id', { token: from.token, params: { id: to.id } });
    expect([await followersOf(a), await followersOf(b)]).toEqual([1, 1]);
    const { status, data } = await block(a, b);
    expect([status, data]).toEqual([
      200,
      expect.objectContaining({ _id: b.id, username: b.username, blockedAt: expect.any(String) }),
    ]);
    expect([await followersOf(a), await followersOf(b)]).toEqual([0, 0]);
    expect(await db.$count(follows, eq(follows.followerId, a.id))).toBe(0);
    // Blocking again changes nothing, and unblocking restores nothing.
    expect((await block(a, b)).status).toBe(200);
    expect((await unblock(a, b)).status).toBe(200);
    expect([await followersOf(a), await followersOf(b)]).toEqual([0, 0]);
    expect((await unblock(a, b)).status).toBe(404);
  });

  test.each(['the creator', 'the fan'])(
    'by the %s: a subscription expires without renewal; an overdue one ends',
    async (by) => {
      const [creator, fan, late] = [await makeCreator(), await makeFan(), await makeFan()];
      await subscribe(fan.id, creator.id);
      await subscribe(late.id, creator.id, -1);
      await db
        .update(subscriptions)
        .set({ state: 'past_due', nextAttemptAt: ports.clock.now() })
        .where(eq(subscriptions.userId, late.id));
      for (const person of [fan, late])
        await block(by === 'the fan' ? person : creator, by === 'the fan' ? creator : person);
      const [running, overdue] = [await subscriptionOf(fan), await subscriptionOf(late)];
      expect(running).toMatchObject({ state: 'cancelled', nextAttemptAt: null });
      expect(running.cancelledAt).not.toBeNull();
      expect(running.periodEnd.getTime()).toBeGreaterThan(ports.clock.now().getTime());
      expect(overdue).toMatchObject({ state: 'expired', nextAttemptAt: null });
    },
  );

  test('neither exists for the other any longer: replies are byte for byte those for an unknown id', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const post = await makePost(creator.id);
    const { _id: conversation } = await talk.open(fan, creator);
    await talk.send(fan, conversation, 'Hello');
    await block(creator, fan);
    const asked: [string, Parameters<typeof raw>[1], Parameters<typeof raw>[1]][] = [
      ['GET /performers/:id', { params: { id: creator.id } }, { params: { id: ports.ids() } }],
      ['GET /performers/:id', { params: { id: creator.username } }, { params: { id: 'nobody-at-all' } }],
      ['GET /users/view/:id', { params: { id: creator.id } }, { params: { id: ports.ids() } }],
      ['GET /user/feeds/:id', { params: { id: post } }, { params: { id: ports.ids() } }],
      ['GET /user/feeds', { query: { performerId: creator.id } }, { query: { performerId: ports.ids() } }],
      ['GET /conversations/:id', { params: { id: conversation } }, { params: { id: ports.ids() } }],
      ['GET /messages/conversations/:id', { params: { id: conversation } }, { params: { id: ports.ids() } }],
      [
        'POST /conversations',
        { body: { source: 'performer', sourceId: creator.id } },
        { body: { source: 'performer', sourceId: ports.ids() } },
      ],
      ['POST /follows/:id', { params: { id: creator.id } }, { params: { id: ports.ids() } }],
      [
        'POST /wallet/charges/tip/:id',
        { params: { id: creator.id }, body: { amount: 10 } },
        { params: { id: ports.ids() }, body: { amount: 10 } },
      ],
      [
        'POST /payment/subscribe/performers',
        { body: { performerId: creator.id, type: 'monthly' } },
        { body: { performerId: ports.ids(), type: 'monthly' } },
      ],
      ['POST /block/users', { body: { userId: creator.id } }, { body: { userId: ports.ids() } }],
    ];
    for (const [route, theirs, nobodys] of asked) {
      const [a, b] = [
        await raw(route, { ...theirs, token: fan.token }),
        await raw(route, { ...nobodys, token: fan.token }),
      ];
      expect({ route, status: a.status, text: a.text }).toEqual({ route, status: b.status, text: b.text });
    }
    expect((await raw('GET /users/view/:id', { token: creator.token, params: { id: fan.id } })).status).toBe(
      404,
    );
    for (const [person, other] of [
      [fan, creator],
      [creator, fan],
    ] as const) {
      expect((await talk.list(person)).total).toBe(0);
      expect(
        (await ok('GET /users/search', { token: person.token })).data.map(({ _id }) => _id),
      ).not.toContain(other.id);
      expect((await ok('GET /users/me', { token: person.token })).totalNotSeenMessages).toBe(0);
      expect(await talk.unread(person)).toBe(0);
    }
    await unblock(creator, fan);
    expect((await ok('GET /users/me', { token: creator.token })).totalNotSeenMessages).toBe(1);
    expect((await talk.view(fan, conversation)).recipient?._id).toBe(creator.id);
  });

  test('purchases stay readable', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const post = await makePost(creator.id, { price: 50 });
    await buy(fan.id, post, creator.id);
    await block(creator, fan);
    expect(
      (await ok('GET /user/feeds/:id', { token: fan.token, params: { id: post } })).access,
    ).toMatchObject({ allowed: true, reason: 'purchased' });
  });

  test('every open tab of both is notified at once, and leaves their conversation', async () => {
    const { fan, creator, id } = await talk.pair();
    ports.transport.clear();
    await block(creator, fan);
    expect(ports.transport.of('access/changed', rooms.account(fan.id)).map(({ payload }) => payload)).toEqual(
      [{ performerId: creator.id }],
    );
    expect(
      ports.transport.of('access/changed', rooms.account(creator.id)).map(({ payload }) => payload),
    ).toEqual([{ performerId: fan.id }]);
    expect(ports.transport.dropped).toEqual([rooms.conversation(id)]);
    ports.transport.clear();
    expect((await talk.trySend(fan, id, 'Still there?')).status).toBe(404);
    expect((await talk.trySend(creator, id, 'Still there?')).status).toBe(404);
    expect(ports.transport.emitted).toEqual([]);
    expect((await db.select().from(conversations).where(eq(conversations.id, id)))[0]!.lastSeq).toBe(0);
  });

  test('two people block each other at once: both blocks apply, and lifting one restores no access', async () => {
    const [a, b] = [await makeCreator(), await makeCreator()];
    expect((await Promise.all([block(a, b), block(b, a)])).map(({ status }) => status)).toContain(200);
    // The second request may have been too late to see the first.
    if ((await block(b, a)).status === 404)
      expect((await ok('GET /block/users', { token: a.token })).total).toBe(1);
    await unblock(a, b);
    const stillBlocked = (await ok('GET /block/users', { token: b.token })).total === 1;
    expect((await call('GET /performers/:id', { token: a.token, params: { id: b.id } })).status).toBe(
      stillBlocked ? 404 : 200,
    );
  });

  test('the list contains only your own blocks: searchable, paged, newest first', async () => {
    const creator = await makeCreator();
    const people = [
      await makeFan({ name: 'Ada' }),
      await makeFan({ name: 'Bo' }),
      await makeFan({ name: 'Cy' }),
    ];
    for (const person of people) {
      ports.clock.move('1m');
      await block(creator, person);
    }
    const list = (query: Record<string, string | number>) =>
      ok('GET /block/users', { token: creator.token, query });
    const first = await list({ limit: 2 });
    expect([first.data.map(({ name }) => name), first.total]).toEqual([['Cy', 'Bo'], 3]);
    const second = await list({ limit: 2, cursor: first.nextCursor! });
    expect([second.data.map(({ name }) => name), second.nextCursor]).toEqual([['Ada'], null]);
    expect((await list({ q: 'ad' })).data.map(({ _id }) => _id)).toEqual([people[0]!.id]);
    expect((await ok('GET /block/users', { token: people[0]!.token })).total).toBe(0);
  });

  test('yourself, an unknown account, an unknown key: rejected, and nothing is stored', async () => {
    const fan = await makeFan();
    expect((await block(fan, fan)).status).toBe(422);
    expect(
      (await call('POST /block/users', { token: fan.token, body: { userId: ports.ids() } })).status,
    ).toBe(404);
    expect(
      (await raw('POST /block/users', { token: fan.token, body: { userId: fan.id, reason: 'x' } })).status,
    ).toBe(422);
    expect((await ok('GET /block/users', { token: fan.token })).total).toBe(0);
  });
});

describe('closing countries', () => {
  const close = (creator: Person, countries: string[]) =>
    call('POST /block/countries', { token: creator.token, body: { countries } });
  const sees = async (creator: Person) =>
    (await call('GET /performers/:id', { params: { id: creator.id }, ip: inFrance })).status;

  const openElse = {
    states: [],
    unknown: 'allow',
    vpn: 'allow',
    knows: { states: true, vpns: true },
  };

  test('replaces the whole list', async () => {
    const creator = await makeCreator();
    expect((await close(creator, ['FR', 'DE', 'FR'])).data).toEqual({
      countries: ['DE', 'FR'],
      ...openElse,
    });
    expect(await sees(creator)).toBe(404);
    expect((await close(creator, ['DE'])).data).toEqual({ countries: ['DE'], ...openElse });
    expect(await sees(creator)).toBe(200);
    expect(await ok('GET /block/countries', { token: creator.token })).toEqual({
      countries: ['DE'],
      ...openElse,
    });
    expect((await close(creator, ['DE', 'XX'])).status).toBe(422);
    expect((await close(creator, ['de'])).status).toBe(422);
    expect(await ok('GET /block/countries', { token: creator.token })).toEqual({
      countries: ['DE'],
      ...openElse,
    });
    expect((await close(creator, [])).data).toEqual({ countries: [], ...openElse });
  });

  test('a preview shows the owner what a visitor from that country gets, and nothing private', async () => {
    const creator = await makeCreator();
    await makePost(creator.id, { text: 'For all' });
    await makePost(creator.id, { text: 'For few', audience: 'subscribers' });
    await makePost(creator.id, { text: 'Not out', state: 'draft' });
    await close(creator, ['FR']);
    const preview = (country: string) =>
      ok('GET /block/countries/preview/:country', { token: creator.token, params: { country } });
    expect(await preview('FR')).toEqual({ country: 'FR', closed: 'country', performer: null, feeds: [] });
    const open = await preview('DE');
    expect(open).toMatchObject({ country: 'DE', closed: null, performer: { _id: creator.id } });
    expect(open.feeds.map(({ text, access }) => [text, access.allowed])).toEqual([
      ['', false],
      ['For all', true],
    ]);
    await db.update(performers).set({ verified: 'pending' }).where(eq(performers.accountId, creator.id));
    expect(await preview('DE')).toMatchObject({ closed: 'unpublished', performer: null });
    await app.settings.set('blockedCountries', ['DE']);
    expect(await preview('DE')).toMatchObject({ closed: 'site' });
    await app.settings.set('blockedCountries', []);
  });

  test("a fan last seen there keeps the paid period and isn't charged again", async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    await subscribe(fan.id, creator.id, 1);
    await close(creator, ['FR']);
    await raw('GET /users/me', { token: fan.token, ip: inFrance });
    await db.execute(`UPDATE sessions SET ip = '${inFrance}' WHERE account_id = '${fan.id}'`);
    ports.clock.move('23.5h');
    await app.backend.runJobs();
    expect(await subscriptionOf(fan)).toMatchObject({ state: 'cancelled' });
    expect(
      await db.$count(
        subscriptions,
        and(eq(subscriptions.userId, fan.id), eq(subscriptions.state, 'active')),
      ),
    ).toBe(0);
  });
});
