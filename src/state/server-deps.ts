import { makeApi } from '#services/http/api.ts';
import type { SagaDeps } from './deps.ts';

const nothing = () => undefined;
const keepsNothing = { read: () => null, write: nothing, remove: nothing };

/**
 * Dependencies for rendering on the server: such a store shows its preloaded state and does nothing else.
 * Sagas never start there, and queries run in effects, which don't either.
 */
export const serverDeps: SagaDeps = {
  api: makeApi({ base: '', readToken: () => null, ready: new Promise<never>(nothing) }),
  connect: () => new Promise<never>(nothing),
  navigate: nothing,
  here: () => '/',
  isVisible: () => false,
  used: () => new Promise<never>(nothing),
  toast: { success: nothing, error: nothing, info: nothing },
  cookies: { readToken: () => null, storeToken: nothing, removeToken: nothing },
  storage: { local: keepsNothing, session: keepsNothing },
  outbox: () => new Promise<never>(nothing),
  liveClient: () => new Promise<never>(nothing),
  now: Date.now,
};
