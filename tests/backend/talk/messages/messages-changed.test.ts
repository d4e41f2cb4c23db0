import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { messageReactions, messages } from '#backend/db/schema/messages.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import { talkOf } from '../../../setup/talk.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, ok, db, ports } = app;
const { makeFile, block } = postsIn(app);
const talk = talkOf(app);
const nobody = '00000000-0000-7000-9000-00000000beef';

/** A fan and a creator who wrote one message each. */
async function pair() {
  const two = await talk.pair();
  const mine = await talk.send(two.fan, two.id, 'Hello');
  const theirs = await talk.send(two.creator, two.id, 'Hi there');
  ports.transport.clear();
  return { ...two, mine, theirs };
}
const edit = (who: Person, id: string, text: string) =>
  call('PUT /messages/:id', { token: who.token, params: { id }, body: { text } });
const react = (who: Person, id: string, emoji: string) =>
  call('PUT /messages/:id/reaction', {
    token: who.token,
    params: { id },
    body: { emoji: emoji as 'heart' },
  });
const unreact = (who: Person, id: string) =>
  call('DELETE /messages/:id/reaction', { token: who.token, params: { id } });
const remove = (who: Person, id: string) => ok('DELETE /messages/:id', { token: who.token, params: { id } });
const view = (who: Person, id: string) => ok('GET /messages/:id', { token: who.token, params: { id } });
const updates = (who: Person) => ports.transport.of('message/updated', rooms.account(who.id));

describe('editing', () => {
  test('both see the new text at once, marked as edited; so does the list', async () => {
    const { fan, creator, id, theirs } = await pair();
    const { status, data } = await edit(creator, theirs._id, ' Hi there, Anna ');
    expect([status, data.text, data.editedAt === null, data.change]).toEqual([
      200,
      'Hi there, Anna',
      false,
      1,
    ]);
    for (const who of [fan, creator]) {
      expect(updates(who).map(({ payload }) => payload.message.text)).toEqual(['Hi there, Anna']);
      expect((await talk.view(who, id)).lastMessage?.text).toBe('Hi there, Anna');
      expect((await view(who, theirs._id)).editedAt).toBe(data.editedAt);
    }
  });

  test('an unchanged text changes nothing and sends no event', async () => {
    const { fan, mine } = await pair();
    expect((await edit(fan, mine._id, 'Hello')).data.editedAt).toBeNull();
    expect(updates(fan)).toEqual([]);
  });

  test('only for as long as the setting allows', async () => {
    const { fan, mine } = await pair();
    expect(mine.editableUntil).toBe(new Date(Date.parse(mine.createdAt) + 15 * 60_000).toISOString());
    await app.settings.set('messageEditMinutes', 1);
    ports.clock.move('61s');
    const late = await edit(fan, mine._id, 'Too late');
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('for 1 minute after')]);
    await app.settings.set('messageEditMinutes', 15);
    expect((await edit(fan, mine._id, 'In time')).status).toBe(200);
  });

  test("another person's doesn't exist; blank or too long text and unknown keys are rejected", async () => {
    const { fan, creator, mine } = await pair();
    const stranger = await app.makeFan();
    const answers = [];
    for (const [who, id] of [
      [creator, mine._id],
      [stranger, mine._id],
      [fan, nobody],
    ] as const)
      answers.push((await edit(who, id, 'Mine now')).text);
    expect(new Set(answers.map((text) => text.replace(/"requestId":"[^"]*"/, '')))).toHaveProperty('size', 1);
    for (const text of ['  ', 'x'.repeat(5_001)]) expect((await edit(fan, mine._id, text)).status).toBe(422);
    const body = { text: 'Fine', price: 10 } as { text: string };
    const strange = await call('PUT /messages/:id', { token: fan.token, params: { id: mine._id }, body });
    expect(strange.status).toBe(422);
    expect((await view(fan, mine._id)).text).toBe('Hello');
  });

  test('a paid message: the text changes, the files stay locked for the other side', async () => {
    const { fan, creator, id } = await pair();
    const sold = await ok('POST /messages/conversations/:id', {
      token: creator.token,
      params: { id },
      body: {
        conversationId: id,
        data: { text: 'For you', files: [await makeFile(creator.id)], price: 20 },
      },
    });
    ports.transport.clear();
    expect((await edit(creator, sold._id, '')).data).toMatchObject({
      text: '',
      files: [{ _id: sold.files[0]!._id }],
    });
    const [told] = updates(fan);
    expect(told!.payload.message).toMatchObject({
      text: '',
      access: { allowed: false },
      files: [{ url: null }],
    });
  });

  test('not if the person may no longer write, and not after a block', async () => {
    const { fan, creator, mine } = await pair();
    await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, creator.id));
    expect((await edit(fan, mine._id, 'Hello?')).status).toBe(403);
    expect((await react(fan, mine._id, 'heart')).status).toBe(403);
    await db.update(accounts).set({ suspendedAt: null }).where(eq(accounts.id, creator.id));
    await block(creator.id, fan.id);
    expect((await edit(fan, mine._id, 'Hello?')).status).toBe(404);
  });
});

describe('reactions', () => {
  test('one per person: changed, removed, sent to both', async () => {
    const { fan, creator, theirs } = await pair();
    expect((await react(fan, theirs._id, 'heart')).data.reactions).toEqual([
      { accountId: fan.id, emoji: 'heart' },
    ]);
    expect((await react(fan, theirs._id, 'fire')).data.reactions).toEqual([
      { accountId: fan.id, emoji: 'fire' },
    ]);
    expect((await react(creator, theirs._id, 'laugh')).data.reactions).toHaveLength(2);
    expect((await react(fan, theirs._id, 'fire')).data.change).toBe(3);
    expect(updates(creator).map(({ payload }) => payload.message.change)).toEqual([1, 2, 3]);
    expect((await unreact(fan, theirs._id)).data.reactions).toEqual([
      { accountId: creator.id, emoji: 'laugh' },
    ]);
    expect((await unreact(fan, theirs._id)).status).toBe(200);
    expect(updates(fan)).toHaveLength(4);
  });

  test('from a fixed set, and not to a deleted message', async () => {
    const { fan, creator, theirs } = await pair();
    expect((await react(fan, theirs._id, 'skull')).status).toBe(422);
    await react(fan, theirs._id, 'heart');
    await remove(creator, theirs._id);
    expect((await react(fan, theirs._id, 'heart')).status).toBe(409);
    expect((await view(fan, theirs._id)).reactions).toEqual([]);
    expect(await db.$count(messageReactions, eq(messageReactions.messageId, theirs._id))).toBe(0);
  });

  test('forty at once by two people leave one each, and no number is used twice', async () => {
    const { fan, creator, id, theirs } = await pair();
    const all = ['heart', 'like', 'laugh', 'wow', 'sad', 'fire'];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => react(at % 2 ? fan : creator, theirs._id, all[at % 6]!)),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect((await view(fan, theirs._id)).reactions).toHaveLength(2);
    const numbers = updates(fan).map(({ payload }) => payload.message.change);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, at) => at + 1));
    expect((await talk.history(fan, id)).lastChange).toBe(numbers.length);
  });
});

describe('replying', () => {
  test('quotes the sender and the beginning of the text, for both', async () => {
    const { fan, creator, id } = await pair();
    const long = await talk.send(creator, id, `A ${'long '.repeat(80)}story`);
    const reply = await talk.send(fan, id, { text: 'Go on', replyTo: long._id });
    expect(reply.replyTo).toMatchObject({
      _id: long._id,
      seq: long.seq,
      senderId: creator.id,
      isDeleted: false,
    });
    expect(reply.replyTo!.text.length).toBeLessThanOrEqual(141);
    const [told] = ports.transport.of('message/created', rooms.account(creator.id)).slice(-1);
    expect(told!.payload.message.replyTo).toEqual(reply.replyTo);
    expect((await talk.history(creator, id)).data[0]!.replyTo).toEqual(reply.replyTo);
  });

  test('a deleted original quotes nothing, a locked one nothing of its files', async () => {
    const { fan, creator, id, theirs } = await pair();
    const toDeleted = await talk.send(fan, id, { text: 'Really?', replyTo: theirs._id });
    await remove(creator, theirs._id);
    expect((await view(fan, toDeleted._id)).replyTo).toMatchObject({ text: '', isDeleted: true });
    const sold = await ok('POST /messages/conversations/:id', {
      token: creator.token,
      params: { id },
      body: { conversationId: id, data: { files: [await makeFile(creator.id)], price: 20 } },
    });
    const toSold = await talk.send(fan, id, { text: 'What is it?', replyTo: sold._id });
    expect(Object.keys(toSold.replyTo!).toSorted()).toEqual([
      '_id',
      'isDeleted',
      'senderId',
      'seq',
      'text',
      'type',
    ]);
    expect(toSold.replyTo).toMatchObject({ type: 'photo', text: '' });
  });

  test('to a message that was deleted meanwhile quotes nothing, for both', async () => {
    const { fan, creator, id, theirs } = await pair();
    await remove(creator, theirs._id);
    const reply = await talk.send(fan, id, { text: 'Really?', replyTo: theirs._id });
    expect(reply.replyTo).toMatchObject({ _id: theirs._id, seq: theirs.seq, text: '', isDeleted: true });
    const [told] = ports.transport.of('message/created', rooms.account(creator.id)).slice(-1);
    expect(told!.payload.message.replyTo).toEqual(reply.replyTo);
  });

  test('to a message of another conversation, or an unknown one: the same error', async () => {
    const { fan, id } = await pair();
    const other = await pair();
    const texts = [];
    for (const replyTo of [other.mine._id, nobody]) {
      const { status, text } = await talk.trySend(fan, id, { text: 'Hm', replyTo });
      expect(status).toBe(422);
      texts.push(text.replace(/"requestId":"[^"]*"/, ''));
    }
    expect(new Set(texts).size).toBe(1);
  });

  test('a purchased message keeps no reactions and replies once the conversation is closed', async () => {
    const { fan, creator, id, mine } = await pair();
    await app.fund(fan.id, 100);
    const sold = await ok('POST /messages/conversations/:id', {
      token: creator.token,
      params: { id },
      body: {
        conversationId: id,
        data: { files: [await makeFile(creator.id)], price: 20, replyTo: mine._id },
      },
    });
    await ok('POST /wallet/charges/message/:id', { token: fan.token, params: { id: sold._id }, body: {} });
    await react(creator, sold._id, 'heart');
    await block(creator.id, fan.id);
    expect(await view(fan, sold._id)).toMatchObject({ replyTo: null, reactions: [], isBought: true });
  });
});

describe('listing', () => {
  test('changes since a number, in order, including deletions', async () => {
    const { fan, creator, id, mine, theirs } = await pair();
    const third = await talk.send(fan, id, 'Third');
    await edit(fan, mine._id, 'Hello again');
    await react(creator, third._id, 'like');
    await remove(creator, theirs._id);
    await edit(fan, mine._id, 'Hello once more');
    const since = async (changedAfter: number) =>
      (await talk.history(fan, id, { changedAfter })).data.map(({ seq, change }) => [seq, change]);
    expect(await since(0)).toEqual([
      [3, 2],
      [2, 3],
      [1, 4],
    ]);
    expect(await since(3)).toEqual([[1, 4]]);
    expect(await since(4)).toEqual([]);
    expect((await talk.history(fan, id)).lastChange).toBe(4);
    // Deleting it again isn't a change.
    await remove(creator, theirs._id);
    expect((await talk.history(fan, id)).lastChange).toBe(4);
  });

  test('around a position: half before, half after, as far as available', async () => {
    const { fan, id } = await pair();
    for (let seq = 3; seq <= 20; seq++) await talk.send(fan, id, `Line ${seq}`);
    const around = async (aroundSeq: number) =>
      (await talk.history(fan, id, { aroundSeq, limit: 6 })).data.map(({ seq }) => seq);
    expect(await around(10)).toEqual([13, 12, 11, 10, 9, 8]);
    expect(await around(1)).toEqual([4, 3, 2, 1]);
    expect(await around(20)).toEqual([20, 19, 18, 17, 16, 15]);
  });

  test('two positions at once are rejected', async () => {
    const { fan, id } = await pair();
    const both = await call('GET /messages/conversations/:id', {
      token: fan.token,
      params: { id },
      query: { aroundSeq: 1, changedAfter: 0 },
    });
    expect(both.status).toBe(422);
  });

  test('a page of unchanged messages makes no further query', async () => {
    const { fan, id } = await pair();
    expect((await talk.history(fan, id)).data.map(({ reactions, replyTo }) => [reactions, replyTo])).toEqual([
      [[], null],
      [[], null],
    ]);
    expect(await db.$count(messages, eq(messages.conversationId, id))).toBe(2);
  });
});
