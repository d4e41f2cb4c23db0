import type { Api } from '#services/http/api.ts';
import type { Connect } from './live/live-socket.ts';

/** A place to keep short texts. Never throws: a full or forbidden storage keeps nothing. */
export interface KeyValue {
  readonly read: (key: string) => string | null;
  readonly write: (key: string, value: string) => void;
  readonly remove: (key: string) => void;
}

export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}
/** Short sentences to the person. */
export interface Toast {
  readonly success: (text: string) => unknown;
  readonly error: (text: string) => unknown;
  readonly info: (text: string, options?: { action?: ToastAction }) => unknown;
}

export interface Cookies {
  readonly readToken: () => string | null;
  /** Keeps the session's token for that many days. */
  readonly storeToken: (token: string, days: number) => void;
  readonly removeToken: () => void;
}

/**
 * Everything the state does to the outside passes through here, so that a test gives it a world of its own.
 */
export interface SagaDeps {
  readonly api: Api;
  /** Opens the live connection. */
  readonly connect: Connect;
  /** Goes to a page of this site. */
  readonly navigate: (path: string) => void;
  /** The path the person is on, with query and hash. */
  readonly here: () => string;
  /** Is the page in front of the person: only what is seen counts as read. */
  readonly isVisible: () => boolean;
  readonly toast: Toast;
  readonly cookies: Cookies;
  /** `local` outlives the tab, `session` doesn't. */
  readonly storage: { readonly local: KeyValue; readonly session: KeyValue };
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
