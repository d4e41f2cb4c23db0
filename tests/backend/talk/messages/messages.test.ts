import { describe, expect, test } from 'vitest';
import type { Message } from '#contract/talk/messages/messages.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { testBackend } from '../../../setup/backend.ts';
import { talkOf } from '../../../setup/talk.ts';

const app = await testBackend();
const { call, raw, makeFan, makeCreator, ports } = app;
const { open, send, trySend, history, view, list, read, unread, pair } = talkOf(app);
const emitted = (room: string) => ports.transport.emitted.filter((entry) => entry.room === room);

describe('a conversation', () => {
  test('is the same for two people, whoever opens it and however often', async () => {
    const fan = await makeFan();
    const creator = await makeCreator();
    const first = await open(fan, creator);
    await send(fan, first._id, 'hello');
    const again = await open(fan, creator);
    const fromTheOther = await open(creator, fan);
    expect([again._id, fromTheOther._id]).toEqual([first._id, first._id]);
    expect(first.recipient?._id).toBe(creator.id);
    expect(fromTheOther.recipient?._id).toBe(fan.id);
  });

  test('is created once when both open it at the same moment', async () => {
    const creator = await makeCreator();
    const another = await makeCreator();
    const opened = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => (turn % 2 ? open(creator, another) : open(another, creator))),
    );
    expect(new Set(opened.map((conversation) => conversation._id)).size).toBe(1);
  });

  test('appears in the lists with its first message, most recent first', async () => {
    const creator = await makeCreator();
    const fans = await Promise.all([
      makeFan({ name: 'Ana' }),
      makeFan({ name: 'Ben' }),
      makeFan({ name: 'Cleo' }),
    ]);
    const ids: string[] = [];
    for (const fan of fans) ids.push((await open(fan, creator))._id);
    expect((await list(creator)).data).toEqual([]);
    for (const [at, fan] of fans.entries()) {
      ports.clock.move('1s');
      await send(fan, ids[at]!, `from ${fan.username}`);
    }
    const { data, total, isMore } = await list(creator);
    expect(data.map((conversation) => conversation.recipient?.name)).toEqual(['Cleo', 'Ben', 'Ana']);
    expect(data[0]).toMatchObject({
      lastMessage: { text: `from ${fans[2].username}`, seq: 1, senderId: fans[2].id },
      totalNotSeenMessages: 1,
      lastSeq: 1,
      canWrite: true,
    });
    expect({ total, isMore }).toEqual({ total: 3, isMore: false });
  });

  test('lists page by offset and by cursor, without a gap when something moves to the front meanwhile', async () => {
    const creator = await makeCreator();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const fan = await makeFan();
      const { _id } = await open(fan, creator);
      ports.clock.move('1s');
      await send(fan, _id, 'hello');
      ids.unshift(_id);
    }
    const byPlace = await list(creator, { offset: 2, limit: 2 });
    expect(byPlace.data.map((row) => row._id)).toEqual(ids.slice(2, 4));
    expect(byPlace).toMatchObject({ isMore: true, total: 5 });
    const first = await list(creator, { limit: 2 });
    ports.clock.move('1s');
    await send(creator, ids[4]!, 'to the front');
    const second = await list(creator, { limit: 2, cursor: first.nextCursor! });
    expect(second.data.map((row) => row._id)).toEqual(ids.slice(2, 4));
    expect(second).toMatchObject({ isMore: false, nextCursor: null });
    expect(
      (await raw('GET /conversations', { token: creator.token, query: { cursor: 'nonsense' } })).status,
    ).toBe(422);
  });

  test('is found by name and username; a percent sign is an ordinary character', async () => {
    const creator = await makeCreator();
    for (const name of ['Mara Lind', '100% Otto']) {
      const fan = await makeFan({ name });
      await send(fan, (await open(fan, creator))._id, 'hi');
    }
    const find = async (q: string) =>
      (await app.ok('GET /conversations/search', { token: creator.token, query: { q } })).data.map(
        (row) => row.recipient?.name,
      );
    expect(await find('lind')).toEqual(['Mara Lind']);
    expect(await find('%')).toEqual(['100% Otto']);
    expect(await find('nobody of that name')).toEqual([]);
  });

  test("between other people doesn't exist", async () => {
    const { id } = await pair();
    const stranger = await makeFan();
    const theirs = await call('GET /conversations/:id', { token: stranger.token, params: { id } });
    const nobodys = await call('GET /conversations/:id', {
      token: stranger.token,
      params: { id: ports.ids() },
    });
    expect(theirs.status).toBe(404);
    expect(theirs.text).toBe(nobodys.text);
    for (const route of ['GET /messages/conversations/:id', 'POST /messages/read-all/:id'] as const)
      expect((await call(route, { token: stranger.token, params: { id } })).status).toBe(404);
    expect((await trySend(stranger, id, 'let me in')).status).toBe(404);
    expect((await call('GET /conversations/:id', { params: { id } })).status).toBe(401);
  });
});

describe('messages', () => {
  test('are numbered without gaps and sent to every tab of both', async () => {
    const { fan, creator, id } = await pair();
    const sent = [
      await send(fan, id, '  hello  '),
      await send(creator, id, 'hi'),
      await send(fan, id, 'how are you?'),
    ];
    expect(sent.map(({ seq, text }) => [seq, text])).toEqual([
      [1, 'hello'],
      [2, 'hi'],
      [3, 'how are you?'],
    ]);
    for (const person of [fan, creator]) {
      expect(emitted(rooms.account(person.id))).toEqual(
        sent.map((message) => ({
          room: rooms.account(person.id),
          event: 'message/created',
          payload: { conversationId: id, message },
        })),
      );
    }
  });

  test('page newest first, back by seq, and forward from where a client was disconnected', async () => {
    const { fan, id } = await pair();
    for (let count = 1; count <= 7; count += 1) await send(fan, id, `message ${count}`);
    const seqs = async (query: Record<string, number>) =>
      (await history(fan, id, query)).data.map((message) => message.seq);
    expect(await seqs({})).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(await seqs({ offset: 2, limit: 2 })).toEqual([5, 4]);
    expect(await seqs({ beforeSeq: 4, limit: 2 })).toEqual([3, 2]);
    expect(await seqs({ afterSeq: 4 })).toEqual([5, 6, 7]);
    expect(await seqs({ afterSeq: 7 })).toEqual([]);
    expect((await history(fan, id)).total).toBe(7);
    expect(
      (
        await raw('GET /messages/conversations/:id', {
          token: fan.token,
          params: { id },
          query: { afterSeq: 1, beforeSeq: 3 },
        })
      ).status,
    ).toBe(422);
  });

  test("sent again with the same client id aren't duplicated", async () => {
    const { fan, creator, id } = await pair();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send(fan, id, { text: 'once', clientId: 'client-id-1' })),
    );
    expect(new Set(answers.map((message) => message._id)).size).toBe(1);
    expect((await history(creator, id)).total).toBe(1);
    expect((await view(creator, id)).totalNotSeenMessages).toBe(1);
    // The first process may have been killed before it notified anyone, so each answer notifies again.
    const told = emitted(rooms.account(creator.id));
    expect(new Set(told.map(({ payload }) => (payload as { message: Message }).message._id)).size).toBe(1);
    // The same client id from another person is another message.
    expect((await send(creator, id, { text: 'twice', clientId: 'client-id-1' })).seq).toBe(2);
  });

  test('with invalid input change nothing', async () => {
    const { fan, id } = await pair();
    const post = (body: unknown) =>
      raw('POST /messages/conversations/:id', { token: fan.token, params: { id }, body });
    const refused = [
      { conversationId: id, data: { text: '   ' } },
      { conversationId: id, data: { text: 'x'.repeat(5_001) } },
      { conversationId: id, data: { text: 5 } },
      { conversationId: id, data: { text: 'a\u0000b' } },
      { conversationId: id, data: { text: 'hi', clientId: 'short' } },
      { conversationId: id, data: { text: 'hi', price: 5 } },
      { conversationId: ports.ids(), data: { text: 'hi' } },
      { data: { text: 'hi' } },
    ];
    for (const body of refused) expect((await post(body)).status).toBe(422);
    expect((await history(fan, id)).total).toBe(0);
    expect((await post({ conversationId: id, data: { text: 'x'.repeat(5_000) } })).status).toBe(201);
  });

  test('are rate-limited', async () => {
    const { fan, id } = await pair();
    for (let count = 0; count < 30; count += 1) await send(fan, id, 'again');
    const refused = await trySend(fan, id, 'and again');
    expect(refused).toMatchObject({ status: 429, problem: { code: 'too_many' } });
    ports.clock.move('11s');
    expect((await trySend(fan, id, 'calm now')).status).toBe(201);
  });
});

describe('reading', () => {
  test("counts the other person's messages, and is sent to both", async () => {
    const { fan, creator, id } = await pair();
    await send(fan, id, 'one');
    await send(fan, id, 'two');
    expect([await unread(creator), await unread(fan)]).toEqual([2, 0]);
    ports.transport.emitted.length = 0;
    ports.clock.move('1m');
    await read(creator, id);
    expect(await unread(creator)).toBe(0);
    expect((await view(creator, id)).totalNotSeenMessages).toBe(0);
    expect((await view(fan, id)).recipientReadSeq).toBe(2);
    expect((await history(fan, id)).data.map((message) => message.readAt)).toEqual([
      ports.clock.now().toISOString(),
      ports.clock.now().toISOString(),
    ]);
    for (const person of [fan, creator])
      expect(emitted(rooms.account(person.id))).toMatchObject([
        { event: 'conversation/read', payload: { conversationId: id, readerId: creator.id, seq: 2 } },
      ]);
    await read(creator, id);
    expect(ports.transport.emitted).toHaveLength(2);
  });
});

describe('deleting', () => {
  test('clears your own message for both, keeps its place and updates the unread count', async () => {
    const { fan, creator, id } = await pair();
    await send(fan, id, 'stays');
    const slip = await send(fan, id, 'a slip');
    const gone = await call('DELETE /messages/:id', { token: fan.token, params: { id: slip._id } });
    expect(gone.data).toMatchObject({ _id: slip._id, seq: 2, isDeleted: true, text: '' });
    expect(emitted(rooms.account(creator.id)).at(-1)).toMatchObject({
      event: 'message/deleted',
      payload: { conversationId: id, messageId: slip._id, seq: 2 },
    });
    expect((await history(creator, id)).data.map(({ text, isDeleted }) => [text, isDeleted])).toEqual([
      ['', true],
      ['stays', false],
    ]);
    expect(await view(creator, id)).toMatchObject({
      totalNotSeenMessages: 1,
      lastMessage: { text: 'stays' },
      lastSeq: 2,
    });
    const told = ports.transport.emitted.length;
    expect(
      (await call('DELETE /messages/:id', { token: fan.token, params: { id: slip._id } })).data,
    ).toMatchObject({ isDeleted: true });
    expect(ports.transport.emitted).toHaveLength(told);
    expect(await unread(creator)).toBe(1);
    // The sequence continues after the deleted message.
    expect((await send(creator, id, 'next')).seq).toBe(3);
  });

  test('is only for the author', async () => {
    const { fan, creator, id } = await pair();
    const message = await send(fan, id, 'mine');
    const refused = await call('DELETE /messages/:id', { token: creator.token, params: { id: message._id } });
    const nobodys = await call('DELETE /messages/:id', { token: creator.token, params: { id: ports.ids() } });
    expect([refused.status, refused.text]).toEqual([404, nobodys.text]);
    expect((await history(fan, id)).data[0]).toMatchObject({ text: 'mine', isDeleted: false });
    expect((await call('DELETE /messages/:id', { params: { id: message._id } })).status).toBe(401);
  });

  test('the last remaining message leaves an empty preview', async () => {
    const { fan, creator, id } = await pair();
    const only = await send(fan, id, 'only');
    await call('DELETE /messages/:id', { token: fan.token, params: { id: only._id } });
    expect((await list(creator)).data).toMatchObject([
      { _id: id, lastMessage: null, totalNotSeenMessages: 0 },
    ]);
  });
});
