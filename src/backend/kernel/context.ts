import type { ServerEvent, ServerEvents } from '#contract/core/events.ts';
import { isConnectionLost, OutcomeUnknownError } from '../db/connection-lost.ts';
import type { Db } from '../db/db.ts';
import { unknownCountry } from '#lib/country-names.ts';
import { AppError } from './errors.ts';
import type { Ports } from '../ports.ts';
import type { SiteSettings } from './settings.ts';

/** Fixed for the life of the process. */
export interface BackendConfig {
  /** Where people reach the site, no slash at the end. */
  readonly publicUrl: string;
  /** Signs media addresses, seals bank details. */
  readonly secret: string;
  /** What it was before: for opening what was sealed with them, nothing else. None when absent. */
  readonly previousSecrets?: readonly string[];
  /** Shows the demo accounts on the login page. */
  readonly demo: boolean;
  /** Where the browser's error reports and recordings go on to; null turns `/monitoring` off. */
  readonly monitoringDsn: string | null;
}

/** The account behind the request. */
export interface Viewer {
  readonly id: string;
  readonly username: string | null;
  readonly name: string;
  readonly isPerformer: boolean;
  readonly sessionId: string;
  /** Has set spend caps: only then does paying look at any. */
  readonly hasSpendCaps: boolean;
}

/** Who is at the other end of a request or socket. */
export interface Peer {
  readonly ip: string;
  /**
   * As a trusted proxy says; left out, the address is looked up; null: nobody's, a question of the server's
   * own.
   */
  readonly country?: string | null;
}

/** Facts of the request that domain functions may ask for. */
export interface RequestFacts {
  readonly ip: string;
  /**
   * Two upper-case letters, `unknownCountry` where the address says nothing; null: asked by nobody in
   * particular, no country is judged.
   */
  readonly country: string | null;
  readonly userAgent: string;
  readonly idempotencyKey: string | null;
}

/** The world of one request or job. Inside `transaction` its `db` is the open transaction. */
export interface Ctx {
  readonly db: Db;
  readonly ports: Ports;
  readonly config: BackendConfig;
  readonly settings: SiteSettings;
  readonly viewer: Viewer | null;
  readonly request: RequestFacts;
  /** Tells a room; inside a transaction only once it has committed. */
  emit<E extends ServerEvent>(room: string, event: E, payload: ServerEvents[E]): void;
  /**
   * Ends the sockets of a room (logout, ban, password change); inside a transaction only once it has
   * committed.
   */
  drop(room: string): void;
  /**
   * Takes the sockets of one room (an account's) out of another; inside a transaction only once it has
   * committed.
   */
  leave(room: string, other: string): void;
  /**
   * Runs after commit (at once outside a transaction); for effects that a roll-back must not leave behind.
   */
  afterCommit(effect: () => void): void;
  readonly inTransaction: boolean;
}
export type UserCtx = Ctx & { readonly viewer: Viewer };

export const countryOf = ({ geo }: Pick<Ports, 'geo'>, { ip, country }: Peer): string | null =>
  country === undefined ? (geo.country(ip) ?? unknownCountry) : country;

/** The moment as the clock port tells it. */
export const now = (ctx: Ctx): Date => ctx.ports.clock.now();

/** PostgreSQL's name for two that wait for each other, of which it has ended one. */
const DEADLOCK = '40P01';
const tries = 3;

/** The database's code of a failure, which drizzle wraps. */
function codeOf(error: unknown): unknown {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return code ?? (cause === undefined ? undefined : codeOf(cause));
}

/** What waits for the commit. `unsure`: what is done instead when nobody can say whether it was made. */
interface Effect {
  readonly run: () => void;
  readonly unsure: () => void;
}

/** One try at a transaction: its effects so far, and whether its COMMIT may have been sent. */
interface Attempt {
  readonly effects: Effect[];
  isDone: boolean;
}

function within<C extends Ctx>(
  ctx: C,
  { db, settings, effects }: { db: Db; settings: SiteSettings; effects: Effect[] },
): C {
  const later = (run: () => void, unsure: () => void) => void effects.push({ run, unsure });
  return {
    ...ctx,
    db,
    settings,
    inTransaction: true,
    afterCommit: (effect) => later(effect, () => undefined),
    emit: (room, event, payload) =>
      later(
        () => ctx.emit(room, event, payload),
        () => ctx.emit(room, 'events/missed', {}),
      ),
    drop: (room) =>
      later(
        () => ctx.drop(room),
        () => ctx.drop(room),
      ),
    leave: (room, other) =>
      later(
        () => ctx.leave(room, other),
        () => ctx.leave(room, other),
      ),
  };
}

/**
 * Whether a failed try may simply be made again: it is certain that nothing of it was kept, or to do it twice
 * is to do it once.
 */
function mayRepeat(error: unknown, isRepeatable: boolean): boolean {
  if (error instanceof OutcomeUnknownError) return isRepeatable;
  // Of two that wait for each other the one that was ended may come again: the other has what it waited for.
  // And without a COMMIT, PostgreSQL rolls back what a lost connection had begun.
  return codeOf(error) === DEADLOCK || isConnectionLost(error);
}

const told = (error: unknown, { isDone }: Attempt): unknown =>
  isDone && isConnectionLost(error)
    ? new OutcomeUnknownError('The connection was lost during the commit.', { cause: error })
    : error;

/**
 * Runs `work` in one database transaction and lets out what it emitted once it has committed. Nested calls
 * join the outer one. Never call a provider inside. Settings stay as they were when it began: reading them
 * inside would need a second connection, and a pool whose every connection waits for one more waits for ever.
 * `work` runs again after a deadlock or when its connection was lost before the commit, which has undone all
 * it wrote: what it does beside the database has to bear that. `isRepeatable`: it finds out by itself that it
 * was done before, so it runs again also when nobody knows whether the commit was made.
 * @throws OutcomeUnknownError when the connection was lost during the commit and the work can't be repeated.
 */
export async function transaction<C extends Ctx, T>(
  ctx: C,
  work: (tx: C) => Promise<T>,
  { isRepeatable = false } = {},
): Promise<T> {
  if (ctx.inTransaction) return work(ctx);
  const values = await ctx.settings.all();
  const settings: SiteSettings = { all: () => Promise.resolve(values), set: ctx.settings.set };
  return tryOften(isRepeatable, (attempt) =>
    ctx.db.transaction(async (db) => {
      const result = await work(within(ctx, { db, settings, effects: attempt.effects }));
      attempt.isDone = true;
      return result;
    }),
  );
}

async function tryOften<T>(isRepeatable: boolean, once: (attempt: Attempt) => Promise<T>): Promise<T> {
  let unsure: Effect[] = [];
  for (let left = tries; ; left -= 1) {
    const attempt: Attempt = { effects: [], isDone: false };
    try {
      const result = await once(attempt);
      // A repeated one that found its work done has nothing to tell; then what the first had to tell is true.
      for (const { run } of attempt.effects.length > 0 ? attempt.effects : unsure) run();
      return result;
    } catch (caught) {
      const error = told(caught, attempt);
      if (error instanceof OutcomeUnknownError) unsure = attempt.effects;
      if (left > 1 && mayRepeat(error, isRepeatable)) continue;
      for (const effect of unsure) effect.unsure();
      throw error;
    }
  }
}

/**
 * Narrows to a logged-in context; the HTTP layer has already refused others, so this guards against a wiring
 * mistake.
 */
export function signedIn(ctx: Ctx): UserCtx {
  if (!ctx.viewer) throw new AppError(401, 'not_logged_in', 'Please login!');
  return ctx as UserCtx;
}
