import type { Api } from '#services/http/api.ts';
import type { LiveClient } from '#services/talk/live/live-types.ts';
import type { Connect } from './live/live-socket.ts';
import type { OutboxDevice } from './messages/outbox/outbox.ts';

/** Storage for short strings. Never throws: if storage is full or blocked, writes do nothing. */
export interface KeyValue {
  readonly read: (key: string) => string | null;
  readonly write: (key: string, value: string) => void;
  readonly remove: (key: string) => void;
}

export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}
/** Shows short messages to the user. */
export interface Toast {
  readonly success: (text: string) => unknown;
  readonly error: (text: string) => unknown;
  readonly info: (text: string, options?: { action?: ToastAction }) => unknown;
}

export interface Cookies {
  readonly readToken: () => string | null;
  /** Saves the session token for a number of days. */
  readonly storeToken: (token: string, days: number) => void;
  readonly removeToken: () => void;
}

/** All side effects of the state go through these dependencies, so that tests can replace them. */
export interface SagaDeps {
  readonly api: Api;
  /** Opens the live connection. */
  readonly connect: Connect;
  /** Navigates to a path on this site. The promise resolves on arrival, or once another navigation came first. */
  readonly navigate: (path: string) => Promise<void> | void;
  /** The current path, with query and hash. */
  readonly here: () => string;
  /** Whether the tab is visible. Messages count as read only while it is. */
  readonly isVisible: () => boolean;
  /** Resolves with the first interaction: a press, a key, a scroll. */
  readonly used: () => Promise<void>;
  readonly toast: Toast;
  readonly cookies: Cookies;
  /** `local` survives closing the tab, `session` doesn't. */
  readonly storage: { readonly local: KeyValue; readonly session: KeyValue };
  /** Messages waiting on this device; loaded on first use. */
  readonly outbox: () => Promise<OutboxDevice>;
  /** Sends and plays live streams; loaded with the press of a button. */
  readonly liveClient: () => Promise<LiveClient>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
