/** Typing and switching tabs stays far below, for one connection and for all tabs of an account together. */
const WINDOW_MS = 10_000;
const MOST = { connection: 60, account: 300 };
/** A client that keeps sending after this many times its budget isn't one of ours: its connection is closed. */
const PATIENCE = 4;
/** Accounts that are counted before those whose window has passed are removed. */
const SWEEP_AT = 1_000;

interface Count {
  startedAt: number;
  events: number;
}

/** What to do with an event: answer it, refuse it, or close the connection. */
export interface Verdict {
  readonly is: 'within' | 'over' | 'flooding';
  /** Seconds until events are answered again. */
  readonly waitSeconds: number;
}

/**
 * Limits the events that clients may send, by connection and by account, so that more tabs or reconnecting
 * don't give more. Counted in memory, because asking a database for every event would be the harm itself.
 */
export function createEventBudget(clock: () => number) {
  const accounts = new Map<string, Count>();
  const fresh = (): Count => ({ startedAt: clock(), events: 0 });
  /** Also one that began later than now: the clock has been corrected since. */
  const isPast = ({ startedAt }: Count) => clock() - startedAt >= WINDOW_MS || startedAt > clock();
  const accountCount = (id: string): Count => {
    const known = accounts.get(id);
    if (known) return known;
    if (accounts.size >= SWEEP_AT)
      for (const [each, count] of accounts) if (isPast(count)) accounts.delete(each);
    const count = fresh();
    accounts.set(id, count);
    return count;
  };
  const add = (count: Count): void => {
    if (isPast(count)) Object.assign(count, fresh());
    count.events += 1;
  };
  /** For one connection: counts an event of the account it belongs to, if any. */
  return () => {
    const own = fresh();
    return (accountId: string | null): Verdict => {
      const counts = [
        { count: own, most: MOST.connection },
        ...(accountId === null ? [] : [{ count: accountCount(accountId), most: MOST.account }]),
      ];
      for (const { count } of counts) add(count);
      const over = counts.filter(({ count, most }) => count.events > most);
      const isFlood = over.some(({ count, most }) => count.events > most * PATIENCE);
      const until = Math.max(0, ...over.map(({ count }) => count.startedAt + WINDOW_MS - clock()));
      return {
        is: isFlood ? 'flooding' : over.length > 0 ? 'over' : 'within',
        waitSeconds: Math.max(1, Math.ceil(until / 1000)),
      };
    };
  };
}
