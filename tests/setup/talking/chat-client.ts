import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '#contract/talk/messages/messages.ts';
import { makeApi } from '#services/http/api.ts';
import { toProblem } from '#services/http/problem.ts';
import { editMessage, reactToMessage } from '#services/talk/messages/messages.ts';
import { selectConversationState } from '#state/messages/conversation.ts';
import {
  messageChanged,
  messageDeleteRequested,
  messageRetryRequested,
  messageSendRequested,
  messagesRequested,
  selectThread,
} from '#state/messages/message.ts';
import { toQuote } from '#state/messages/message-thread.ts';
import type { Thread } from '#state/messages/message-thread.ts';
import type { Person } from '../test-app.ts';
import type { Device } from './device.ts';
import { type OpenPage, openPage } from './page.ts';
import { type SharedMessage, listed, shared } from './shown.ts';

/** How often a page is looked at, in milliseconds. */
const lookMs = 10;
/** How soon a person repeats what failed. */
const againMs = 100;
/** Nothing takes this long, even on a busy machine, where attempts fail and wait for up to a minute. */
const patienceMs = 300_000;

export interface ChatClient {
  readonly person: Person;
  /** Paths it was sent to, such as the login page after a 401. */
  readonly visited: readonly string[];
  thread(conversationId: string): Thread;
  /** Writes a message; resolves with its `clientId` once the page shows it as sent. */
  say(conversationId: string, text: string, replyTo?: Message): Promise<string>;
  /** Repeats the change until the server confirms it. False if the message was deleted meanwhile. */
  edit(message: Message, text: string): Promise<boolean>;
  react(message: Message): Promise<boolean>;
  /** Deletes an own message, repeatedly if that fails. */
  remove(message: Message): Promise<void>;
  /** Closes the tab while messages wait on the device, and opens another one after a while. */
  reopen(): Promise<void>;
  /** The messages and the list of conversations as this client shows them. */
  shows(conversationId: string): SharedMessage[];
  showsList(): unknown[];
  isConnected(): boolean;
  /** What it waits for and in which state it is, for the report of a failed run. */
  report(): Promise<string>;
  stop(): Promise<void>;
}

/** Work in progress, and whether new work has to wait. */
function createTurnstile() {
  let [inside, isShut] = [0, false];
  return {
    async through<T>(work: () => Promise<T>): Promise<T> {
      while (isShut) await sleep(lookMs);
      inside += 1;
      try {
        return await work();
      } finally {
        inside -= 1;
      }
    },
    /** Does work while nobody else does. */
    async alone(work: () => Promise<void>): Promise<void> {
      isShut = true;
      while (inside > 0) await sleep(lookMs);
      try {
        await work();
      } finally {
        isShut = false;
      }
    },
  };
}

interface ClientOptions {
  readonly origin: string;
  readonly person: Person;
  readonly device: Device;
  readonly conversationIds: readonly string[];
}

/** A person with an open page, which they close and open again. */
export async function chatClient(options: ClientOptions): Promise<ChatClient> {
  const { origin, person, device, conversationIds } = options;
  const visited: string[] = [];
  const waiting = new Map<object, string>();
  const user = await makeApi({ base: `${origin}/api/v1`, readToken: () => person.token }).call(
    'GET /users/me',
  );
  const open = async () => {
    const opened = await openPage({ origin, person, user, device, visited });
    opened.open(conversationIds);
    return opened;
  };
  let page: OpenPage = await open();
  const thread = (id: string) => selectThread(page.store.getState(), id);
  const until = async (what: string, done: () => boolean | Promise<boolean>) => {
    const key = {};
    waiting.set(key, what);
    for (const end = Date.now() + patienceMs; !(await done()); await sleep(lookMs))
      if (Date.now() > end) throw new Error(`${person.username} has waited too long for ${what}`);
    waiting.delete(key);
  };
  await until('a connection', () => page.isConnected());
  const changes = createTurnstile();
  const beginnings = createTurnstile();

  async function say(conversationId: string, text: string, replyTo?: Message): Promise<string> {
    const shown = () => thread(conversationId).items.findLast((each) => each.clientId === clientId);
    const clientId = await beginnings.through(async () => {
      const quote = replyTo && { replyTo: toQuote(replyTo) };
      const wanted = { conversationId, senderId: person.id, text, ...quote };
      const { clientId: id } = page.store.dispatch(messageSendRequested(wanted)).payload;
      await until(
        `“${text}” to be on the device`,
        async () =>
          (await device.keeps(person.id, id)) ||
          thread(conversationId).items.some((each) => each.clientId === id && each.status !== 'pending'),
      );
      return id;
    });
    await until(`“${text}” to be sent`, () => {
      // The outbox repeats what had no answer; a person repeats what was refused.
      if (shown()?.status === 'failed')
        page.store.dispatch(messageRetryRequested({ conversationId, clientId }));
      return shown()?.status === 'sent';
    });
    return clientId;
  }
  const change = (work: () => Promise<Message>): Promise<boolean> =>
    changes.through(async () => {
      for (;;) {
        try {
          page.store.dispatch(messageChanged(await work()));
          return true;
        } catch (caught) {
          const { status } = toProblem(caught);
          if (status === 404 || status === 409) return false;
          await sleep(againMs);
        }
      }
    });
  const remove = ({ _id: messageId, conversationId }: Message): Promise<void> =>
    changes.through(async () => {
      const shown = () => thread(conversationId).items.find((each) => each._id === messageId);
      for (; shown(); await sleep(againMs)) {
        page.store.dispatch(messageDeleteRequested({ conversationId, messageId }));
        await until(`${messageId} to be deleted`, () => !shown()?.deleting);
      }
    });
  /** Loads every conversation as far back as it goes. */
  async function loadAll(): Promise<void> {
    for (const conversationId of conversationIds)
      await until(`all of ${conversationId}`, () => {
        const { isLoaded, isMore, fetching } = thread(conversationId);
        if (isMore && !fetching)
          page.store.dispatch(messagesRequested({ conversationId, ...(isLoaded && { more: true }) }));
        return isLoaded && !isMore;
      });
  }
  return {
    person,
    visited,
    thread,
    say,
    edit: (message, text) =>
      change(() => editMessage(page.api, { params: { id: message._id }, body: { text } })),
    react: (message) =>
      change(() => reactToMessage(page.api, { params: { id: message._id }, body: { emoji: 'fire' } })),
    remove,
    reopen: () =>
      beginnings.alone(() =>
        changes.alone(async () => {
          await page.close();
          await sleep(againMs);
          page = await open();
          await loadAll();
        }),
      ),
    shows: (id) => thread(id).items.map(shared),
    showsList() {
      const { list, mapping } = selectConversationState(page.store.getState());
      return list.data.map((id) => listed(mapping[id]!));
    },
    isConnected: () => page.isConnected(),
    async report() {
      const unsent = conversationIds.flatMap((id) =>
        thread(id).items.flatMap(({ text, status, isDelayed, problem }) =>
          status === 'sent'
            ? []
            : `“${text}” ${status}${isDelayed ? ', delayed' : ''} ${problem?.code ?? ''}`,
        ),
      );
      const connection = page.isConnected() ? 'connected' : 'not connected';
      const state = [connection, `unsent: ${unsent.join(', ') || 'nothing'}`, await device.report(person.id)];
      return `${[...waiting.values()].join('; ')}\n  ${state.join('; ')}`;
    },
    stop: () => page.close(),
  };
}
