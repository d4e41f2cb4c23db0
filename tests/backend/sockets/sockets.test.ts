import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eq } from 'drizzle-orm';
import { accounts, sessions } from '#backend/db/schema/accounts.ts';
import { accountBlocks } from '#backend/db/schema/blocks.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { createPresence, sweep } from '#backend/presence.ts';
import type { Connection, Log } from '#backend/ports/ports.ts';
import { testBackend } from '../../setup/backend.ts';
import { talkOf } from '../../setup/talk.ts';
import type { Person } from '../../setup/test-app.ts';

const written: string[] = [];
const note = (message: string, facts?: Record<string, unknown>) =>
  void written.push(`${message} ${JSON.stringify(facts)}`);
const log: Log = { info: note, warn: note, error: note };
const app = await testBackend({ ports: { log } });
const { backend, db, ports, makeFan, makeCreator } = app;
const { send, pair } = talkOf(app);

class FakeConnection implements Connection {
  readonly id = ports.ids();
  readonly rooms = new Set<string>();
  readonly received: unknown[] = [];
  open = true;
  join(room: string) {
    this.rooms.add(room);
  }
  leave(room: string) {
    this.rooms.delete(room);
  }
  emit(event: string, payload: unknown) {
    this.received.push([event, payload]);
  }
  disconnect() {
    this.open = false;
  }
}
async function connect(token: string | null) {
  const connection = new FakeConnection();
  return { connection, session: await backend.connect(connection, { token, ip: '203.0.113.1' }) };
}
const roomsOf = (person: Person) =>
  new Set([rooms.account(person.id), rooms.session(person.viewer.sessionId)]);
const toldTo = (person: Person, event: string) =>
  ports.transport.emitted.filter((entry) => entry.room === rooms.account(person.id) && entry.event === event);

beforeEach(() => {
  ports.transport.emitted.length = 0;
  ports.transport.dropped.length = 0;
});

describe('authentication', () => {
  test('a valid token joins the rooms of its account and session', async () => {
    const fan = await makeFan();
    const { connection, session } = await connect(fan.token);
    expect(connection.rooms).toEqual(roomsOf(fan));
    session.closed();
  });

  test('a missing, wrong or expired token, or one of a suspended account: no rooms, and it says so when asked again', async () => {
    const [fan, banned] = [await makeFan(), await makeFan({ suspendedAt: new Date() })];
    const expired = await app.openSession(fan.id, -1);
    for (const token of [null, 'wrong', 'x'.repeat(5_000), expired.token, banned.token]) {
      const { connection, session } = await connect(token);
      expect(connection.rooms.size).toBe(0);
      const ack = await session.on('auth/login', { token: token ?? '' });
      expect(ack).toMatchObject({ ok: false });
      expect(connection.rooms.size).toBe(0);
      session.closed();
    }
  });

  test('auth/login confirms the account or switches it; with a bad token it becomes anonymous', async () => {
    const [fan, other] = [await makeFan(), await makeFan()];
    const { connection, session } = await connect(fan.token);
    expect(await session.on('auth/login', { token: fan.token })).toEqual({ ok: true });
    expect(connection.rooms).toEqual(roomsOf(fan));
    expect(await session.on('auth/login', { token: other.token })).toEqual({ ok: true });
    expect(connection.rooms).toEqual(roomsOf(other));
    expect(await session.on('auth/login', { token: 'nobody’s' })).toEqual({
      ok: false,
      code: 'not_logged_in',
      message: 'Please login!',
    });
    expect(connection.rooms.size).toBe(0);
    session.closed();
  });

  test('auth/logout leaves every room', async () => {
    const fan = await makeFan();
    const { connection, session } = await connect(fan.token);
    expect(await session.on('auth/logout', undefined)).toEqual({ ok: true });
    expect(connection.rooms.size).toBe(0);
    expect(await session.on('conversation/typing', { conversationId: ports.ids() })).toMatchObject({
      ok: false,
      code: 'not_logged_in',
    });
    session.closed();
  });

  test('a connection that closes during login joins nothing', async () => {
    const fan = await makeFan();
    const { connection, session } = await connect(null);
    const ack = session.on('auth/login', { token: fan.token });
    session.closed();
    expect(await ack).toMatchObject({ ok: false });
    expect(connection.rooms.size).toBe(0);
  });

  test("a connection that doesn't log in is closed", async () => {
    vi.useFakeTimers();
    try {
      const { connection, session } = await connect(null);
      await vi.advanceTimersByTimeAsync(29_000);
      expect(connection.open).toBe(true);
      await vi.advanceTimersByTimeAsync(2_000);
      expect(connection.open).toBe(false);
      session.closed();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('client events', () => {
  test('are acknowledged, whatever they are; nothing crashes', async () => {
    const fan = await makeFan();
    const { session } = await connect(fan.token);
    const refused: [string, unknown, string][] = [
      ['no/such-event', {}, 'not_found'],
      ['__proto__', {}, 'not_found'],
      ['constructor', undefined, 'not_found'],
      ['conversation/typing', undefined, 'invalid_input'],
      ['conversation/typing', { conversationId: 'x' }, 'invalid_input'],
      ['conversation/typing', { conversationId: ports.ids(), more: 1 }, 'invalid_input'],
      ['conversation/typing', 'text', 'invalid_input'],
      ['conversation/typing', [null], 'invalid_input'],
      ['auth/login', { token: 'x'.repeat(100_000) }, 'invalid_input'],
      ['auth/login', { token: { $ne: null } }, 'invalid_input'],
      ['stream/join', { streamId: ports.ids() }, 'not_found'],
      ['stream/leave', { streamId: 'x' }, 'invalid_input'],
    ];
    for (const [event, payload, code] of refused)
      expect(await session.on(event, payload)).toEqual({
        ok: false,
        code,
        message: expect.stringMatching(/\w+ \w+/),
      });
    session.closed();
  });

  test('are limited to a plausible number', async () => {
    const fan = await makeFan();
    const { session } = await connect(fan.token);
    const acks = await Promise.all(Array.from({ length: 70 }, () => session.on('no/such-event', {})));
    // Connecting counts as one.
    expect(acks.filter((ack) => !ack.ok && ack.code === 'too_many')).toHaveLength(11);
    ports.clock.move('11s');
    expect(await session.on('auth/login', { token: fan.token })).toEqual({ ok: true });
    session.closed();
  });

  test('that don’t end close the connection, and connecting again doesn’t help until a while has passed', async () => {
    const [fan, other] = [await makeFan(), await makeFan()];
    const flood = async () => {
      const { connection, session } = await connect(fan.token);
      for (let sent = 0; connection.open && sent < 1_000; sent += 1) void session.on('no/such-event', {});
      session.closed();
      return connection;
    };
    for (let turn = 0; turn < 6; turn += 1) expect((await flood()).open).toBe(false);
    const again = await connect(fan.token);
    expect(again.connection.open).toBe(false);
    again.session.closed();
    const { connection, session } = await connect(other.token);
    expect(await session.on('auth/login', { token: other.token })).toEqual({ ok: true });
    ports.clock.move('11s');
    const later = await connect(fan.token);
    expect([connection.open, later.connection.open]).toEqual([true, true]);
    for (const each of [session, later.session]) each.closed();
  });

  test('of many tabs of one account share a budget', async () => {
    const fan = await makeFan();
    const tabs = await Promise.all(Array.from({ length: 20 }, () => connect(fan.token)));
    const acks = await Promise.all(
      tabs.flatMap(({ session }) => Array.from({ length: 30 }, () => session.on('no/such-event', {}))),
    );
    expect(acks.filter((ack) => !ack.ok && ack.code === 'not_found')).toHaveLength(280);
    for (const { session } of tabs) session.closed();
  });

  test('typing reaches the other member, not too often, and nobody else', async () => {
    const { fan, creator, id } = await pair();
    const { session } = await connect(fan.token);
    for (let count = 0; count < 5; count += 1)
      expect(await session.on('conversation/typing', { conversationId: id })).toEqual({ ok: true });
    expect(toldTo(creator, 'conversation/typing')).toMatchObject([
      { payload: { conversationId: id, accountId: fan.id } },
    ]);
    expect(toldTo(fan, 'conversation/typing')).toEqual([]);
    ports.clock.move('3s');
    await session.on('conversation/typing', { conversationId: id });
    expect(toldTo(creator, 'conversation/typing')).toHaveLength(2);
    const stranger = await connect((await makeFan()).token);
    const theirs = await stranger.session.on('conversation/typing', { conversationId: id });
    expect(theirs).toEqual(await stranger.session.on('conversation/typing', { conversationId: ports.ids() }));
    expect(theirs).toMatchObject({ ok: false, code: 'not_found' });
    await db
      .insert(accountBlocks)
      .values({ blockerId: creator.id, blockedId: fan.id, createdAt: ports.clock.now() });
    ports.clock.move('3s');
    expect(await session.on('conversation/typing', { conversationId: id })).toMatchObject({
      ok: false,
      code: 'not_found',
    });
    expect(toldTo(creator, 'conversation/typing')).toHaveLength(2);
    for (const { session: open } of [{ session }, stranger]) open.closed();
  });
});

describe('presence', () => {
  afterEach(() => vi.useRealTimers());

  test('is sent to conversation partners who are online, when the first tab connects and a while after the last one disconnects', async () => {
    const { fan, creator, id } = await pair();
    await send(fan, id, 'hello');
    const offline = await makeCreator();
    await db.update(accounts).set({ lastSeenAt: ports.clock.now() }).where(eq(accounts.id, creator.id));
    const presence = createPresence(app.ctx, app.hub, 50);
    ports.transport.emitted.length = 0;
    presence.entered(fan.viewer);
    presence.entered(fan.viewer);
    await vi.waitFor(() =>
      expect(toldTo(creator, 'presence/changed')).toMatchObject([
        { payload: { accountId: fan.id, isOnline: true } },
      ]),
    );
    presence.left(fan.viewer);
    presence.left(fan.viewer);
    presence.entered(fan.viewer);
    presence.left(fan.viewer);
    await vi.waitFor(() => expect(toldTo(creator, 'presence/changed')).toHaveLength(2));
    expect(toldTo(creator, 'presence/changed')[1]).toMatchObject({
      payload: { accountId: fan.id, isOnline: false },
    });
    expect(toldTo(offline, 'presence/changed')).toEqual([]);
  });

  test('a sweep records who is online and closes connections whose session ended', async () => {
    const [fan, gone, expired] = [await makeFan(), await makeFan(), await makeFan()];
    await db.delete(sessions).where(eq(sessions.id, gone.viewer.sessionId));
    await db
      .update(sessions)
      .set({ expiresAt: ports.clock.now() })
      .where(eq(sessions.id, expired.viewer.sessionId));
    ports.clock.move('5m');
    const people = [fan, gone, expired];
    await sweep(app.ctx, app.hub, {
      accountIds: people.map((person) => person.id),
      sessionIds: people.map((person) => person.viewer.sessionId),
    });
    expect(ports.transport.dropped.toSorted()).toEqual(
      [rooms.session(gone.viewer.sessionId), rooms.session(expired.viewer.sessionId)].toSorted(),
    );
    const [row] = await db.select().from(accounts).where(eq(accounts.id, fan.id));
    expect(row?.lastSeenAt).toEqual(ports.clock.now());
  });
});

test('no token is ever logged', async () => {
  const fan = await makeFan();
  const { session } = await connect(fan.token);
  await session.on('auth/login', { token: fan.token });
  await session.on(fan.token, { token: fan.token });
  session.closed();
  expect(written.join('\n')).not.toContain(fan.token);
});
