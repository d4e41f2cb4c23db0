import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import { type Ctx, type Viewer, now } from './kernel/context.ts';
import { accounts, sessions } from './db/schema/accounts.ts';
import { onlinePartners } from './domain/talk/messages/conversation-members.ts';
import { recipientRooms } from './domain/people/accounts/recipients.ts';
import { accountsSeen } from './domain/people/accounts/signs-of-life.ts';
import { type Hub, onlineMs, rooms } from './kernel/hub.ts';

/** How often open connections renew `lastSeenAt` and have their session checked. */
const SWEEP_MS = 60_000;

export interface Presence {
  entered(viewer: Viewer): void;
  left(viewer: Viewer): void;
  /** Drops connections whose session ended without a notification. Never rejects. */
  recheck(): Promise<void>;
}
type Timer = ReturnType<typeof setTimeout>;

/** Keeps a pending timer from holding up process exit. Browser timers are numbers and don't need it. */
export function unref(timer: Timer): Timer {
  (timer as { unref?: () => void }).unref?.();
  return timer;
}

/** Counts open connections in this process by key (account or session). */
class Tally {
  readonly #counts = new Map<string, number>();
  /** Returns true for the key's first connection. */
  add(key: string): boolean {
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count === 1;
  }
  /** Returns true for the key's last connection. */
  remove(key: string): boolean {
    const count = (this.#counts.get(key) ?? 1) - 1;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
    return count <= 0;
  }
  keys = (): string[] => [...this.#counts.keys()];
}

/**
 * Updates `lastSeenAt` of the connected accounts and drops the connections whose session has ended or
 * expired.
 */
export async function sweep(
  ctx: Ctx,
  hub: Hub,
  connected: { accountIds: readonly string[]; sessionIds: readonly string[] },
): Promise<void> {
  const time = now(ctx);
  if (connected.sessionIds.length === 0) return;
  const alive = await ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(
      and(
        inArray(sessions.id, [...connected.sessionIds]),
        gt(sessions.expiresAt, time),
        isNull(accounts.suspendedAt),
      ),
    );
  const ids = new Set(alive.map((row) => row.id));
  for (const id of connected.sessionIds) if (!ids.has(id)) hub.drop(rooms.session(id));
  await accountsSeen(ctx.db, connected.accountIds, time);
}

/**
 * Tells conversation partners when an account comes online, and when it has been gone for `graceMs`. A page
 * reload in between sends nothing.
 */
export function createPresence(system: Ctx, hub: Hub, graceMs: number = onlineMs): Presence {
  const byAccount = new Tally();
  const bySession = new Tally();
  const leaving = new Map<string, Timer>();
  let sweeping: Timer | null = null;

  const guarded = (work: Promise<void>) =>
    work.catch((error: unknown) =>
      system.ports.log.warn('presence couldn’t be announced', {
        error: error instanceof Error ? error.message : String(error),
      }),
    );
  const notifyPartners = async (accountId: string, isOnline: boolean) => {
    if (!isOnline && (await hub.isPresent(accountId))) return;
    // Otherwise it would count as offline until the first sweep, and hear of nobody who comes meanwhile.
    if (isOnline) await accountsSeen(system.db, [accountId], now(system));
    for (const room of await recipientRooms(system, accountId, await onlinePartners(system, accountId)))
      hub.emit(room, 'presence/changed', { accountId, isOnline });
  };
  const beat = () =>
    guarded(sweep(system, hub, { accountIds: byAccount.keys(), sessionIds: bySession.keys() }));

  return {
    recheck: beat,
    entered(viewer) {
      bySession.add(viewer.sessionId);
      sweeping ??= unref(setInterval(() => void beat(), SWEEP_MS));
      if (!byAccount.add(viewer.id)) return;
      const timer = leaving.get(viewer.id);
      leaving.delete(viewer.id);
      if (timer) clearTimeout(timer);
      else void guarded(notifyPartners(viewer.id, true));
    },
    left(viewer) {
      bySession.remove(viewer.sessionId);
      if (!byAccount.remove(viewer.id)) return;
      const farewell = () => {
        leaving.delete(viewer.id);
        void guarded(notifyPartners(viewer.id, false));
      };
      leaving.set(viewer.id, unref(setTimeout(farewell, graceMs)));
      if (byAccount.keys().length > 0 || !sweeping) return;
      clearInterval(sweeping);
      sweeping = null;
    },
  };
}
