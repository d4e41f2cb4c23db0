import type { CurrentUser } from '#contract/people/accounts.ts';
import { makeApi } from '#services/http/api.ts';
import type { SagaDeps } from '#state/deps.ts';
import { selectConnection } from '#state/live/connection.ts';
import { socketTo } from '#state/live/connect-socket.ts';
import { messages as messagesPart } from '#state/lazy-parts.ts';
import { conversationOpenRequested, conversationsRequested } from '#state/messages/conversation.ts';
import { messagesRequested } from '#state/messages/message.ts';
import { makeStore } from '#state/store.ts';
import type { Person } from '../test-app.ts';
import type { Device } from './device.ts';

/** Reconnecting waits at most this long, instead of the browser's ten seconds. */
const reconnectWithinMs = 1_000;
const nothing = () => undefined;

export interface PageOptions {
  readonly origin: string;
  readonly person: Person;
  /** As the server rendered them. */
  readonly user: CurrentUser;
  readonly device: Device;
  /** Told of paths the page navigates to. */
  readonly visited: string[];
}

/**
 * One open page with the app's own store and sagas, on real requests and a real socket. Only what a browser
 * adds is replaced: cookies, storage and toasts.
 */
export async function openPage({ origin, person, user, device, visited }: PageOptions) {
  const tab = new AbortController();
  const api = makeApi({
    base: `${origin}/api/v1`,
    readToken: () => person.token,
    // A closing tab ends its requests, whether or not the server has carried them out.
    fetch: (input, init) => fetch(input, { ...init, signal: tab.signal }),
  });
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
    liveClient: () => new Promise<never>(nothing),
    toast: { success: nothing, error: nothing, info: nothing },
    cookies: { readToken: () => person.token, storeToken: nothing, removeToken: nothing },
    now: Date.now,
    ...device.tab(),
  };
  const store = makeStore(deps, { user });
  await messagesPart.load();
  await store.start();
  return {
    api,
    store,
    isConnected: () => selectConnection(store.getState()) === 'connected',
    /** Shows the list, and these conversations; only the first is marked as read. */
    open([first = '', ...others]: readonly string[]) {
      store.dispatch(conversationsRequested());
      store.dispatch(conversationOpenRequested({ id: first }));
      for (const conversationId of others) store.dispatch(messagesRequested({ conversationId }));
    },
    /** Nothing runs after this, as if the tab were closed. */
    async close() {
      const stopped = store.stop();
      tab.abort();
      await stopped;
    },
  };
}
export type OpenPage = Awaited<ReturnType<typeof openPage>>;
