import { isPassing, toProblem } from '#services/http/problem.ts';
import type { SagaDeps } from '../deps.ts';
import { type PendingAction, type PendingActions, actionKey, pendingActions } from './pending-actions.ts';

const turns = new Map<string, Promise<unknown>>();

/** Requests about the same thing go out one after another, so that the last press is the last to arrive. */
export async function inTurn<T>(action: PendingAction, work: () => Promise<T>): Promise<T> {
  const key = actionKey(action);
  const earlier = turns.get(key);
  const own = (async () => {
    await earlier?.catch(() => undefined);
    return work();
  })();
  turns.set(key, own);
  try {
    return await own;
  } finally {
    if (turns.get(key) === own) turns.delete(key);
  }
}

interface Waiter {
  readonly settled: Promise<void>;
  readonly settle: () => void;
}
const waiters = new Map<string, Waiter>();

/** Resolves once the server has answered what waits under this key, and the page shows its answer. */
export function whenSettled(key: string): Promise<void> {
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
  const waiter = waiters.get(key) ?? { settled, settle };
  waiters.set(key, waiter);
  return waiter.settled;
}

/** Resolves what waited for actions that are no longer kept, whichever tab has sent them. */
export function settleDelivered(pending: PendingActions): void {
  const savedKeys = new Set(pending.list().map(actionKey));
  for (const [key, { settle }] of waiters)
    if (!savedKeys.has(key)) {
      waiters.delete(key);
      settle();
    }
}

interface Sending<T> {
  readonly userId: string;
  readonly action: PendingAction;
  readonly request: () => Promise<T>;
}

/**
 * Stores an action on the device, sends it, and removes it once the server has answered. Resolves with
 * `waiting` if the server can't be reached: then it is sent later, also by the next page. Rejects with the
 * problem if the server refused, or if the browser stores nothing.
 */
export async function sendOrKeep<T>(
  { storage, toast }: SagaDeps,
  { userId, action, request }: Sending<T>,
): Promise<T | 'waiting'> {
  const pending = pendingActions(storage.local, userId);
  const isFirst = pending.list().length === 0;
  // Nothing of a visitor is sent later: the login page comes first.
  const isSaved = userId !== '' && pending.keep(action);
  try {
    const reply = await inTurn(action, request);
    pending.drop(action);
    return reply;
  } catch (caught) {
    const problem = toProblem(caught);
    if (isSaved && isPassing(problem)) {
      // A session that has ended has its own message.
      if (isFirst && problem.status !== 401)
        toast.info('Not sent yet. We’ll try again when the connection is back.');
      return 'waiting';
    }
    pending.drop(action);
    throw caught;
  }
}
