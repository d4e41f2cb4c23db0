import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { accountBlocks } from '#backend/db/schema/blocks.ts';
import { files } from '#backend/db/schema/files.ts';
import { streamMeters } from '#backend/db/schema/streams/private-streams.ts';
import { streamBans } from '#backend/db/schema/streams/stream-chats.ts';
import { addTipMessage, removeTipMessage } from '#backend/domain/talk/streams/chat/tips.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { transaction } from '#backend/kernel/context.ts';
import { testBackend } from '../../../setup/backend.ts';
import { chattingIn } from '../../../setup/chatting.ts';
import { postsIn } from '../../../setup/posts.ts';

const app = await testBackend();
const { db, ports, ctx, ok, raw, call, makeFan, makeCreator } = app;
const { makeStream, makePrivate, say, trySaying, read, chat, nameModerator, rows, bodyOf } = chattingIn(app);
const { clock, transport } = ports;

async function evening(values: object = {}, rules: object = {}) {
  const [creator, fan, other] = [await makeCreator(), await makeFan(), await makeFan()];
  return { creator, fan, other, ...(await makeStream(creator.id, values, rules)) };
}
const batch = () => new Promise((resolve) => setTimeout(resolve, 250));
const seqs = async (conversationId: string) => (await rows(conversationId)).map(({ seq }) => seq);
const texts = ({ data }: { data: readonly { text: string }[] }) => data.map(({ text }) => text);
const update = (token: string, id: string, body: object) =>
  raw('PUT /conversations/:id/update', { token, params: { id }, body });

describe('writing in the chat of a stream', () => {
  it('numbers messages, tells the room, and says who wrote', async () => {
    const { creator, fan, other, id, conversationId } = await evening();
    await nameModerator(creator.id, other.id);
    transport.clear();
    await say(creator, conversationId, 'Welcome');
    await say(other, conversationId, 'Be kind');
    await say(fan, conversationId, 'Good evening');
    await batch();
    const told = transport.of('stream/message', rooms.stream(id)).flatMap(({ payload }) => payload.messages);
    expect(told.map(({ seq, role, text }) => [seq, role, text])).toEqual([
      [1, 'creator', 'Welcome'],
      [2, 'moderator', 'Be kind'],
      [3, 'viewer', 'Good evening'],
    ]);
    expect((await chat(fan, id)).lastSeq).toBe(3);
    expect((await read(null, conversationId)).data.map(({ senderName }) => senderName)).toEqual([
      creator.viewer.name,
      other.viewer.name,
      fan.viewer.name,
    ]);
  });

  it('happens once for each clientId, also at once', async () => {
    const { fan, conversationId } = await evening();
    const draft = { text: 'Only once', clientId: 'client-0001' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => trySaying(fan, conversationId, draft)),
    );
    expect(new Set(answers.map(({ data }) => (data as { _id: string })._id)).size).toBe(1);
    expect(await seqs(conversationId)).toEqual([1]);
  });

  it('numbers two hundred people at once without gaps', async () => {
    const { conversationId } = await evening();
    const people = await Promise.all(Array.from({ length: 20 }, () => makeFan()));
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        trySaying(people[n % 20]!, conversationId, { text: `Line ${n}` }),
      ),
    );
    expect(answers.map(({ status }) => status).filter((status) => status !== 201)).toEqual([]);
    expect(await seqs(conversationId)).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
  });

  it('in slow mode waits, whatever is sent at once; a tip isn’t a turn, and moderators don’t wait', async () => {
    const { creator, fan, other, id, conversationId } = await evening({}, { slowSeconds: 30 });
    await nameModerator(creator.id, other.id);
    const both = await Promise.all(
      [1, 2, 3].map((n) => trySaying(fan, conversationId, { text: `Now ${n}` })),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 429, 429]);
    expect(both.find(({ status }) => status === 429)?.problem).toMatchObject({
      message: 'Slow mode is on. You can write again in 30 seconds.',
      retryAfter: 30,
    });
    expect((await chat(fan, id)).waitSeconds).toBe(30);
    await say(other, conversationId, 'One');
    await say(other, conversationId, 'Two');
    await say(creator, conversationId, 'Three');
    await say(creator, conversationId, 'Four');
    clock.move('29s');
    expect((await trySaying(fan, conversationId)).status).toBe(429);
    clock.move('1s');
    expect((await trySaying(fan, conversationId)).status).toBe(201);
  });

  it('is limited for each account', async () => {
    const { fan, conversationId } = await evening();
    const answers = [];
    for (let n = 0; n < 31; n += 1) answers.push((await trySaying(fan, conversationId)).status);
    expect([answers.filter((status) => status === 201).length, answers.at(-1)]).toEqual([30, 429]);
  });

  it.each([
    ['followers', 'Only followers can write in this chat.'],
    ['subscribers', 'Only subscribers can write in this chat.'],
  ] as const)('is for %s if the creator says so', async (chatAudience, message) => {
    const { creator, fan, id, conversationId } = await evening({}, { chatAudience });
    expect((await trySaying(fan, conversationId)).problem).toMatchObject({ status: 403, message });
    expect(await chat(fan, id)).toMatchObject({ canWrite: false, writeRefusal: message });
    await ok('POST /follows/:id', { token: fan.token, params: { id: creator.id } });
    expect((await trySaying(fan, conversationId)).status).toBe(chatAudience === 'followers' ? 201 : 403);
    expect((await trySaying(creator, conversationId)).status).toBe(201);
  });

  it('ends with the stream, and begins with it', async () => {
    const { creator, fan, conversationId } = await evening({ state: 'scheduled', startedAt: null });
    expect((await trySaying(fan, conversationId)).problem.message).toBe(
      'The chat opens when the stream begins.',
    );
    expect((await trySaying(creator, conversationId)).status).toBe(201);
    const over = await makeStream(creator.id, { state: 'ended' });
    expect((await trySaying(creator, over.conversationId)).problem.message).toBe(
      'The stream has ended, so the chat is closed.',
    );
  });
});

describe('words to hold', () => {
  it('make a message wait for the creator, unseen by others; approved, it is the newest', async () => {
    const { creator, fan, other, id, conversationId } = await evening(
      {},
      { heldWords: ['Spoiler', 'big twist'] },
    );
    transport.clear();
    const held = await say(fan, conversationId, 'The BIG  twist is…');
    expect([held.isHeld, held.seq]).toEqual([true, 0]);
    await say(other, conversationId, 'No spoilers please');
    await batch();
    const toRoom = transport
      .of('stream/message', rooms.stream(id))
      .flatMap(({ payload }) => payload.messages);
    expect(toRoom.map(({ text }) => text)).toEqual(['No spoilers please']);
    expect(transport.of('stream/message', rooms.account(creator.id))).toHaveLength(1);
    expect(transport.of('stream/message', rooms.account(fan.id))).toHaveLength(1);
    expect(transport.of('stream/message', rooms.account(other.id))).toHaveLength(0);
    expect(texts(await read(fan, conversationId))).toEqual(['No spoilers please']);
    const waiting = async (by: typeof fan) => texts(await read(by, conversationId, { held: 'true' }));
    expect([await waiting(creator), await waiting(fan), await waiting(other)]).toEqual([
      ['The BIG  twist is…'],
      ['The BIG  twist is…'],
      [],
    ]);
    const approve = () =>
      ok('POST /messages/stream/:id/approve', { token: creator.token, params: { id: held._id } });
    expect([(await approve()).seq, (await approve()).seq]).toEqual([2, 2]);
    expect(texts(await read(other, conversationId, { afterSeq: 1 }))).toEqual(['The BIG  twist is…']);
    expect(await seqs(conversationId)).toEqual([1, 2]);
  });

  it('don’t hold what moderators write, and a held message can be deleted unseen', async () => {
    const { creator, fan, other, id, conversationId } = await evening({}, { heldWords: ['spoiler'] });
    expect((await say(creator, conversationId, 'spoiler')).isHeld).toBe(false);
    const held = await say(fan, conversationId, 'spoiler');
    const deleted = await call('DELETE /messages/:id', { token: other.token, params: { id: held._id } });
    expect(deleted.status).toBe(404);
    transport.clear();
    await ok('DELETE /messages/:id', { token: creator.token, params: { id: held._id } });
    expect(transport.of('stream/message-deleted', rooms.stream(id))).toEqual([]);
    const answer = await raw('POST /messages/stream/:id/approve', {
      token: creator.token,
      params: { id: held._id },
    });
    expect(answer.status).toBe(409);
    expect(await chat(other, id)).toMatchObject({ heldWords: [], lastSeq: 1 });
  });
});

describe('looking after a chat', () => {
  it('deletes a message for everybody, and unpins it', async () => {
    const { creator, fan, other, id, conversationId } = await evening();
    await nameModerator(creator.id, other.id);
    const { _id: messageId } = await say(fan, conversationId, 'Unkind words');
    expect((await update(other.token, conversationId, { pinnedMessageId: messageId })).status).toBe(200);
    expect((await chat(null, id)).pinned?._id).toBe(messageId);
    transport.clear();
    const gone = await ok('DELETE /messages/:id', { token: other.token, params: { id: messageId } });
    expect(gone).toMatchObject({ isDeleted: true, text: '' });
    await batch();
    expect(transport.of('stream/message-deleted', rooms.stream(id))[0]?.payload).toEqual({
      conversationId,
      messageIds: [messageId],
    });
    expect((await chat(null, id)).pinned).toBeNull();
    expect((await read(null, conversationId)).data).toMatchObject([{ isDeleted: true, text: '', seq: 1 }]);
  });

  it('bans at once, from every chat of the creator', async () => {
    const { creator, fan, other, id, conversationId } = await evening();
    await nameModerator(creator.id, other.id);
    await say(fan, conversationId, 'Hello');
    await say(creator, conversationId, 'Hello');
    const ban = (by: typeof fan, userId: string) =>
      raw('POST /streaming/chat/bans', { token: by.token, body: { conversationId, userId } });
    expect((await ban(other, creator.id)).status).toBe(403);
    transport.clear();
    expect((await ban(other, fan.id)).status).toBe(201);
    expect(transport.of('stream/chat-changed', rooms.account(fan.id)).length).toBeGreaterThan(0);
    const refused = 'You can’t write in this creator’s chats.';
    expect((await trySaying(fan, conversationId)).problem.message).toBe(refused);
    expect((await chat(fan, id)).writeRefusal).toBe(refused);
    const next = await makeStream(creator.id);
    expect((await trySaying(fan, next.conversationId)).status).toBe(403);
    const named = await raw('PUT /streaming/chat/moderators/:id', {
      token: creator.token,
      params: { id: fan.id },
    });
    expect(named.status).toBe(409);
    const people = await ok('GET /streaming/chat/people', { token: creator.token });
    expect([people.moderators, people.banned].map((each) => each.map(({ _id }) => _id))).toEqual([
      [other.id],
      [fan.id],
    ]);
    await ok('DELETE /streaming/chat/bans/:id', { token: creator.token, params: { id: fan.id } });
    expect((await trySaying(fan, next.conversationId)).status).toBe(201);
  });

  it('ends a moderator’s powers when the creator bans them', async () => {
    const { creator, other, id, conversationId } = await evening();
    await nameModerator(creator.id, other.id);
    await say(other, conversationId, 'Hello');
    await ok('POST /streaming/chat/bans', {
      token: creator.token,
      body: { conversationId, userId: other.id },
    });
    expect(await chat(other, id)).toMatchObject({ isModerator: false, canWrite: false });
  });

  it('keeps rules to the creator; closed, only those who look after it write', async () => {
    const { creator, fan, other, conversationId } = await evening();
    await nameModerator(creator.id, other.id);
    expect((await update(other.token, conversationId, { slowSeconds: 5 })).status).toBe(403);
    expect((await update(creator.token, conversationId, { isClosed: true })).status).toBe(200);
    expect((await trySaying(fan, conversationId)).problem.message).toBe('The creator has closed the chat.');
    expect((await trySaying(other, conversationId)).status).toBe(201);
  });

  it('clears the chat up to what was there', async () => {
    const { creator, fan, id, conversationId } = await evening();
    for (const text of ['One', 'Two', 'Three']) await say(fan, conversationId, text);
    transport.clear();
    const remove = (token: string) =>
      raw('DELETE /messages/:id/remove-all-message', { token, params: { id: conversationId } });
    expect((await remove(fan.token)).status).toBe(403);
    expect((await remove(creator.token)).status).toBe(200);
    expect(transport.of('stream/chat-cleared', rooms.stream(id))[0]?.payload).toEqual({
      conversationId,
      seq: 3,
    });
    await say(fan, conversationId, 'Four');
    expect(texts(await read(fan, conversationId))).toEqual(['', '', '', 'Four']);
  });
});

describe('reading a chat', () => {
  it('pages back, and catches up forwards', async () => {
    const { creator, conversationId } = await evening();
    for (let n = 1; n <= 12; n += 1) await say(creator, conversationId, `${n}`);
    const page = (query: object) => read(null, conversationId, query);
    expect(texts(await page({ limit: 5 }))).toEqual(['8', '9', '10', '11', '12']);
    expect(texts(await page({ limit: 5, beforeSeq: 8 }))).toEqual(['3', '4', '5', '6', '7']);
    expect(texts(await page({ limit: 5, offset: 5 }))).toEqual(['3', '4', '5', '6', '7']);
    const caughtUp = await page({ limit: 4, afterSeq: 6 });
    expect([texts(caughtUp), caughtUp.total]).toEqual([['7', '8', '9', '10'], 6]);
  });

  it('leaves out people with a block between them, who are told to read instead', async () => {
    const { fan, other, id, conversationId } = await evening();
    await db.insert(accountBlocks).values({ blockerId: other.id, blockedId: fan.id, createdAt: clock.now() });
    transport.clear();
    await say(fan, conversationId, 'Can they see me?');
    const [told] = transport.of('stream/message', rooms.stream(id));
    expect(told?.except).toEqual([rooms.account(other.id)]);
    expect(transport.of('stream/chat-changed', rooms.account(other.id))).toHaveLength(1);
    expect((await read(other, conversationId)).data).toMatchObject([{ text: '', isDeleted: true }]);
    expect(texts(await read(fan, conversationId))).toEqual(['Can they see me?']);
  });

  it('with a file: one’s own and ready; addresses go to a room only where anyone may look', async () => {
    const { makeFile } = postsIn(app);
    const { creator, fan, other, id, conversationId } = await evening();
    const file = await makeFile(fan.id, { type: 'message-photo' });
    const send = (by: typeof fan, files: string[]) => trySaying(by, conversationId, { files });
    expect((await send(other, [file])).status).toBe(422);
    await db.update(files).set({ state: 'queued' }).where(eq(files.id, file));
    expect((await send(fan, [file])).status).toBe(422);
    await db.update(files).set({ state: 'ready' }).where(eq(files.id, file));
    const sold = await makeFile(creator.id, { type: 'photo' });
    expect((await send(creator, [sold])).status).toBe(422);
    transport.clear();
    expect((await send(fan, [file])).status).toBe(201);
    const [open] = transport.of('stream/message', rooms.stream(id));
    expect(open?.payload.messages[0]?.files[0]?.url).toMatch(/^\/media\/f\//);
    const paid = await makeStream(creator.id, { price: 50 });
    const second = await makeFile(creator.id, { type: 'message-photo' });
    transport.clear();
    await trySaying(creator, paid.conversationId, { files: [second] });
    const [closed] = transport.of('stream/message', rooms.stream(paid.id));
    expect(closed?.payload.messages[0]?.files[0]).toMatchObject({ _id: second, url: null, sizes: [] });
    expect((await read(creator, paid.conversationId)).data[0]?.files[0]?.url).toMatch(/^\/media\/f\//);
  });
});

describe('the chat of a private stream', () => {
  it('is for its two sides while it runs', async () => {
    const [creator, fan, other] = [await makeCreator(), await makeFan(), await makeFan()];
    const { id, conversationId } = await makePrivate(creator.id, fan.id, 'requested');
    const write = (by: typeof fan) =>
      raw('POST /messages/stream/conversations/:id', {
        token: by.token,
        ...bodyOf(conversationId, { text: 'Hello' }),
      });
    expect((await write(fan)).problem.message).toBe('The chat opens once the request is accepted.');
    const running = await makePrivate(creator.id, fan.id);
    const view = (by: typeof fan, streamId: string) =>
      raw('GET /conversations/stream/:id', { token: by.token, params: { id: streamId } });
    expect([(await view(fan, running.id)).status, (await view(other, running.id)).status]).toEqual([
      200, 404,
    ]);
    expect((await view(fan, id)).data).toMatchObject({ canWrite: false, type: 'private_stream' });
    const both = [fan, creator].map((by) =>
      raw('POST /messages/stream/conversations/:id', {
        token: by.token,
        ...bodyOf(running.conversationId, { text: 'Hello' }),
      }),
    );
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([201, 201]);
  });
});

describe('a spectator of a private stream', () => {
  it('reads along while they pay, and doesn’t write', async () => {
    const [creator, fan, other] = [await makeCreator(), await makeFan(), await makeFan()];
    const { id, conversationId } = await makePrivate(creator.id, fan.id);
    const read = () =>
      raw('GET /messages/conversations/public/:id', { token: other.token, params: { id: conversationId } });
    expect((await read()).status).toBe(404);
    await db.insert(streamMeters).values({
      id: ports.ids(),
      streamId: id,
      accountId: other.id,
      isSpectator: true,
      perMinute: 10,
      state: 'open',
      heldTokens: 50,
      openedAt: clock.now(),
    });
    expect((await read()).status).toBe(200);
    const written = await raw('POST /messages/stream/conversations/:id', {
      token: other.token,
      ...bodyOf(conversationId, { text: 'Hello' }),
    });
    expect(written.problem).toMatchObject({
      status: 403,
      message: 'Spectators can read along, but not write.',
    });
    await db.update(streamMeters).set({ state: 'closed' }).where(eq(streamMeters.streamId, id));
    expect((await read()).status).toBe(404);
  });
});

describe('a tip in the chat', () => {
  it('is a message of its own; words of someone banned aren’t shown; an undone one goes', async () => {
    const { creator, fan, id, conversationId } = await evening({}, { heldWords: ['spoiler'] });
    await app.fund(fan.id, 500);
    const tip = async (text: string) => {
      const charged = await ok('POST /wallet/charges/tip/:id', {
        token: fan.token,
        key: ports.ids(),
        params: { id: creator.id },
        body: { amount: 20 },
      });
      const transactionId = charged._id;
      await transaction(ctx, (tx) =>
        addTipMessage(tx, { conversationId, senderId: fan.id, transactionId, tokens: 20, text }),
      );
      return transactionId;
    };
    transport.clear();
    const first = await tip('Bravo');
    const [told] = transport.of('stream/message', rooms.stream(id));
    expect(told?.payload.messages).toMatchObject([
      { type: 'tip', tokens: 20, text: 'Bravo', senderId: fan.id },
    ]);
    await db
      .insert(streamBans)
      .values({ performerId: creator.id, accountId: fan.id, bannedBy: creator.id, createdAt: clock.now() });
    await tip('Unkind');
    await transaction(ctx, (tx) => removeTipMessage(tx, first));
    expect((await read(null, conversationId)).data).toMatchObject([
      { isDeleted: true, tokens: null, text: '' },
      { isDeleted: false, tokens: 20, text: '' },
    ]);
  });
});
