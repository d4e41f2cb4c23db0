import { expect, test } from 'vitest';
import { testBackend } from '../../../setup/backend.ts';
import { talkOf } from '../../../setup/talk.ts';

const app = await testBackend();
const { ports } = app;
const { send, history, view, read, members, pair } = talkOf(app);

test('two people writing at once: every message once, numbered without gaps, in the same order for both', async () => {
  const { fan, creator, id } = await pair();
  await send(fan, id, 'first');
  for (let burst = 0; burst < 4; burst += 1) {
    await Promise.all(
      Array.from({ length: 24 }, (_, turn) => send(turn % 2 ? fan : creator, id, `message ${burst}.${turn}`)),
    );
    ports.clock.move('11s');
  }
  const all = (await history(fan, id, { limit: 100 })).data;
  expect(all.map((message) => message.seq)).toEqual(Array.from({ length: 97 }, (_, at) => 97 - at));
  expect(new Set(all.map((message) => message.text)).size).toBe(97);
  expect((await history(creator, id, { limit: 100 })).data.map((message) => message._id)).toEqual(
    all.map((message) => message._id),
  );
  const told = ports.transport.emitted.filter((entry) => entry.room === `account:${fan.id}`);
  expect(told).toHaveLength(97);
  expect((await view(creator, id)).lastSeq).toBe(97);
});

test('reading while the other writes never miscounts a message', async () => {
  const { fan, creator, id } = await pair();
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([
      ...Array.from({ length: 10 }, () => send(fan, id, 'hello')),
      ...Array.from({ length: 5 }, () => read(creator, id)),
    ]);
    ports.clock.move('11s');
    const row = (await members(id)).find((member) => member.accountId === creator.id)!;
    const { lastSeq } = await view(creator, id);
    // All messages are from the fan, so the unread ones are exactly those after the read position.
    expect(row.unread).toBe(lastSeq - row.readSeq);
  }
});

test('deleting while reading and writing keeps count and preview correct', async () => {
  const { fan, creator, id } = await pair();
  const sent = await Promise.all(Array.from({ length: 20 }, (_, at) => send(fan, id, `message ${at}`)));
  const remove = (messageId: string) =>
    app.ok('DELETE /messages/:id', { token: fan.token, params: { id: messageId } });
  ports.clock.move('11s');
  await Promise.all([
    ...sent.map((message) => remove(message._id)),
    ...sent.slice(0, 5).map((message) => remove(message._id)),
    send(fan, id, 'the only one left'),
  ]);
  const { lastMessage, totalNotSeenMessages, lastSeq } = await view(creator, id);
  expect({ text: lastMessage?.text, totalNotSeenMessages, lastSeq }).toEqual({
    text: 'the only one left',
    totalNotSeenMessages: 1,
    lastSeq: 21,
  });
});
