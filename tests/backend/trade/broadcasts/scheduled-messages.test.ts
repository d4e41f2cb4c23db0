import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { files } from '#backend/db/schema/files.ts';
import { notifications } from '#backend/db/schema/notifications.ts';
import { sendScheduled } from '#backend/domain/trade/broadcasts/scheduled-sending.ts';
import type { CallInput } from '#contract/core/registry.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import { talkOf } from '../../../setup/talk.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, ok, db, ports, backend, ctx, openSession } = app;
const talk = talkOf(app);
const { makeFile, block } = postsIn(app);

type Body = CallInput<'POST /scheduled-messages'>['body'];
const inMinutes = (minutes: number) => new Date(ports.clock.now().getTime() + minutes * 60_000).toISOString();
/** A creator and a fan who follows them; both stay logged in. */
async function people() {
  const { fan, creator, id } = await talk.pair();
  await talk.follow(fan, creator);
  const staying = async (person: Person) => ({
    ...person,
    token: (await openSession(person.id, 24 * 60)).token,
  });
  return { fan: await staying(fan), creator: await staying(creator), id };
}
const trySchedule = (creator: Person, conversationId: string, body: Partial<Body> = {}) =>
  call('POST /scheduled-messages', {
    token: creator.token,
    body: { conversationId, text: 'Later', sendAt: inMinutes(10), ...body },
  });
async function schedule(creator: Person, conversationId: string, body: Partial<Body> = {}) {
  const { status, data, text } = await trySchedule(creator, conversationId, body);
  if (status !== 201) throw new Error(`${status}: ${text}`);
  return data;
}
const waiting = async (creator: Person, conversationId: string) =>
  (await ok('GET /scheduled-messages', { token: creator.token, query: { conversationId } })).data;
const texts = async (reader: Person, id: string) =>
  (await talk.history(reader, id)).data.map(({ text }) => text);
async function after(minutes: number) {
  ports.clock.set(new Date(ports.clock.now().getTime() + minutes * 60_000).toISOString());
  await backend.runJobs();
}

describe('a scheduled message', () => {
  test('is sent once at its time, and nobody else sees anything before', async () => {
    const { fan, creator, id } = await people();
    ports.transport.clear();
    const { _id } = await schedule(creator, id, { text: 'Good morning' });
    await after(9);
    expect(await texts(fan, id)).toEqual([]);
    expect(await talk.unread(fan)).toBe(0);
    expect(ports.transport.of('message/created', rooms.account(fan.id))).toEqual([]);
    expect((await waiting(creator, id)).map(({ text, state }) => [text, state])).toEqual([
      ['Good morning', 'scheduled'],
    ]);
    await after(2);
    expect(await texts(fan, id)).toEqual(['Good morning']);
    expect(await waiting(creator, id)).toEqual([]);
    expect(ports.transport.of('message/created', rooms.account(fan.id))).toHaveLength(1);
    // A job that ran and died before it was recorded runs again.
    await Promise.all([1, 2, 3].map(() => sendScheduled(ctx, { scheduledId: _id })));
    expect(await texts(fan, id)).toEqual(['Good morning']);
  });

  test('sells its files, which then belong to the message', async () => {
    const { fan, creator, id } = await people();
    const fileId = await makeFile(creator.id);
    await schedule(creator, id, { files: [fileId], price: 20 });
    await after(11);
    const [message] = (await talk.history(fan, id)).data;
    expect(message).toMatchObject({ price: 20, access: { allowed: false }, source: 'direct' });
    expect(message!.files).toHaveLength(1);
  });

  test('can be changed: the old time passes, the new one sends the new text', async () => {
    const { fan, creator, id } = await people();
    const fileId = await makeFile(creator.id);
    const { _id } = await schedule(creator, id, { files: [fileId] });
    await ok('PUT /scheduled-messages/:id', {
      token: creator.token,
      params: { id: _id },
      body: { text: 'Changed', sendAt: inMinutes(60) },
    });
    expect(await db.$count(files, eq(files.id, fileId))).toBe(0);
    await after(11);
    expect(await texts(fan, id)).toEqual([]);
    await after(50);
    expect(await texts(fan, id)).toEqual(['Changed']);
  });

  test('can be deleted, with its files', async () => {
    const { fan, creator, id } = await people();
    const fileId = await makeFile(creator.id);
    const { _id } = await schedule(creator, id, { files: [fileId] });
    await ok('DELETE /scheduled-messages/:id', { token: creator.token, params: { id: _id } });
    await after(11);
    expect([await texts(fan, id), await waiting(creator, id)]).toEqual([[], []]);
    expect(await db.$count(files, eq(files.id, fileId))).toBe(0);
  });

  test('is sent once if several tabs send it now, while its job is due', async () => {
    const { fan, creator, id } = await people();
    const { _id } = await schedule(creator, id);
    ports.clock.move('11m');
    const now = () =>
      call('POST /scheduled-messages/:id/send', { token: creator.token, params: { id: _id } });
    const [one, two] = await Promise.all([now(), now(), sendScheduled(ctx, { scheduledId: _id })]);
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(one.data._id).toBe(two.data._id);
    expect(await texts(fan, id)).toEqual(['Later']);
    for (const refused of [
      call('DELETE /scheduled-messages/:id', { token: creator.token, params: { id: _id } }),
      call('PUT /scheduled-messages/:id', {
        token: creator.token,
        params: { id: _id },
        body: { text: 'Again', sendAt: inMinutes(5) },
      }),
    ])
      expect((await refused).status).toBe(409);
  });

  test('scheduling again with the same client id schedules once', async () => {
    const { creator, id } = await people();
    const body = { clientId: 'one-of-these' };
    const both = await Promise.all([trySchedule(creator, id, body), trySchedule(creator, id, body)]);
    expect(both[0].data._id).toBe(both[1].data._id);
    expect(await waiting(creator, id)).toHaveLength(1);
  });
});

describe('if it can’t be sent at its time', () => {
  const reasons = {
    'the fan blocked the creator': {
      change: ({ fan, creator }: Awaited<ReturnType<typeof people>>) => block(fan.id, creator.id),
      reason: /can’t message this person anymore/,
      listed: false,
    },
    'the fan doesn’t follow anymore': {
      change: ({ fan, creator }: Awaited<ReturnType<typeof people>>) =>
        ok('DELETE /follows/:id', { token: fan.token, params: { id: creator.id } }),
      reason: /people who follow you/,
      listed: true,
    },
    'the fan is suspended': {
      change: ({ fan }: Awaited<ReturnType<typeof people>>) =>
        db.update(accounts).set({ suspendedAt: new Date() }).where(eq(accounts.id, fan.id)),
      reason: /isn’t available/,
      listed: true,
    },
  };
  test.each(Object.entries(reasons))(
    'because %s, it fails with a reason',
    async (_, { change, reason, listed }) => {
      const all = await people();
      const { creator, id } = all;
      const { _id } = await schedule(creator, id);
      await change(all);
      await after(11);
      await after(1);
      const every = (await ok('GET /scheduled-messages', { token: creator.token })).data;
      expect(every).toMatchObject([
        { _id, state: 'failed', reason: expect.stringMatching(reason) as string },
      ]);
      if (listed) expect(await waiting(creator, id)).toHaveLength(1);
      const told = await db.select().from(notifications).where(eq(notifications.accountId, creator.id));
      expect(told.filter(({ type }) => type === 'scheduled-message')).toHaveLength(1);
    },
  );

  test('the author is suspended then, nothing is sent; later it can be sent', async () => {
    const { fan, creator, id } = await people();
    const { _id } = await schedule(creator, id);
    await db.update(accounts).set({ suspendedAt: new Date() }).where(eq(accounts.id, creator.id));
    await after(11);
    await db.update(accounts).set({ suspendedAt: null }).where(eq(accounts.id, creator.id));
    expect(await texts(fan, id)).toEqual([]);
    expect(await waiting(creator, id)).toMatchObject([{ state: 'failed' }]);
    const { token } = await openSession(creator.id, 60);
    await ok('POST /scheduled-messages/:id/send', { token, params: { id: _id } });
    expect(await texts(fan, id)).toEqual(['Later']);
  });
});

test('wrong input is refused by field; people the creator can’t write to: 403', async () => {
  const { creator, fan, id } = await people();
  const stranger = await people();
  for (const [body, field] of [
    [{ text: ' ' }, 'text'],
    [{ text: 'x'.repeat(5_001) }, 'text'],
    [{ price: 5 }, 'price'],
    [{ sendAt: inMinutes(-1) }, 'sendAt'],
    [{ sendAt: inMinutes(91 * 24 * 60) }, 'sendAt'],
    [{ sendAt: 'tomorrow' }, 'sendAt'],
    [{ files: [await makeFile(stranger.creator.id)] }, 'files'],
    [{ files: [await makeFile(creator.id, { state: 'processing' })] }, 'files'],
  ] as const) {
    const { status, problem } = await trySchedule(creator, id, body as Partial<Body>);
    expect({ body, status, field: problem.errors?.[0]?.field }).toEqual({ body, status: 422, field });
  }
  await ok('DELETE /follows/:id', { token: fan.token, params: { id: creator.id } });
  expect((await trySchedule(creator, id)).status).toBe(403);
  expect((await trySchedule(creator, stranger.id)).status).toBe(404);
  expect(await waiting(creator, id)).toEqual([]);
});
