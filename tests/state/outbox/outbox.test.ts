import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '#contract/talk/messages/messages.ts';
import { conversationGone, conversationOpenRequested } from '#state/messages/conversation.ts';
import {
  messageCancelRequested,
  messageDiscarded,
  messageRetryRequested,
  messageSendRequested,
  selectThread,
} from '#state/messages/message.ts';
import { localLocks } from '#state/messages/outbox/local-locks.ts';
import { memoryStore } from '#state/messages/outbox/memory-store.ts';
import { outboxWoken } from '#state/messages/outbox/outbox-actions.ts';
import {
  type OutboxDevice,
  type OutboxNews,
  type OutboxStore,
  waitingKey,
} from '#state/messages/outbox/outbox.ts';
import { logoutRequested, sessionRefused } from '#state/session/auth.ts';
import { type Replies, onItsWay, problem } from '../setup/fake-api.ts';
import { settle, startLoggedIn } from '../setup/fake-deps.ts';
import type { FakeDeps } from '../setup/make-fake-deps.ts';
import { messageServer } from '../setup/messages.ts';
import { aUser } from '../../setup/factories/accounts.ts';
import { aFile } from '../../setup/factories/files.ts';
import { aMessage } from '../../setup/factories/messages.ts';

const send = 'POST /messages/conversations/:id';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** One browser: its storage, which tabs share, and the locks and news between them. */
function aBrowser() {
  const store = memoryStore();
  const local = new Map<string, string>();
  const tabs = new Set<(news: OutboxNews | 'online') => void>();
  const hold = localLocks();
  const device = (): OutboxDevice => {
    let mine: ((news: OutboxNews | 'online') => void) | null = null;
    return {
      store,
      hold,
      publish: (news) => tabs.forEach((hear) => hear !== mine && hear(news)),
      listen: (hear) => {
        mine = hear;
        tabs.add(hear);
        return () => tabs.delete(hear);
      },
    };
  };
  /** What a new tab has. */
  const before = (deps: FakeDeps) => {
    const own = device();
    Object.assign(deps, {
      outbox: async () => own,
      storage: {
        ...deps.storage,
        local: {
          read: (key: string) => local.get(key) ?? null,
          write: (key: string, value: string) => void local.set(key, value),
          remove: (key: string) => void local.delete(key),
        },
      },
    });
  };
  return { store, local, before, online: () => tabs.forEach((hear) => hear('online')) };
}

/** A server that keeps each `clientId` once, and can be cut off. */
function aServer() {
  const stored: Message[] = [];
  const server = { isReachable: true, losesAnswers: false, attempts: 0 };
  const replies: Replies = {
    ...messageServer(stored),
    [send]: ({ params, body: { data } }) => {
      server.attempts += 1;
      if (!server.isReachable) throw problem(0);
      const known = stored.find((each) => each.clientId === data.clientId);
      const message =
        known ??
        aMessage(stored.length + 1, {
          conversationId: params.id,
          senderId: 'me',
          text: data.text ?? '',
          clientId: data.clientId ?? null,
        });
      if (!known) stored.push(message);
      if (server.losesAnswers) return new Promise<never>(() => {});
      return message;
    },
    'POST /auth/logout': () => ({ success: true }),
  };
  return { server, replies, stored, texts: () => stored.map((each) => each.text) };
}

const me = aUser({ _id: 'me' });
async function openTab(browser: ReturnType<typeof aBrowser>, answers: Replies, user = me) {
  const running = await startLoggedIn(user, { answers, before: browser.before });
  const thread = () => selectThread(running.state(), 'c1').items;
  const show = async () => {
    running.dispatch(conversationOpenRequested({ id: 'c1' }));
    await settle();
  };
  const write = async (text: string) => {
    running.dispatch(messageSendRequested({ conversationId: 'c1', text, senderId: 'me' }));
    await settle();
    return { conversationId: 'c1', clientId: thread().find((each) => each.text === text)?.clientId ?? '' };
  };
  return { ...running, thread, show, write };
}
type Tab = Awaited<ReturnType<typeof openTab>>;
const close = (tab: Tab) => tab.socket().fire('disconnect');

describe('its code', () => {
  it('loads with the first interaction with a conversation, before it is needed', async () => {
    const browser = aBrowser();
    const { promise: used, resolve: use } = Promise.withResolvers<void>();
    const load = vi.fn<FakeDeps['outbox']>();
    const before = (deps: FakeDeps) => {
      browser.before(deps);
      load.mockImplementation(deps.outbox);
      Object.assign(deps, { outbox: load, used: () => used });
    };
    const tab = await openTab({ ...browser, before }, aServer().replies);
    await tab.show();
    expect(load).not.toHaveBeenCalled();
    use();
    await settle();
    expect(load).toHaveBeenCalled();
  });
});

describe('without a connection', () => {
  it('messages wait, say so without a toast, and go out in order once it is back', async () => {
    const browser = aBrowser();
    const { server, replies, texts } = aServer();
    const tab = await openTab(browser, replies);
    await tab.show();
    server.isReachable = false;
    for (const text of ['one', 'two', 'three']) await tab.write(text);
    expect(tab.thread().map(({ status, isDelayed }) => [status, isDelayed])).toEqual(
      Array.from({ length: 3 }, () => ['pending', true]),
    );
    expect([tab.deps.said, browser.local.has(waitingKey('me'))]).toEqual([[], true]);
    server.isReachable = true;
    browser.online();
    await settle();
    expect(texts()).toEqual(['one', 'two', 'three']);
    expect(tab.thread().map(({ text, status }) => [text, status])).toEqual([
      ['one', 'sent'],
      ['two', 'sent'],
      ['three', 'sent'],
    ]);
    expect([await browser.store.list('me'), browser.local.size]).toEqual([[], 0]);
  });

  it('is tried again by itself, less and less often', async () => {
    const { server, replies, texts } = aServer();
    const tab = await openTab(aBrowser(), replies);
    await tab.show();
    server.isReachable = false;
    await tab.write('Hi');
    expect(server.attempts).toBe(1);
    await settle(5_000);
    expect(server.attempts).toBe(2);
    await settle(5_000);
    expect(server.attempts).toBe(2);
    await settle(5_000);
    expect(server.attempts).toBe(3);
    server.isReachable = true;
    await settle(60_000);
    expect(texts()).toEqual(['Hi']);
  });

  it.each([502, 503, 429])('a server that answers %i is one to wait for as well', async (status) => {
    const { replies, texts } = aServer();
    const tab = await openTab(aBrowser(), replies);
    await tab.show();
    tab.deps.api.answer({
      [send]: () => {
        throw problem(status);
      },
    });
    await tab.write('Hi');
    expect(tab.thread()[0]).toMatchObject({ status: 'pending', isDelayed: true });
    tab.deps.api.answer(replies);
    tab.dispatch(outboxWoken());
    await settle();
    expect(texts()).toEqual(['Hi']);
  });

  describe.each(['this', 'another'] as const)('while %s tab asks what still waits', (which) => {
    it.each(['before', 'after'] as const)('a message stored %s the answer goes out', async (when) => {
      const browser = aBrowser();
      const { server, replies, texts } = aServer();
      const writer = await openTab(browser, replies);
      await writer.show();
      const asking = which === 'this' ? writer : await openTab(browser, replies);
      // After sending a message: nothing waits, but the answer is slow.
      const { list, put } = browser.store;
      const answered = Promise.withResolvers<void>();
      const slowly: OutboxStore['list'] = async (userId) => {
        const waiting = await list(userId);
        if (texts().length === 0 || waiting.length > 0) return waiting;
        Object.assign(browser.store, { list });
        await answered.promise;
        return waiting;
      };
      Object.assign(browser.store, { list: slowly });
      await asking.write('one');
      expect(browser.store.list).toBe(list);
      server.isReachable = false;
      const stored = Promise.withResolvers<void>();
      const late: OutboxStore['put'] = (entry) => stored.promise.then(() => put(entry));
      Object.assign(browser.store, { put: late });
      await writer.write('two');
      for (const step of when === 'before' ? [stored, answered] : [answered, stored]) {
        step.resolve();
        await settle();
      }
      expect([texts(), browser.local.has(waitingKey('me'))]).toEqual([['one'], true]);
      server.isReachable = true;
      browser.online();
      await settle();
      expect([texts(), browser.local.size]).toEqual([['one', 'two'], 0]);
    });
  });

  it('a request that never ends doesn’t block the rest for long', async () => {
    const { replies, texts } = aServer();
    const tab = await openTab(aBrowser(), replies);
    await tab.show();
    tab.deps.api.answer({ [send]: () => new Promise<never>(() => {}) });
    await tab.write('Hi');
    tab.deps.api.answer(replies);
    await settle(36_000);
    expect(texts()).toEqual(['Hi']);
  });
});

describe('a page that closes', () => {
  it('leaves its message to the next one, whatever that shows', async () => {
    const browser = aBrowser();
    const { server, replies, texts } = aServer();
    const first = await openTab(browser, replies);
    await first.show();
    server.isReachable = false;
    await first.write('Before the reload');
    close(first);
    server.isReachable = true;
    const next = await openTab(browser, replies);
    await settle();
    expect(texts()).toEqual(['Before the reload']);
    expect(next.deps.api.routes()).toContain(send);
  });

  it('shows its message as waiting after a reload without a connection', async () => {
    const browser = aBrowser();
    const { server, replies } = aServer();
    server.isReachable = false;
    const first = await openTab(browser, replies);
    await first.write('Still here');
    const next = await openTab(browser, replies);
    await next.show();
    expect(next.thread()).toMatchObject([{ text: 'Still here', status: 'pending', isDelayed: true }]);
  });

  it('between the server’s commit and its answer doubles nothing', async () => {
    const browser = aBrowser();
    const { server, replies, stored, texts } = aServer();
    server.losesAnswers = true;
    const first = await openTab(browser, replies);
    await first.show();
    await first.write('Once');
    expect([texts(), (await browser.store.list('me')).length]).toEqual([['Once'], 1]);
    server.losesAnswers = false;
    // Closing a tab releases its locks.
    await settle(31_000);
    const next = await openTab(browser, replies);
    await next.show();
    expect([texts(), (await browser.store.list('me')).length]).toEqual([['Once'], 0]);
    expect(next.thread().map(({ clientId, status }) => [clientId, status])).toEqual([
      [stored[0]!.clientId, 'sent'],
    ]);
  });

  it('two that open at once send it once', async () => {
    const browser = aBrowser();
    const { server, replies, texts } = aServer();
    server.isReachable = false;
    const first = await openTab(browser, replies);
    await first.write('Just once');
    const second = await openTab(browser, replies);
    server.isReachable = true;
    server.attempts = 0;
    first.dispatch(outboxWoken());
    second.dispatch(outboxWoken());
    await settle();
    expect([server.attempts, texts()]).toEqual([1, ['Just once']]);
    for (const tab of [first, second]) expect(tab.thread()).toMatchObject([{ status: 'sent' }]);
  });
});

describe('a message that is refused', () => {
  it('says why, lets later ones pass, and can be retried or discarded', async () => {
    const browser = aBrowser();
    const { replies, texts } = aServer();
    const tab = await openTab(browser, replies);
    await tab.show();
    tab.deps.api.answer({
      [send]: () => {
        throw problem(422, { message: 'Too long.' });
      },
    });
    const [first, second] = [await tab.write('Refused'), await tab.write('Refused too')];
    tab.deps.api.answer(replies);
    await tab.write('Fine');
    expect(texts()).toEqual(['Fine']);
    expect(tab.thread().filter(({ status }) => status === 'failed')).toMatchObject([
      { text: 'Refused', problem: { message: 'Too long.' } },
      { text: 'Refused too' },
    ]);
    // After a reload as well.
    const next = await openTab(browser, replies);
    await next.show();
    expect(next.thread().filter(({ status }) => status === 'failed')).toHaveLength(2);
    expect(texts()).toEqual(['Fine']);
    next.dispatch(messageRetryRequested(first));
    next.dispatch(messageDiscarded(second));
    await settle();
    expect([texts(), await browser.store.list('me'), browser.local.size]).toEqual([
      ['Fine', 'Refused'],
      [],
      0,
    ]);
  });

  it('goes with its conversation', async () => {
    const browser = aBrowser();
    const { server, replies } = aServer();
    const tab = await openTab(browser, replies);
    await tab.show();
    server.isReachable = false;
    await tab.write('To nobody');
    tab.dispatch(conversationGone('c1'));
    await settle();
    expect([await browser.store.list('me'), browser.local.size]).toEqual([[], 0]);
  });
});

describe('canceling', () => {
  it('a message that waits: it never goes out, and other tabs don’t show it anymore', async () => {
    const browser = aBrowser();
    const { server, replies, texts } = aServer();
    const [tab, other] = [await openTab(browser, replies), await openTab(browser, replies)];
    await tab.show();
    await other.show();
    server.isReachable = false;
    const of = await tab.write('Better not');
    other.dispatch(outboxWoken());
    await settle();
    expect(other.thread()).toMatchObject([{ text: 'Better not' }]);
    tab.dispatch(messageCancelRequested(of));
    await settle();
    expect(other.thread()).toEqual([]);
    server.isReachable = true;
    browser.online();
    await settle(60_000);
    expect([texts(), tab.thread(), browser.local.size]).toEqual([[], [], 0]);
  });

  it('a message in flight: it stays and says so', async () => {
    const browser = aBrowser();
    const { replies } = aServer();
    const answer = onItsWay<Message>();
    const tab = await openTab(browser, { ...replies, [send]: () => answer.promise });
    await tab.show();
    const of = await tab.write('Too late');
    tab.dispatch(messageCancelRequested(of));
    await settle();
    expect([tab.deps.said, tab.thread()]).toMatchObject([
      [['info', 'This message is being sent.']],
      [{ text: 'Too late', status: 'pending' }],
    ]);
    answer.resolve(aMessage(1, { clientId: of.clientId, senderId: 'me', text: 'Too late' }));
    await settle();
    expect(tab.thread()).toMatchObject([{ status: 'sent' }]);
  });
});

describe('another account on the same device', () => {
  it('neither sends nor sees what waits', async () => {
    const browser = aBrowser();
    const { server, replies, texts } = aServer();
    server.isReachable = false;
    const mine = await openTab(browser, replies);
    await mine.write('Mine');
    // The session ended without a logout, so the message waits for its person.
    mine.dispatch(sessionRefused());
    await settle();
    expect(await browser.store.list('me')).toHaveLength(1);
    server.isReachable = true;
    const other = await openTab(browser, replies, aUser({ _id: 'someone' }));
    await other.show();
    other.dispatch(outboxWoken());
    await settle(60_000);
    expect([texts(), other.thread()]).toEqual([[], []]);
    await openTab(browser, replies);
    expect(texts()).toEqual(['Mine']);
  });

  it('a logout deletes what waits', async () => {
    const browser = aBrowser();
    const { server, replies, texts } = aServer();
    server.isReachable = false;
    const tab = await openTab(browser, replies);
    await tab.write('Forget it');
    tab.dispatch(logoutRequested());
    await settle();
    expect([await browser.store.list('me'), browser.local.size]).toEqual([[], 0]);
    server.isReachable = true;
    await openTab(browser, replies);
    expect(texts()).toEqual([]);
  });
});

describe('a message written before the code that stores it could be loaded', () => {
  /** A tab that has no connection from the start: nothing loads, and nothing is sent. */
  async function openUnloaded(browser: ReturnType<typeof aBrowser>, replies: Replies) {
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const before = (deps: FakeDeps) => {
      browser.before(deps);
      const { outbox } = deps;
      Object.assign(deps, { outbox: () => arrived.then(outbox) });
    };
    const tab = await openTab({ ...browser, before }, replies);
    await tab.show();
    return { ...tab, arrive };
  }

  it('is sent by the next page, once and in order, if this one closes', async () => {
    const browser = aBrowser();
    const { replies, texts } = aServer();
    const closed = await openUnloaded(browser, replies);
    await closed.write('one');
    await closed.write('two');
    await settle(5_000);
    expect(closed.thread()).toMatchObject([{ isDelayed: true }, { isDelayed: true }]);
    expect([texts(), await browser.store.list('me')]).toEqual([[], []]);
    const next = await openTab(browser, replies);
    await settle();
    expect([texts(), browser.local.size, await browser.store.list('me')]).toEqual([['one', 'two'], 0, []]);
    // The first page was only asleep.
    closed.arrive();
    await settle();
    expect(texts()).toEqual(['one', 'two']);
    await next.show();
    expect(next.thread().map(({ text }) => text)).toEqual(['one', 'two']);
  });

  it('is sent once the code arrives', async () => {
    const browser = aBrowser();
    const { replies, texts } = aServer();
    const tab = await openUnloaded(browser, replies);
    await tab.write('one');
    tab.arrive();
    await settle();
    expect([texts(), tab.thread().map(({ status }) => status), browser.local.size]).toEqual([
      ['one'],
      ['sent'],
      0,
    ]);
  });

  it('can be canceled, and isn’t sent then', async () => {
    const browser = aBrowser();
    const { replies, texts } = aServer();
    const tab = await openUnloaded(browser, replies);
    const of = await tab.write('never');
    await settle(5_000);
    tab.dispatch(messageCancelRequested(of));
    await settle();
    expect(tab.thread()).toEqual([]);
    tab.arrive();
    await settle();
    await openTab(browser, replies);
    expect([texts(), browser.local.size]).toEqual([[], 0]);
  });

  it('is forgotten by a logout', async () => {
    const browser = aBrowser();
    const { replies, texts } = aServer();
    const tab = await openUnloaded(browser, replies);
    await tab.write('never');
    tab.dispatch(logoutRequested());
    await settle(20_000);
    expect(browser.local.size).toBe(0);
    await openTab(browser, replies);
    expect(texts()).toEqual([]);
  });
});

describe('files that aren’t uploaded', () => {
  const picture = new File(['x'], 'kiln.png', { type: 'image/png' });
  const withFile = () =>
    messageSendRequested({
      conversationId: 'c1',
      text: 'Look',
      senderId: 'me',
      blobs: [{ file: picture, at: 0 }],
    });
  const bodies = (tab: Tab) =>
    tab.deps.api.calls
      .filter(([route]) => route === send)
      .map(([, input]) => (input as { body: unknown }).body);

  it('are uploaded once the connection is back, once, and sent when processed', async () => {
    const browser = aBrowser();
    const { server, replies } = aServer();
    const tab = await openTab(browser, {
      ...replies,
      'GET /files/:id/status': () => aFile({ _id: 'f1', state: 'ready' }),
    });
    await tab.show();
    tab.dispatch(withFile());
    await settle();
    expect(tab.thread()).toMatchObject([{ waitingFiles: 1, status: 'pending' }]);
    tab.deps.api.uploads[0]!.fail(problem(0));
    await settle();
    expect(tab.thread()).toMatchObject([{ isDelayed: true }]);
    server.isReachable = false;
    browser.online();
    await settle();
    tab.deps.api.uploads[1]!.arrive(aFile({ _id: 'f1', state: 'processing' }));
    await settle(2_000);
    expect([tab.deps.api.uploads.length, bodies(tab).length]).toEqual([2, 1]);
    // The connection broke after the upload: only the message is sent again.
    server.isReachable = true;
    browser.online();
    await settle(2_000);
    expect([tab.deps.api.uploads.length, bodies(tab).at(-1)]).toMatchObject([
      2,
      { data: { text: 'Look', files: ['f1'] } },
    ]);
    expect(await browser.store.list('me')).toEqual([]);
  });

  it('take their places among those that are, also when only some arrive before the connection breaks', async () => {
    const browser = aBrowser();
    const { replies } = aServer();
    const tab = await openTab(browser, replies);
    await tab.show();
    const film = new File(['x'], 'kiln.mp4', { type: 'video/mp4' });
    tab.dispatch(
      messageSendRequested({
        conversationId: 'c1',
        text: 'Look',
        senderId: 'me',
        files: [aFile({ _id: 'b' }), aFile({ _id: 'd' })],
        blobs: [
          { file: picture, at: 0 },
          { file: film, at: 2 },
          { file: picture, at: 4 },
        ],
      }),
    );
    await settle();
    tab.deps.api.uploads[0]!.arrive(aFile({ _id: 'a' }));
    await settle();
    tab.deps.api.uploads[1]!.fail(problem(0));
    await settle();
    browser.online();
    await settle();
    tab.deps.api.uploads[2]!.arrive(aFile({ _id: 'c' }));
    await settle();
    tab.deps.api.uploads[3]!.arrive(aFile({ _id: 'e' }));
    await settle();
    expect(bodies(tab).at(-1)).toMatchObject({ data: { files: ['a', 'b', 'c', 'd', 'e'] } });
  });

  it('that can’t be processed say why', async () => {
    const { replies } = aServer();
    const tab = await openTab(aBrowser(), replies);
    await tab.show();
    tab.dispatch(withFile());
    await settle();
    tab.deps.api.uploads[0]!.arrive(aFile({ _id: 'f1', state: 'failed', reason: 'Damaged.' }));
    await settle();
    expect(tab.thread()).toMatchObject([{ status: 'failed', problem: { message: 'Damaged.' } }]);
  });

  it('that don’t fit on the device say so', async () => {
    const browser = aBrowser();
    const { replies } = aServer();
    Object.assign(browser.store, { put: async () => 'full' });
    const tab = await openTab(browser, replies);
    await tab.show();
    tab.dispatch(withFile());
    await settle();
    expect(tab.thread()).toMatchObject([{ status: 'failed', problem: { code: 'outbox_full' } }]);
    expect(tab.deps.api.uploads).toEqual([]);
  });
});
