import type { Ctx } from './kernel/context.ts';
import { AppError } from './kernel/errors.ts';
import { placeList } from './kernel/whereabouts.ts';
import { findPossiblyLost } from './domain/base/access/lost-access-query.ts';
import { unref } from './presence.ts';

/** A room that a client asked to watch, and whose item it belongs to. */
export interface Watched {
  readonly ownerId: string;
  readonly itemId: string;
  /** Decides again whether the viewer may be in the room; rejects if not. */
  readonly enter: () => Promise<unknown>;
}
/** A connection with what it watches. */
export interface Watcher {
  context(): Ctx;
  readonly watched: ReadonlyMap<string, Watched>;
  unwatch(room: string): void;
  /** Tells the client to ask again what it may see of a creator. */
  emitAccessChange(performerId: string): void;
}

/**
 * Takes connections out of rooms they may no longer be in: since they joined, somebody was blocked or suspended,
 * or a creator closed the place they are in. One query for all connections of the process names those in doubt,
 * and only they are judged again.
 */
async function leaveLost(watchers: Iterable<Watcher>): Promise<void> {
  const all = [...watchers].flatMap((watcher, at) =>
    [...watcher.watched].map(([room, watched]) => ({ watcher, room, watched, key: `${at} ${room}` })),
  );
  const [first] = all;
  if (!first) return;
  const people = all.flatMap(({ watcher, watched: { ownerId, itemId }, key }) => {
    const { viewer, request } = watcher.context();
    if (!viewer) return [];
    return {
      key,
      accountId: viewer.id,
      sessionId: viewer.sessionId,
      ownerId,
      itemId,
      places: placeList(request),
    };
  });
  const lost = await findPossiblyLost(first.watcher.context().db, people);
  for (const { watcher, room, watched, key } of all) {
    if (!lost.has(key)) continue;
    await watched.enter().catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      watcher.unwatch(room);
      watcher.emitAccessChange(watched.ownerId);
    });
  }
}

/** How often, in milliseconds, open connections and what they watch are checked against what is closed. */
const LOOK_MS = 5_000;

/** Checks every open connection repeatedly, for as long as there is one. */
export function createOpenConnections<Live extends Watcher>(
  look: (live: Live) => Promise<void>,
  failed: (error: unknown) => void,
) {
  const open = new Set<Live>();
  let looking: ReturnType<typeof setInterval> | undefined;
  const lookAtAll = async () => {
    for (const live of open) await look(live);
    await leaveLost(open).catch((error: unknown) => failed(error));
  };
  return {
    add(live: Live): void {
      open.add(live);
      looking ??= unref(setInterval(() => void lookAtAll(), LOOK_MS));
    },
    remove(live: Live): void {
      open.delete(live);
      if (open.size > 0) return;
      clearInterval(looking);
      looking = undefined;
    },
  };
}
