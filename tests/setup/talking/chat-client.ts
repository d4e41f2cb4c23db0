import { setTimeout as sleep } from 'node:timers/promises';
import type { UnknownAction } from 'redux';
import type { Conversation, Message } from '#contract/messages.ts';
import { makeApi } from '#services/http/api.ts';
import { toProblem } from '#services/http/problem.ts';
import { editMessage, listConversations, listMessages, reactToMessage } from '#services/messages.ts';
import type { SagaDeps } from '#state/deps.ts';
import { selectConnection } from '#state/live/connection.ts';
import { socketTo } from '#state/live/connect-socket.ts';
import { messages as messagesPart } from '#state/late-sagas.ts';
import {
  conversationOpenRequested,
  conversationsRequested,
  selectConversationState,
} from '#state/messages/conversation.ts';
import {
  messageChanged,
  messageDeleteRequested,
  messageRetryRequested,
  messageSendRequested,
  messagesRequested,
  selectThread,
} from '#state/messages/message.ts';
import { quoteOf } from '#state/messages/message-thread.ts';
import type { Thread } from '#state/messages/message-thread.ts';
import { makeStore } from '#state/store.ts';
import { fakeOutbox } from '../../state/setup/fake-outbox.ts';
import type { Person } from '../test-app.ts';

/** How soon a person repeats what failed, in milliseconds. */
const againMs = 100;
/** Nothing takes this long, however many times it fails. */
const patienceMs = 120_000;
/** Reconnecting waits at most this long, instead of the browser's ten seconds. */
const reconnectWithinMs = 1_000;

const nothing = () => undefined;
const keepsNothing = { read: () => null, write: nothing, remove: nothing };

/** What both a client and the server know of a message, whoever asks. */
const shared = ({ _id, seq, senderId, text, isDeleted, reactions, replyTo, change }: Message) => ({
  _id,
  seq,
  senderId,
  text: isDeleted ? '' : text,
  isDeleted,
  reactions: reactions.map(({ accountId, emoji }) => `${emoji} ${accountId}`).toSorted(),
  quotes: replyTo && [replyTo._id, replyTo.text, replyTo.isDeleted],
  change,
});
export type SharedMessage = ReturnType<typeof shared>;

export interface ChatClient {
  readonly person: Person;
  /** Paths it was sent to, such as the login page after a 401. */
  readonly visited: readonly string[];
  thread(conversationId: string): Thread;
  /** Sends, and sends again after a failure; resolves with the message's `clientId` once the server has it. */
  say(conversationId: string, text: string, replyTo?: Message): Promise<string>;
  /** Repeats the change until the server confirms it. False if the message was deleted meanwhile. */
  edit(message: Message, text: string): Promise<boolean>;
  react(message: Message): Promise<boolean>;
  /** Deletes an own message, repeatedly if that fails. */
  remove(message: Message): Promise<void>;
  /** The messages and the list of conversations as this client shows them. */
  shows(conversationId: string): SharedMessage[];
  showsList(): unknown[];
  isConnected(): boolean;
  stop(): Promise<void>;
}

const listed = ({ _id, lastSeq, totalNotSeenMessages, lastMessage }: Conversation) => [
  _id,
  lastSeq,
  totalNotSeenMessages,
  lastMessage?.seq,
  lastMessage?.text,
];

/** What a client that asks the server for everything now would show. */
export async function serverShows(api: ReturnType<typeof makeApi>, person: Person, conversationId: string) {
  const found: Message[] = [];
  for (let more = true; more;) {
    const { data } = await listMessages(api, conversationId, {
      afterSeq: found.at(-1)?.seq ?? 0,
      limit: 100,
    });
    found.push(...data);
    more = data.length === 100;
  }
  return found.filter((each) => !(each.isDeleted && each.senderId === person.id)).map(shared);
}
export const serverShowsList = async (api: ReturnType<typeof makeApi>) =>
  (await listConversations(api, { offset: 0, limit: 100 })).data.map(listed);

/**
 * One open page with the app's own store and sagas, on real requests and a real socket. Only what a browser
 * adds is replaced: cookies, storage and toasts.
 */
export async function chatClient(
  origin: string,
  person: Person,
  conversationIds: readonly string[],
): Promise<ChatClient> {
  const visited: string[] = [];
  const outbox = fakeOutbox();
  const api = makeApi({ base: `${origin}/api/v1`, readToken: () => person.token });
  const deps: SagaDeps = {
    api,
    async connect(token) {
      const socket = await socketTo(origin, token);
      socket.io.reconnectionDelayMax(reconnectWithinMs);
      return socket;
    },
    navigate: (path) => void visited.push(path),
    here: () => '/messages',
    isVisible: () => true,
    used: async () => {},
    toast: { success: nothing, error: nothing, info: nothing },
    cookies: { readToken: () => person.token, storeToken: nothing, removeToken: nothing },
    storage: { local: keepsNothing, session: keepsNothing },
    outbox: async () => outbox,
    now: Date.now,
  };
  const store = makeStore(deps, { user: await api.call('GET /users/me') });
  await messagesPart.load();
  await store.start();
  const thread = (id: string) => selectThread(store.getState(), id);
  const until = (done: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      if (done()) return resolve();
      const timer = setTimeout(() => {
        stop();
        reject(new Error(`${person.username} has waited too long`));
      }, patienceMs);
      const stop = store.subscribe(() => {
        if (!done()) return;
        stop();
        clearTimeout(timer);
        resolve();
      });
    });
  const [opened, ...others] = conversationIds;
  store.dispatch(conversationsRequested() as UnknownAction);
  store.dispatch(conversationOpenRequested({ id: opened ?? '' }));
  for (const conversationId of others) store.dispatch(messagesRequested({ conversationId }));
  await until(() => selectConnection(store.getState()) === 'connected');

  async function say(conversationId: string, text: string, replyTo?: Message): Promise<string> {
    const { payload } = store.dispatch(
      messageSendRequested({
        conversationId,
        senderId: person.id,
        text,
        ...(replyTo && { replyTo: quoteOf(replyTo) }),
      }),
    );
    const { clientId } = payload;
    const shown = () => thread(conversationId).items.findLast((each) => each.clientId === clientId);
    for (;;) {
      await until(() => shown()?.status !== 'pending' || shown()?.isDelayed === true);
      if (shown()?.status === 'sent') return clientId;
      if (!shown()) throw new Error(`“${text}” of ${person.username} has vanished`);
      await sleep(againMs);
      store.dispatch(messageRetryRequested({ conversationId, clientId }));
    }
  }
  async function change(work: () => Promise<Message>): Promise<boolean> {
    for (;;) {
      try {
        store.dispatch(messageChanged(await work()));
        return true;
      } catch (caught) {
        const { status } = toProblem(caught);
        if (status === 404 || status === 409) return false;
        await sleep(againMs);
      }
    }
  }
  async function remove({ _id: messageId, conversationId }: Message): Promise<void> {
    const shown = () => thread(conversationId).items.find((each) => each._id === messageId);
    for (;;) {
      store.dispatch(messageDeleteRequested({ conversationId, messageId }));
      await until(() => !shown()?.deleting);
      if (!shown()) return;
      await sleep(againMs);
    }
  }
  return {
    person,
    visited,
    thread,
    say,
    edit: (message, text) => change(() => editMessage(api, { id: message._id, text })),
    react: (message) => change(() => reactToMessage(api, { id: message._id, emoji: 'fire' })),
    remove,
    shows: (id) => thread(id).items.map(shared),
    showsList() {
      const { list, mapping } = selectConversationState(store.getState());
      return list.data.map((id) => listed(mapping[id]!));
    },
    isConnected: () => selectConnection(store.getState()) === 'connected',
    stop: () => store.stop(),
  };
}
