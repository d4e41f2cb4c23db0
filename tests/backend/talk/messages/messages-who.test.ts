import { describe, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { accounts, sessions } from '#backend/db/schema/accounts.ts';
import { accountBlocks, countryBlocks } from '#backend/db/schema/blocks.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { decideWriting, openTerms } from '#backend/domain/talk/messages/rules.ts';
import { testBackend } from '../../../setup/backend.ts';
import { FakeGeo } from '../../../setup/fake-ports.ts';
import { talkOf } from '../../../setup/talk.ts';
import type { Person } from '../../../setup/test-app.ts';

const geo = new FakeGeo();
geo.countries.set('192.0.2.9', 'SE');
const app = await testBackend({ ports: { geo } });
const { call, db, makeFan, makeCreator, ports } = app;
const { follow, open, send, trySend, view, list, unread, pair } = talkOf(app);

const tryOpen = (
  from: Person,
  to: Person,
  source: 'user' | 'performer' = to.viewer.isPerformer ? 'performer' : 'user',
) => call('POST /conversations', { token: from.token, body: { source, sourceId: to.id } });
const block = (blocker: Person, blocked: Person) =>
  db
    .insert(accountBlocks)
    .values({ blockerId: blocker.id, blockedId: blocked.id, createdAt: ports.clock.now() });

describe('who may message whom', () => {
  const approved = { isPerformer: true, verified: 'approved', suspendedAt: null } as const;
  const fan = { isPerformer: false, verified: null, suspendedAt: null } as const;
  const rows: [
    string,
    Pick<
      Parameters<typeof decideWriting>[0],
      'writerIsPerformer' | 'other' | 'otherIsFan' | 'otherHasWritten'
    >,
    boolean,
  ][] = [
    [
      'a fan to a creator',
      { writerIsPerformer: false, other: approved, otherIsFan: false, otherHasWritten: false },
      true,
    ],
    [
      'a creator to a creator',
      { writerIsPerformer: true, other: approved, otherIsFan: false, otherHasWritten: false },
      true,
    ],
    [
      'anybody to a creator who isn’t approved',
      {
        writerIsPerformer: false,
        other: { ...approved, verified: 'pending' },
        otherIsFan: true,
        otherHasWritten: true,
      },
      false,
    ],
    [
      'anybody to a suspended account',
      {
        writerIsPerformer: true,
        other: { ...fan, suspendedAt: new Date(0) },
        otherIsFan: true,
        otherHasWritten: true,
      },
      false,
    ],
    [
      'a creator to a stranger',
      { writerIsPerformer: true, other: fan, otherIsFan: false, otherHasWritten: false },
      false,
    ],
    [
      'a creator to a follower or subscriber',
      { writerIsPerformer: true, other: fan, otherIsFan: true, otherHasWritten: false },
      true,
    ],
    [
      'a creator to a fan who wrote',
      { writerIsPerformer: true, other: fan, otherIsFan: false, otherHasWritten: true },
      true,
    ],
    [
      'a fan to a fan',
      { writerIsPerformer: false, other: fan, otherIsFan: false, otherHasWritten: true },
      false,
    ],
  ];
  const unknown = { hasWritten: false, follows: false, subscribes: false, terms: openTerms, request: null };
  test.each(rows)('%s', (_name, facts, allowed) =>
    expect(decideWriting({ ...unknown, ...facts })).toMatchObject({
      refusal: allowed ? null : expect.any(String),
      request: null,
    }),
  );
});

describe('opening a conversation', () => {
  test('a creator can open one with fans who contacted them', async () => {
    const creator = await makeCreator();
    const [stranger, follower, subscriber, lapsed] = await Promise.all([
      makeFan(),
      makeFan(),
      makeFan(),
      makeFan(),
    ]);
    await follow(follower, creator);
    const subscribe = (userId: string, days: number) =>
      db.insert(subscriptions).values({
        id: ports.ids(),
        userId,
        performerId: creator.id,
        type: 'monthly',
        state: 'cancelled',
        price: 999,
        gateway: 'sandbox',
        startedAt: ports.clock.now(),
        periodEnd: new Date(ports.clock.now().getTime() + days * 86_400_000),
        createdAt: ports.clock.now(),
        updatedAt: ports.clock.now(),
      });
    await subscribe(subscriber.id, 3);
    await subscribe(lapsed.id, -3);
    expect(await tryOpen(creator, stranger)).toMatchObject({
      status: 403,
      problem: { code: 'not_allowed', message: expect.stringContaining('messaged you first') },
    });
    expect((await tryOpen(creator, lapsed)).status).toBe(403);
    expect((await tryOpen(creator, follower)).data).toMatchObject({ canWrite: true });
    expect((await tryOpen(creator, subscriber)).data).toMatchObject({ canWrite: true });
  });

  test('a creator can keep replying to somebody who wrote and then unfollowed', async () => {
    const { fan, creator, id } = await pair();
    expect((await view(creator, id)).canWrite).toBe(false);
    expect(await trySend(creator, id, 'are you there?')).toMatchObject({
      status: 403,
      problem: { code: 'not_allowed' },
    });
    await send(fan, id, 'hello');
    expect((await view(creator, id)).canWrite).toBe(true);
    expect((await trySend(creator, id, 'hello!')).status).toBe(201);
  });

  test('not between two fans, with yourself, an unknown account, or an unapproved creator', async () => {
    const [fan, other, pending] = [
      await makeFan(),
      await makeFan(),
      await makeCreator({}, { verified: 'pending' }),
    ];
    const nobody = await call('POST /conversations', {
      token: fan.token,
      body: { source: 'user', sourceId: ports.ids() },
    });
    expect(nobody.status).toBe(404);
    for (const refused of [
      await tryOpen(fan, other),
      await tryOpen(fan, pending),
      await tryOpen(fan, other, 'performer'),
    ])
      expect([refused.status, refused.text]).toEqual([404, nobody.text]);
    expect((await tryOpen(fan, fan)).status).toBe(422);
    expect((await call('POST /conversations', { body: { source: 'user', sourceId: other.id } })).status).toBe(
      401,
    );
  });

  test('with a creator who is no longer approved, it is read-only', async () => {
    const { fan, creator, id } = await pair();
    await send(fan, id, 'hello');
    await db.update(performers).set({ verified: 'rejected' }).where(eq(performers.accountId, creator.id));
    expect((await view(fan, id)).canWrite).toBe(false);
    expect((await trySend(fan, id, 'still there?')).status).toBe(403);
    await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, creator.id));
    expect((await trySend(fan, id, 'still there?')).status).toBe(403);
  });
});

describe('a block', () => {
  test.each(['the creator', 'the fan'])(
    "by %s ends the conversation for both, as if the other didn't exist",
    async (blocker) => {
      const { fan, creator, id } = await pair();
      const message = await send(fan, id, 'hello');
      await send(creator, id, 'hi');
      await (blocker === 'the fan' ? block(fan, creator) : block(creator, fan));
      const nobodys = await call('GET /conversations/:id', { token: fan.token, params: { id: ports.ids() } });
      ports.transport.emitted.length = 0;
      for (const person of [fan, creator]) {
        const theirs = await call('GET /conversations/:id', { token: person.token, params: { id } });
        expect([theirs.status, theirs.text]).toEqual([404, nobodys.text]);
        expect(await list(person)).toMatchObject({ data: [], total: 0 });
        expect(await unread(person)).toBe(0);
        expect((await trySend(person, id, 'hello?')).status).toBe(404);
        expect(
          (await call('GET /messages/conversations/:id', { token: person.token, params: { id }, query: {} }))
            .status,
        ).toBe(404);
        expect(
          (await call('POST /messages/read-all/:id', { token: person.token, params: { id } })).status,
        ).toBe(404);
        expect((await tryOpen(person, person === fan ? creator : fan)).status).toBe(404);
      }
      expect(
        (await call('DELETE /messages/:id', { token: fan.token, params: { id: message._id } })).status,
      ).toBe(404);
      expect(ports.transport.emitted).toEqual([]);
      await db.delete(accountBlocks);
      expect((await view(fan, id)).lastSeq).toBe(2);
    },
  );

  test('of a country hides a creator from everyone who visits from there', async () => {
    const { fan, creator, id } = await pair();
    await send(fan, id, 'hello');
    await db
      .insert(countryBlocks)
      .values({ blockerId: creator.id, country: 'SE', createdAt: ports.clock.now() });
    const from = (ip: string) => call('GET /conversations/:id', { token: fan.token, params: { id }, ip });
    expect((await from('192.0.2.9')).status).toBe(404);
    expect((await from('203.0.113.1')).status).toBe(200);
    expect((await open(fan, creator))._id).toBe(id);
    const elsewhere = await call('GET /conversations', { token: fan.token, query: {}, ip: '192.0.2.9' });
    expect(elsewhere.data).toMatchObject({ data: [], total: 0 });
    // A tab in the blocked country doesn't receive the creator's message, a tab elsewhere does.
    const there = await app.openSession(fan.id);
    const here = await app.openSession(fan.id);
    await db.update(sessions).set({ ip: '192.0.2.9' }).where(eq(sessions.id, there.sessionId));
    ports.transport.emitted.length = 0;
    await send(creator, id, 'hi');
    const told = ports.transport.emitted.map((entry) => entry.room);
    expect(told).toContain(rooms.session(here.sessionId));
    expect(told).not.toContain(rooms.session(there.sessionId));
    expect(told).not.toContain(rooms.account(fan.id));
  });
});
