import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StreamMessage } from '#contract/talk/streams/chat.ts';
import { createBatches } from '#backend/kernel/batches.ts';
import type { Target } from '#backend/ports/ports.ts';
import { aStreamMessage } from '../../setup/factories/messages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Sent {
  to: Target;
  event: string;
  payload: object;
  at: number;
}
function listen() {
  const sent: Sent[] = [];
  const emit = createBatches((to, event, payload) => void sent.push({ to, event, payload, at: Date.now() }));
  const say = (id: string, to: Target = 'room') =>
    emit(to, 'stream/message', { conversationId: 'c', messages: [aStreamMessage(id)] });
  const messages = () =>
    sent.flatMap(({ payload }) => ('messages' in payload ? (payload.messages as StreamMessage[]) : []));
  return { sent, emit, say, messages };
}

it('a thousand chatters are told of in ten events a second, with nothing lost and in order', () => {
  const { sent, say, messages } = listen();
  for (let n = 0; n < 3_000; n += 1) {
    say(`m${n}`);
    vi.advanceTimersByTime(1);
  }
  vi.advanceTimersByTime(1_000);
  expect(messages().map(({ _id }) => _id)).toEqual(Array.from({ length: 3_000 }, (_, n) => `m${n}`));
  const from = (start: number) => sent.filter(({ at }) => at >= start && at < start + 1_000).length;
  expect(Math.max(...sent.map(({ at }) => from(at)))).toBeLessThanOrEqual(10);
});

it('a single message is told of at once, and so is the next one after a pause', () => {
  const { sent, say } = listen();
  say('a');
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  say('b');
  expect(sent).toHaveLength(2);
});

it('messages and deletions of a room share the ten; rooms don’t', () => {
  const { sent, emit, say } = listen();
  const remove = (id: string) =>
    emit('room', 'stream/message-deleted', { conversationId: 'c', messageIds: [id] });
  say('a');
  say('b');
  remove('a');
  remove('b');
  say('x', 'other');
  expect(sent.map(({ to }) => to)).toEqual(['room', 'other']);
  vi.advanceTimersByTime(100);
  vi.advanceTimersByTime(100);
  expect(sent.slice(2).map(({ event, payload }) => [event, payload])).toMatchObject([
    ['stream/message', { messages: [{ _id: 'b' }] }],
    ['stream/message-deleted', { messageIds: ['a', 'b'] }],
  ]);
});

it('whoever is left out of one message is left out of its batch, and told to read the chat', () => {
  const { sent, say } = listen();
  say('a');
  say('b', { room: 'room', except: ['account:1'] });
  say('c');
  vi.advanceTimersByTime(100);
  expect(sent.slice(1)).toMatchObject([
    { to: { room: 'room', except: ['account:1'] }, payload: { messages: [{ _id: 'b' }, { _id: 'c' }] } },
    { to: 'account:1', event: 'stream/chat-changed', payload: { conversationId: 'c' } },
  ]);
});

it('other events pass at once', () => {
  const { sent, emit } = listen();
  for (let n = 0; n < 30; n += 1) emit('room', 'stream/viewers', { streamId: 's', viewers: n });
  expect(sent).toHaveLength(30);
});
