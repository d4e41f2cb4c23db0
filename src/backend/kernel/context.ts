import type { ServerEvent, ServerEvents } from '#contract/core/events.ts';
import { isConnectionLost, OutcomeUnknownError } from '../db/connection-lost.ts';
import type { Db } from '../db/db.ts';
import { unknownCountry } from '#lib/country-names.ts';
import { AppError } from './errors.ts';
import type { Ports, Target } from '../ports/ports.ts';
import type { SiteSettings } from './settings.ts';
import type { Peer, RequestFacts, Viewer } from './request.ts';

export type { Peer, RequestFacts, Viewer } from './request.ts';

/** Configuration that doesn't change while the process runs. */
export interface BackendConfig {
  /** The site's public address, without a trailing slash. */
  readonly publicUrl: string;
  /** Signs media URLs and encrypts bank details. */
  readonly secret: string;
  /** Earlier secrets, used only to decrypt what was encrypted with them. */
  readonly previousSecrets?: readonly string[];
  readonly demo: boolean;
  /** Whether test cards buy on a site that is no demo, because the sandbox is its gateway. Nothing is paid out then. */
  readonly takesNoMoney?: boolean;
  /** Closes the operator's desk, even to operators. */
  readonly deskClosed?: boolean;
  /** Where the browser's error reports and session replays are forwarded; null turns `/monitoring` off. */
  readonly monitoringDsn: string | null;
}

/** Everything one request or job works with. Inside `transaction`, `db` is the open transaction. */
export interface Ctx {
  readonly db: Db;
  readonly ports: Ports;
  readonly config: BackendConfig;
  readonly settings: SiteSettings;
  readonly viewer: Viewer | null;
  readonly request: RequestFacts;
  /** Sends an event to a room. Inside a transaction, it is sent after the commit. */
  emit<E extends ServerEvent>(to: Target, event: E, payload: ServerEvents[E]): void;
  /**
   * Disconnects the sockets in a room (logout, ban, password change). Inside a transaction, after the commit.
   */
  drop(room: string): void;
  /** Removes the sockets in one room (an account's) from another. Inside a transaction, after the commit. */
  leave(room: string, other: string): void;
  /** Whether the account's owner is looking at the site on any device, in any process. */
  isLooking(accountId: string): Promise<boolean>;
  /**
   * Runs `effect` after the commit, or immediately outside a transaction. For effects that a rollback must
   * not leave behind. `unsure` runs instead when it's unknown whether the commit succeeded.
   */
  afterCommit(effect: () => void, unsure?: () => void): void;
  readonly inTransaction: boolean;
}
export type UserCtx = Ctx & { readonly viewer: Viewer };

export const findCountry = ({ geo }: Pick<Ports, 'geo'>, { ip, country }: Peer): string | null =>
  country === undefined ? (geo.locate(ip).country ?? unknownCountry) : country;

/** The current time, from the clock port so that tests can set it. */
export const now = (ctx: Ctx): Date => ctx.ports.clock.now();

const DEADLOCK = '40P01';
const tries = 3;
/** The longest wait before a deadlock's victim tries again, in milliseconds. */
const longestPause = 40;

/** Returns the database's error code, which drizzle wraps in a `cause`. */
function databaseErrorCode(error: unknown): unknown {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return code ?? (cause === undefined ? undefined : databaseErrorCode(cause));
}

/** Whether PostgreSQL ended this work because it and another one waited for each other. */
export const isDeadlock = (error: unknown): boolean => databaseErrorCode(error) === DEADLOCK;

/**
 * An effect held back until the commit. `unsure` runs instead when it's unknown whether the commit succeeded.
 */
interface Effect {
  readonly run: () => void;
  readonly unsure: () => void;
}

/** One attempt at a transaction: its effects so far, and whether its COMMIT may have been sent. */
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
    afterCommit: (effect, unsure = () => undefined) => later(effect, unsure),
    emit: (to, event, payload) =>
      later(
        () => ctx.emit(to, event, payload),
        () => ctx.emit(to, 'events/missed', {}),
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
 * Whether a failed attempt can be retried: either nothing of it was committed, or `isRepeatable` says that
 * running it twice does no harm.
 */
function mayRepeat(error: unknown, isRepeatable: boolean): boolean {
  if (error instanceof OutcomeUnknownError) return isRepeatable;
  // The deadlock victim can retry, because the other transaction got its locks. After a connection is lost
  // without a COMMIT, PostgreSQL rolls back.
  return isDeadlock(error) || isConnectionLost(error);
}

const asOutcomeUnknown = (error: unknown, { isDone }: Attempt): unknown =>
  isDone && isConnectionLost(error)
    ? new OutcomeUnknownError('The connection was lost during the commit.', { cause: error })
    : error;

/**
 * Runs `work` in one database transaction and sends what it emitted after the commit. Nested calls join the
 * outer transaction. Never call a provider inside.
 *
 * Settings are read once, before it begins: reading them inside would take a second connection, and a pool
 * whose every connection waits for another one is stuck forever.
 *
 * `work` runs again after a deadlock or a connection lost before the commit, so its side effects outside the
 * database must tolerate that. With `isRepeatable`, `work` detects by itself that it already ran, so it is
 * also retried when the outcome of the commit is unknown.
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

/** Without a pause, a deadlock's victim may lock a row again before the one that waits for it is woken. */
const letOthersFinish = () =>
  new Promise<void>((resolve) => setTimeout(resolve, longestPause * (0.5 + Math.random() / 2)));

async function tryOften<T>(isRepeatable: boolean, once: (attempt: Attempt) => Promise<T>): Promise<T> {
  let unsure: Effect[] = [];
  for (let left = tries; ; left -= 1) {
    const attempt: Attempt = { effects: [], isDone: false };
    try {
      const result = await once(attempt);
      // A retry that finds its work already done emits nothing, which proves the earlier commit succeeded:
      // send that attempt's effects.
      for (const { run } of attempt.effects.length > 0 ? attempt.effects : unsure) run();
      return result;
    } catch (caught) {
      const error = asOutcomeUnknown(caught, attempt);
      if (error instanceof OutcomeUnknownError) unsure = attempt.effects;
      if (left > 1 && mayRepeat(error, isRepeatable)) {
        if (isDeadlock(error)) await letOthersFinish();
        continue;
      }
      for (const effect of unsure) effect.unsure();
      throw error;
    }
  }
}

/**
 * Narrows to a logged-in context. The HTTP layer has already refused anonymous calls, so this only guards
 * against a wiring mistake.
 * @throws AppError 401 `not_logged_in`
 */
export function signedIn(ctx: Ctx): UserCtx {
  if (!ctx.viewer) throw new AppError(401, 'not_logged_in', 'Please login!');
  return ctx as UserCtx;
}
