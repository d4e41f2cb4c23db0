import type { ServerEvent, ServerEvents } from '#contract/events';
import type { Db } from './db/db.ts';
import { AppError } from './errors.ts';
import type { Ports } from './ports.ts';
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

/** Facts of the request that domain functions may ask for. */
export interface RequestFacts {
  readonly ip: string;
  /** From the address, two upper-case letters. */
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
  /** Ends the sockets of a room (logout, ban, password change); inside a transaction only once it has committed. */
  drop(room: string): void;
  /** Takes the sockets of one room (an account's) out of another; inside a transaction only once it has committed. */
  leave(room: string, other: string): void;
  /** Runs after commit (at once outside a transaction); for effects that a roll-back must not leave behind. */
  afterCommit(effect: () => void): void;
  readonly inTransaction: boolean;
}
export type UserCtx = Ctx & { readonly viewer: Viewer };

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

/** The one that was ended may simply come again: the other has what it waited for. */
async function unlessDeadlocked<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === tries || codeOf(error) !== DEADLOCK) throw error;
    }
  }
}

/**
 * Runs `work` in one database transaction and lets out what it emitted once it has committed.
 * Nested calls join the outer one. Never call a provider inside. Settings stay as they were when it began: reading them inside would
 * need a second connection, and a pool whose every connection waits for one more waits for ever. `work` runs again after a deadlock, which
 * has undone all it wrote: what it does beside the database has to bear that.
 */
export async function transaction<C extends Ctx, T>(ctx: C, work: (tx: C) => Promise<T>): Promise<T> {
  if (ctx.inTransaction) return work(ctx);
  const effects: (() => void)[] = [];
  const values = await ctx.settings.all();
  const settings: SiteSettings = { all: () => Promise.resolve(values), set: ctx.settings.set };
  const once = () =>
    ctx.db.transaction((db) => {
      effects.length = 0;
      const afterCommit = (effect: () => void) => void effects.push(effect);
      return work({
        ...ctx,
        db,
        settings,
        inTransaction: true,
        afterCommit,
        emit: (room, event, payload) => afterCommit(() => ctx.emit(room, event, payload)),
        drop: (room) => afterCommit(() => ctx.drop(room)),
        leave: (room, other) => afterCommit(() => ctx.leave(room, other)),
      });
    });
  const result = await unlessDeadlocked(once);
  for (const effect of effects) effect();
  return result;
}

/** Narrows to a logged-in context; the HTTP layer has already refused others, so this guards against a wiring mistake. */
export function signedIn(ctx: Ctx): UserCtx {
  if (!ctx.viewer) throw new AppError(401, 'not_logged_in', 'Please login!');
  return ctx as UserCtx;
}
