import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StreamMessage } from '#contract/talk/streams/chat.ts';
import { live, liveEventAnswered } from '#state/live/live-events.ts';
import {
  selectStreamMessages,
  selectStreamThread,
  streamChatOpened,
  streamMessageDropped,
  streamMessageSendRequested,
  streamMessagesRequested,
} from '#state/streams/stream-message.ts';
import { holeIn } from '#state/streams/stream-thread.ts';
import { aFile } from '../setup/factories/files.ts';
import { aStreamMessage } from '../setup/factories/messages.ts';
import { aStreamChat } from '../setup/factories/streams.ts';
import { aUser } from '../setup/factories/accounts.ts';
import { problem } from './setup/fake-api.ts';
import type { Replies } from './setup/fake-api.ts';
import { settle, startLoggedIn } from './setup/fake-deps.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server whose chat has these messages; tests add to it. */
function server(messages: StreamMessage[]) {
  const pages = ({
    query = {},
  }: {
    query?: { afterSeq?: number; beforeSeq?: number; limit?: number; held?: string };
  }) => {
    if (query.held) return { data: [], total: 0 };
    const { afterSeq, beforeSeq = Infinity, limit = 25 } = query;
    const found = messages.filter(({ seq }) => seq > (afterSeq ?? 0) && seq < beforeSeq);
    return {
      data: afterSeq === undefined ? found.slice(-limit) : found.slice(0, limit),
      total: found.length,
    };
  };
  return {
    'GET /conversations/stream/public/:id': () => aStreamChat({ lastSeq: messages.length }),
    'GET /messages/conversations/public/:id': pages as never,
  } satisfies Replies;
}
const numbered = (from: number, to: number, changes: Partial<StreamMessage> = {}) =>
  Array.from({ length: to - from + 1 }, (_, n) =>
    aStreamMessage(`m${from + n}`, { seq: from + n, ...changes }),
  );

async function open(messages: StreamMessage[], answers: Replies = {}) {
  const running = await startLoggedIn(aUser(), { answers: { ...server(messages), ...answers } });
  running.dispatch(streamChatOpened({ streamId: 'stream-1', kind: 'public' }));
  await settle();
  const thread = () => selectStreamThread(running.state(), 's1');
  const told = (...some: StreamMessage[]) =>
    running.dispatch(live['stream/message']({ conversationId: 's1', messages: some }));
  const lists = () =>
    running.deps.api.calls.filter(([route]) => route === 'GET /messages/conversations/public/:id').length;
  return {
    ...running,
    thread,
    told,
    lists,
    seqs: () => thread().items.map(({ seq }) => seq),
    store: () => selectStreamMessages(running.state()),
  };
}
const wait = async (milliseconds: number) => {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await settle();
};

describe('the chat on a page', () => {
  it('is opened with its rules and newest messages, and paged back', async () => {
    const { store, thread, seqs, dispatch } = await open(numbered(1, 40));
    expect([store().activeConversation, thread().conversation?.streamId]).toEqual(['s1', 'stream-1']);
    expect(seqs()).toEqual(numbered(16, 40).map(({ seq }) => seq));
    dispatch(streamMessagesRequested({ conversationId: 's1', earlier: true }));
    await settle();
    expect(seqs()).toEqual(numbered(1, 40).map(({ seq }) => seq));
  });

  it('says why it can’t be opened', async () => {
    const { store } = await open([], {
      'GET /conversations/stream/public/:id': () => {
        throw problem(403);
      },
    });
    expect(store()).toMatchObject({ activeConversation: null, open: { error: { status: 403 } } });
  });

  it('after joining again has everything that was missed, however much, in order and once', async () => {
    const all = numbered(1, 5);
    const { dispatch, seqs } = await open(all);
    all.push(...numbered(6, 230));
    dispatch(liveEventAnswered('stream/join', { streamId: 'stream-1' }));
    await wait(100);
    expect(seqs()).toEqual(all.map(({ seq }) => seq));
  });

  it('learns of what was deleted meanwhile', async () => {
    const all = numbered(1, 3);
    const { dispatch, thread } = await open(all);
    all[1] = { ...all[1]!, isDeleted: true, text: '' };
    dispatch(liveEventAnswered('stream/join', { streamId: 'stream-1' }));
    await wait(100);
    expect(thread().items.map(({ text }) => text)).toEqual(['Line m1', 'Message deleted', 'Line m3']);
  });

  it('waits a moment for messages that were overtaken, then fetches those that were lost', async () => {
    const all = numbered(1, 3);
    const { told, seqs, thread, lists } = await open(all);
    all.push(...numbered(4, 7));
    const before = lists();
    told(all[4]!);
    told(all[3]!);
    await wait(2_000);
    expect([seqs(), lists()]).toEqual([[1, 2, 3, 4, 5], before]);
    told(all[6]!);
    expect(holeIn(thread())).toBe(5);
    await wait(2_000);
    expect([seqs(), lists()]).toEqual([[1, 2, 3, 4, 5, 6, 7], before + 1]);
  });

  it('keeps a message deleted that arrives after its deletion', async () => {
    const { dispatch, told, thread } = await open(numbered(1, 1));
    dispatch(live['stream/message-deleted']({ conversationId: 's1', messageIds: ['m2'] }));
    told(...numbered(2, 2));
    expect(thread().items.at(-1)).toMatchObject({ _id: 'm2', isDeleted: true, text: 'Message deleted' });
  });

  it('is cleared up to a message', async () => {
    const { dispatch, thread } = await open(numbered(1, 3));
    dispatch(live['stream/chat-cleared']({ conversationId: 's1', seq: 2 }));
    expect(thread().items.map(({ isDeleted }) => isDeleted)).toEqual([true, true, false]);
  });

  it('fetches the addresses of files that an event to everybody leaves out', async () => {
    const all = numbered(1, 1);
    const { told, thread } = await open(all);
    const picture = aFile({ _id: 'f1', url: '/media/f/f1' });
    const unsigned = { ...picture, url: null, sizes: [] };
    all.push(aStreamMessage('m2', { seq: 2, type: 'media', files: [picture] }));
    told(aStreamMessage('m2', { seq: 2, type: 'media', files: [unsigned] }));
    expect(thread().items.at(-1)?.files[0]?.url).toBeNull();
    await wait(2_000);
    expect(thread().items.at(-1)?.files[0]?.url).toBe('/media/f/f1');
    told(aStreamMessage('m2', { seq: 2, type: 'media', files: [unsigned] }));
    expect(thread().items.at(-1)?.files[0]?.url).toBe('/media/f/f1');
  });

  it('shows a held message as the newest one once a moderator shows it', async () => {
    const { told, thread } = await open(numbered(1, 2));
    const held = aStreamMessage('h', { seq: 0, isHeld: true });
    told(held);
    told(...numbered(3, 3));
    told({ ...held, seq: 4, isHeld: false });
    expect(thread().items.map(({ _id, isHeld }) => [_id, isHeld])).toEqual([
      ['m1', false],
      ['m2', false],
      ['m3', false],
      ['h', false],
    ]);
  });

  it('doesn’t take what is told of another chat', async () => {
    const { dispatch, store } = await open(numbered(1, 1));
    dispatch(live['stream/message']({ conversationId: 'other', messages: numbered(1, 1) }));
    expect(Object.keys(store().conversationMap)).toEqual(['s1']);
  });
});

describe('writing', () => {
  const write = (files?: ReturnType<typeof aFile>[]) =>
    streamMessageSendRequested({
      conversationId: 's1',
      kind: 'public',
      text: 'Hi',
      ...(files ? { files } : {}),
      senderId: 'me',
      senderName: 'Mia',
      senderAvatar: '',
    });

  it('in slow mode waits after a message, or as long as the server says', async () => {
    const { dispatch, thread, deps } = await open(numbered(1, 1), {
      'GET /conversations/stream/public/:id': () => aStreamChat({ slowSeconds: 10, lastSeq: 1 }),
      'POST /messages/stream/public/conversations/:id': () => aStreamMessage('a', { seq: 2, senderId: 'me' }),
    });
    dispatch(write());
    await settle();
    expect(thread().waitUntil).toBe(deps.now() + 10_000);
    deps.api.answer({
      'POST /messages/stream/public/conversations/:id': () => {
        throw problem(429, { retryAfter: 7 });
      },
    });
    dispatch(write());
    await settle();
    expect(thread().waitUntil).toBe(deps.now() + 7_000);
    const failed = thread().items.at(-1)!;
    expect(failed.status).toBe('failed');
    dispatch(streamMessageDropped({ conversationId: 's1', clientId: failed.clientId! }));
    expect(thread().items.map(({ _id }) => _id)).toEqual(['m1', 'a']);
  });

  it('sends photos, and takes its event and its reply for one message', async () => {
    const { dispatch, thread, told, deps } = await open(numbered(1, 1), {
      'POST /messages/stream/public/conversations/:id': ({ body }) => {
        const message = aStreamMessage('a', {
          seq: 2,
          senderId: 'me',
          clientId: body.data.clientId ?? null,
        });
        told(message);
        return message;
      },
    });
    dispatch(write([aFile({ _id: 'f1' })]));
    await settle();
    const sent = deps.api.calls.find(([route]) => route.startsWith('POST /messages/stream/public'));
    expect(sent?.[1]).toMatchObject({ body: { data: { files: ['f1'] } } });
    expect(thread().items.map(({ _id, status }) => [_id, status])).toEqual([
      ['m1', 'sent'],
      ['a', 'sent'],
    ]);
  });

  it('that is refused asks for the rules again', async () => {
    let asked = 0;
    const { dispatch, thread } = await open(numbered(1, 1), {
      'GET /conversations/stream/public/:id': () => {
        asked += 1;
        return aStreamChat(asked === 1 ? {} : { canWrite: false, writeRefusal: 'Banned.' });
      },
      'POST /messages/stream/public/conversations/:id': () => {
        throw problem(403);
      },
    });
    dispatch(write());
    await settle();
    expect(thread().conversation).toMatchObject({ canWrite: false, writeRefusal: 'Banned.' });
  });
});
