import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#config/limits.ts';
import { accounts, sessions } from '#backend/db/schema/accounts.ts';
import { accountBlocks, countryBlocks } from '#backend/db/schema/blocks.ts';
import { jobs } from '#backend/db/schema/kernel.ts';
import { conversationMembers } from '#backend/db/schema/messages.ts';
import { notifications, pushKeys, pushSubscriptions } from '#backend/db/schema/notifications.ts';
import { isAllowedEndpoint } from '#backend/domain/people/notifications/push/endpoint.ts';
import { loadPushKeys } from '#backend/domain/people/notifications/push/keys.ts';
import type { NotificationEvent } from '#backend/domain/people/notifications/notification-event.ts';
import { notify } from '#backend/domain/people/notifications/notify.ts';
import { removeOldNotifications } from '#backend/domain/people/notifications/retention.ts';
import { renewSecret } from '#backend/domain/across/operator/secret.ts';
import { transaction } from '#backend/kernel/context.ts';
import { testBackend } from '../../../setup/backend.ts';
import { broadcastsIn } from '../../../setup/broadcasting.ts';
import { browserKeys } from '../../../setup/push.ts';
import { talkOf } from '../../../setup/talk.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { ok, call, db, ports, ctx, backend, makeFan, makeCreator } = app;
const { open, send, read, follow, pair: strangers } = talkOf(app);
/** A fan who follows a creator, with an empty conversation. */
async function pair() {
  const both = await strangers();
  await follow(both.fan, both.creator);
  return both;
}

beforeEach(() => {
  ports.push.sent.length = 0;
  ports.push.outcomes.clear();
  ports.transport.present.clear();
});

let made = 0;
const newEndpoint = () => `https://push.limelight.dev/send/${(made += 1)}`;
const subscribe = async (who: Pick<Person, 'token'>, endpoint = newEndpoint()) => ({
  endpoint,
  ...(await ok('POST /notifications/push', {
    token: who.token,
    userAgent: 'Firefox/140 Linux',
    body: { endpoint, keys: browserKeys().keys },
  })),
});
const devices = async (who: Person) => (await ok('GET /notifications/push', { token: who.token })).devices;
const tell = (to: Person, more: Partial<NotificationEvent> = {}) =>
  transaction(ctx, (tx) =>
    notify(tx, { to: to.id, type: 'order', text: 'Your order was shipped.', href: '/orders', ...more }),
  );
/** What reaches push services once everything has settled. */
async function pushed(): Promise<{ endpoint: string; text: Record<string, unknown> }[]> {
  ports.clock.move('10s');
  await backend.runJobs();
  await backend.runJobs();
  return ports.push.sent.map(({ endpoint, payload }) => ({
    endpoint,
    text: JSON.parse(payload) as Record<string, unknown>,
  }));
}
const choose = (who: Person, body: object) => ok('PUT /notifications/settings', { token: who.token, body });

describe('devices', () => {
  it('are listed to their owner, without their addresses and keys', async () => {
    const fan = await makeFan();
    const { endpoint } = await subscribe(fan);
    const answer = await call('GET /notifications/push', { token: fan.token });
    expect(answer.data.devices).toEqual([
      expect.objectContaining({ userAgent: 'Firefox/140 Linux', current: true }),
    ]);
    expect(answer.text).not.toContain(endpoint);
    expect(answer.text).not.toContain('p256dh');
  });

  it('are one for each session: subscribing again replaces it', async () => {
    const fan = await makeFan();
    await subscribe(fan);
    const { endpoint } = await subscribe(fan);
    await subscribe(fan, endpoint);
    expect(await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.accountId, fan.id))).toEqual([
      expect.objectContaining({ endpoint, sessionId: fan.viewer.sessionId }),
    ]);
  });

  it('move with the browser: whoever logs in there next gets their own pushes, and the other none', async () => {
    const [before, next] = [await makeFan(), await makeFan()];
    const { endpoint } = await subscribe(before);
    await subscribe(next, endpoint);
    expect([await devices(before), (await devices(next)).length]).toEqual([[], 1]);
  });

  it('are at most ten: one more replaces the oldest', async () => {
    const fan = await makeFan();
    const first = await subscribe(fan);
    for (let count = 0; count < limits.push.devices; count += 1) {
      ports.clock.move('1s');
      await subscribe(await app.openSession(fan.id));
    }
    const left = await devices(fan);
    expect(left).toHaveLength(limits.push.devices);
    expect(left.map(({ _id }) => _id)).not.toContain(first._id);
  });

  it('end with their session, however it ends', async () => {
    const fan = await makeFan();
    await subscribe(fan);
    await ok('POST /auth/logout', { token: fan.token });
    await tell(fan);
    expect(await pushed()).toEqual([]);
    expect(await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.accountId, fan.id))).toEqual(
      [],
    );
    const other = await makeFan();
    await subscribe(other);
    await db.update(sessions).set({ expiresAt: ports.clock.now() }).where(eq(sessions.accountId, other.id));
    await tell(other);
    expect(await pushed()).toEqual([]);
  });

  it.each([
    'http://push.example.org/1',
    'https://127.0.0.1/1',
    'https://10.0.0.4/1',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/1',
    'https://[::ffff:10.0.0.1]/1',
    'https://[fd00::1]/1',
    'https://0x7f.1/1',
    'https://2130706433/',
    'https://localhost/1',
    'https://db.internal/1',
    'https://printer/1',
    'https://printer./1',
    'https://user:secret@push.limelight.dev/1',
    'https://push.limelight.dev:8443/1',
    'file:///etc/passwd',
    'not an address',
  ])('refuses to send to %s', async (endpoint) => {
    const fan = await makeFan();
    const answer = await call('POST /notifications/push', {
      token: fan.token,
      body: { endpoint, keys: browserKeys().keys },
    });
    expect([answer.status, answer.problem.errors?.[0]?.field]).toEqual([422, 'endpoint']);
    expect(await devices(fan)).toEqual([]);
  });

  it('allows one other origin, for tests', () => {
    expect(isAllowedEndpoint('http://localhost:1/a', 'http://localhost:1')).toBe(true);
    expect(isAllowedEndpoint('http://localhost:2/a', 'http://localhost:1')).toBe(false);
  });

  it('get a test notification, and what the push service said about it', async () => {
    const fan = await makeFan();
    const { _id: id, endpoint } = await subscribe(fan);
    const test = () => call('POST /notifications/push/:id/test', { token: fan.token, params: { id } });
    expect((await test()).status).toBe(200);
    expect(ports.push.sent).toHaveLength(1);
    ports.push.outcomes.set(endpoint, new Error('no answer'));
    expect([(await test()).status, (await devices(fan)).length]).toEqual([409, 1]);
    ports.push.outcomes.set(endpoint, 'gone');
    expect([(await test()).status, (await devices(fan)).length]).toEqual([409, 0]);
  });
});

describe('a notification', () => {
  it('is pushed to every device once, with the number for the badge', async () => {
    const fan = await makeFan();
    const first = await subscribe(fan);
    const second = await subscribe(await app.openSession(fan.id));
    await tell(fan);
    const all = await pushed();
    expect(all.map(({ endpoint }) => endpoint).toSorted()).toEqual(
      [first.endpoint, second.endpoint].toSorted(),
    );
    expect(all[0]?.text).toEqual({
      title: 'Limelight',
      body: 'Your order was shipped.',
      url: '/orders',
      tag: expect.stringMatching(/^notification:/),
      unread: 1,
    });
    expect(await pushed()).toHaveLength(2);
  });

  it('isn’t while the person looks at the site, or once they have read it', async () => {
    const fan = await makeFan();
    await subscribe(fan);
    ports.transport.present.set(`visible:${fan.id}`, 1);
    await tell(fan);
    expect(await pushed()).toEqual([]);
    ports.transport.present.clear();
    await tell(fan);
    await ok('POST /notifications/read-all', {
      token: fan.token,
      body: { until: ports.clock.now().toISOString() },
    });
    expect(await pushed()).toEqual([]);
  });

  it('isn’t when its type is turned off for push, and is when only push is on', async () => {
    const fan = await makeFan();
    await subscribe(fan);
    await choose(fan, { channels: { order: { push: false } } });
    await tell(fan);
    expect(await pushed()).toEqual([]);
    await choose(fan, { channels: { order: { app: false, email: false, push: true } } });
    await tell(fan);
    expect(await pushed()).toHaveLength(1);
    expect((await ok('GET /notifications/unread', { token: fan.token })).unread).toBe(1);
    ports.clock.move('91d');
    await removeOldNotifications(ctx);
    const left = await db.select().from(notifications).where(eq(notifications.accountId, fan.id));
    expect(left.map(({ isListed }) => isListed)).toEqual([true]);
  });

  it('waits for the end of quiet hours unless it is urgent, and is dropped if it was read by then', async () => {
    ports.clock.set('2026-05-01T22:30:00Z');
    const [fan, reader] = [await makeFan(), await makeFan()];
    for (const each of [fan, reader]) {
      await subscribe(each);
      await choose(each, { quietHours: { from: '22:00', to: '07:00' } });
      await tell(each, { type: 'referral', text: 'You earned 5 tokens.' });
    }
    await tell(fan);
    expect((await pushed()).map(({ text }) => text['body'])).toEqual(['Your order was shipped.']);
    await ok('POST /notifications/read-all', {
      token: reader.token,
      body: { until: '2026-05-02T00:00:00.000Z' },
    });
    ports.clock.set('2026-05-02T07:00:01Z');
    expect((await pushed()).map(({ text }) => text['body'])).toEqual([
      'Your order was shipped.',
      'You earned 5 tokens.',
    ]);
  });

  it('of a group is pushed when the group begins, not each time it grows', async () => {
    const creator = await makeCreator();
    await subscribe(creator);
    await choose(creator, { channels: { like: { push: true } } });
    for (const fan of [await makeFan({ name: 'Ada' }), await makeFan({ name: 'Ben' }), await makeFan()])
      await tell(creator, {
        type: 'like',
        text: `${fan.viewer.name} liked your post.`,
        actor: { id: fan.id, name: fan.viewer.name },
        group: { key: 'like:1', phrase: 'liked your post' },
      }).then(() => ports.clock.move('20s'));
    expect(await pushed()).toHaveLength(1);
  });

  it('is pushed at most sixty times an hour', async () => {
    const fan = await makeFan();
    await subscribe(fan);
    for (let count = 0; count < limits.push.perHour + 5; count += 1)
      await tell(fan, { text: `No. ${count}` });
    expect(await pushed()).toHaveLength(limits.push.perHour);
  });

  it('never tells a device in a country that the other closed', async () => {
    const [fan, creator] = [await makeFan(), await makeCreator()];
    const away = await app.openSession(fan.id);
    const here = await subscribe(fan);
    await subscribe(away);
    await db.update(sessions).set({ country: 'US' }).where(eq(sessions.id, fan.viewer.sessionId));
    await db.update(sessions).set({ country: 'FR' }).where(eq(sessions.id, away.sessionId));
    await db
      .insert(countryBlocks)
      .values({ blockerId: creator.id, country: 'FR', createdAt: ports.clock.now() });
    await tell(fan, {
      type: 'new-post',
      text: 'Mara posted.',
      actor: { id: creator.id, name: creator.viewer.name },
    });
    expect((await pushed()).map(({ endpoint }) => endpoint)).toEqual([here.endpoint]);
  });
});

describe('a message', () => {
  it('is pushed without its text unless the person allows it', async () => {
    const { fan, creator, id } = await pair();
    await subscribe(fan);
    await send(creator, id, 'The kiln opens at six.');
    expect((await pushed()).map(({ text }) => text)).toEqual([
      {
        title: creator.viewer.name,
        body: 'New message',
        url: `/messages/${id}`,
        tag: `conversation:${id}`,
        unread: 1,
      },
    ]);
    await choose(fan, { push: { messageText: true } });
    await send(creator, id, 'Come early.');
    expect((await pushed()).at(-1)?.text).toMatchObject({ body: 'Come early.', unread: 2 });
    await choose(fan, { push: { messages: false } });
    await send(creator, id, 'Bring gloves.');
    expect(await pushed()).toHaveLength(2);
  });

  it('collapses with others of the conversation, and isn’t pushed once read', async () => {
    const { fan, creator, id } = await pair();
    await subscribe(fan);
    for (const text of ['One', 'Two', 'Three']) await send(creator, id, text);
    expect((await pushed()).map(({ text }) => text['body'])).toEqual(['3 new messages']);
    await send(creator, id, 'Four');
    await read(fan, id);
    expect(await pushed()).toHaveLength(1);
  });

  it('isn’t pushed from a muted conversation, nor while it waits as a request', async () => {
    const { fan, creator, id } = await pair();
    await subscribe(fan);
    const here = and(eq(conversationMembers.conversationId, id), eq(conversationMembers.accountId, fan.id));
    for (const state of [{ isMuted: true }, { isMuted: false, folder: 'requests' as const }]) {
      await send(creator, id, 'Hello');
      await db.update(conversationMembers).set(state).where(here);
      expect(await pushed()).toEqual([]);
    }
    await db.update(conversationMembers).set({ folder: 'inbox' }).where(here);
    await send(creator, id, 'Hello');
    expect(await pushed()).toHaveLength(1);
  });

  it('isn’t pushed to its sender, nor after a deletion', async () => {
    const { fan, creator, id } = await pair();
    await subscribe(fan);
    await subscribe(creator);
    const { _id: messageId } = await send(creator, id, 'Wrong window');
    await ok('DELETE /messages/:id', { token: creator.token, params: { id: messageId } });
    expect(await pushed()).toEqual([]);
  });

  it('reaches nobody who blocked the sender or was suspended meanwhile, even if the job is slow', async () => {
    const { fan, creator, id } = await pair();
    const other = await makeFan();
    await follow(other, creator);
    const { _id: otherId } = await open(other, creator);
    for (const each of [fan, other])
      ports.push.outcomes.set((await subscribe(each)).endpoint, new Error('slow'));
    await send(creator, id, 'Hello');
    await send(creator, otherId, 'Hello');
    // The first attempt fails; the block and the suspension come before the next.
    expect(await pushed()).toEqual([]);
    await db
      .insert(accountBlocks)
      .values({ blockerId: fan.id, blockedId: creator.id, createdAt: ports.clock.now() });
    await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, other.id));
    ports.push.outcomes.clear();
    ports.clock.move('2h');
    expect(await pushed()).toEqual([]);
  });
});

it('a mass message is pushed to those fans who have a device', async () => {
  const masses = broadcastsIn(app);
  const { creator, fans } = await masses.town(3);
  const [first, second] = fans as [Person, Person];
  for (const each of [first, second]) await subscribe(each);
  await choose(second, { push: { messages: false } });
  await masses.sent(creator);
  expect((await pushed()).map(({ text }) => [text['title'], text['body']])).toEqual([
    [creator.viewer.name, 'New message'],
  ]);
});

describe('whether someone looks', () => {
  it('is known from an open page until it is hidden, or the socket logs out', async () => {
    const fan = await makeFan();
    const joined = new Set<string>();
    const session = await backend.connect(
      {
        id: ports.ids(),
        join: (room) => void joined.add(room),
        leave: (room) => void joined.delete(room),
        emit: () => {},
        disconnect: () => {},
      },
      { token: fan.token, ip: '203.0.113.1' },
    );
    const room = `visible:${fan.id}`;
    expect(joined.has(room)).toBe(false);
    for (const isVisible of [true, false]) {
      expect(await session.on('page/visible', { isVisible })).toEqual({ ok: true });
      expect(joined.has(room)).toBe(isVisible);
    }
    await session.on('page/visible', { isVisible: true });
    await session.on('auth/logout', {});
    expect(joined.has(room)).toBe(false);
    session.closed();
  });
});

describe('a push service', () => {
  it('that is down never keeps a message from being sent; the push is tried again', async () => {
    const { fan, creator, id } = await pair();
    const { endpoint } = await subscribe(fan);
    ports.push.outcomes.set(endpoint, new Error('the push service answered 503'));
    await send(creator, id, 'Hello');
    expect(await pushed()).toEqual([]);
    ports.push.outcomes.clear();
    ports.clock.move('1m');
    expect(await pushed()).toHaveLength(1);
  });

  it('gets only the newest message of a conversation when it is back', async () => {
    const { fan, creator, id } = await pair();
    const { endpoint } = await subscribe(fan);
    ports.push.outcomes.set(endpoint, new Error('down'));
    for (const text of ['One', 'Two', 'Three']) {
      await send(creator, id, text);
      await pushed();
    }
    ports.push.outcomes.clear();
    ports.clock.move('1h');
    expect((await pushed()).map(({ text }) => text['body'])).toEqual(['3 new messages']);
  });

  it('that no longer knows a subscription has it removed', async () => {
    const fan = await makeFan();
    const { endpoint } = await subscribe(fan);
    ports.push.outcomes.set(endpoint, 'gone');
    await tell(fan);
    await pushed();
    expect(await devices(fan)).toEqual([]);
    const waiting = await db.select().from(jobs).where(eq(jobs.kind, 'push-send'));
    expect(waiting.filter(({ doneAt }) => doneAt === null)).toEqual([]);
  });
});

describe('the key pair', () => {
  it('is made once, even by several processes at once, and is stored encrypted', async () => {
    await db.delete(pushKeys);
    const all = await Promise.all(Array.from({ length: 5 }, () => loadPushKeys(ctx, ports.push)));
    expect(new Set(all.map(({ privateKey }) => privateKey)).size).toBe(1);
    const [row] = await db.select().from(pushKeys);
    expect(row?.publicKey).toBe(all[0]?.publicKey);
    expect(row?.privateKey).not.toContain(all[0]?.privateKey);
  });

  it('stays the same when the site’s secret is renewed', async () => {
    const before = await loadPushKeys(ctx, ports.push);
    const later = {
      ...ctx,
      config: { ...ctx.config, secret: 'a newer secret for tests', previousSecrets: [ctx.config.secret] },
    };
    await renewSecret({ ...later, actor: 'tests', actorId: null });
    const after = { ...later, config: { ...later.config, previousSecrets: [] } };
    expect(await loadPushKeys(after, ports.push)).toEqual(before);
    await db.delete(pushKeys);
  });

  it('can come from the environment', async () => {
    const given = { publicKey: 'public', privateKey: 'private' };
    const push = Object.assign(Object.create(ports.push) as typeof ports.push, { keys: given });
    expect(await loadPushKeys(ctx, push)).toEqual(given);
  });
});

it('a host that can’t send says so, and queues nothing', async () => {
  const without = await testBackend({ ports: { push: null } });
  const fan = await without.makeFan();
  expect(await without.ok('GET /notifications/push', { token: fan.token })).toEqual({
    publicKey: null,
    devices: [],
  });
  const answer = await without.call('POST /notifications/push', {
    token: fan.token,
    body: { endpoint: newEndpoint(), keys: browserKeys().keys },
  });
  expect([answer.status, answer.problem.message]).toEqual([
    409,
    'Push notifications aren’t available on this site.',
  ]);
});
