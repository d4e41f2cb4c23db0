import type { Ctx } from '../../../kernel/context.ts';
import type { LiveTransport } from '../../../ports/live-transport.ts';
import { admissionsOf } from '../admissions.ts';
import { asSystem, createLooking } from '../looking.ts';
import { observe } from './observing.ts';

interface Kept {
  readonly ctx: Ctx;
  readonly played: Map<string, Date>;
}

/** The private streams whose media this process carries. */
export interface Keeper {
  keep(ctx: Ctx, streamId: string): void;
  /** A spectator's page said that it plays. */
  played(streamId: string, accountId: string, at: Date): void;
  /** Looks at all of them at once. */
  lookAtAll(): Promise<void>;
}

function createKeeper(live: LiveTransport): Keeper {
  const kept = new Map<string, Kept>();
  const look = async (streamId: string): Promise<boolean> => {
    const one = kept.get(streamId);
    if (!one) return false;
    try {
      if (await observe(one.ctx, streamId, (accountId) => one.played.get(accountId) ?? null)) return true;
      kept.delete(streamId);
      admissionsOf(live).forget(streamId);
      return false;
    } catch (error) {
      // The next second tries again, and what isn't written down isn't charged.
      one.ctx.ports.log.error('a private stream couldn’t be brought up to date', { streamId, error });
      return true;
    }
  };
  const looking = createLooking(live, look);
  return {
    keep(ctx, streamId) {
      if (!kept.has(streamId)) kept.set(streamId, { ctx: asSystem(ctx), played: new Map() });
      looking.begin(streamId);
    },
    played: (streamId, accountId, at) => void kept.get(streamId)?.played.set(accountId, at),
    lookAtAll: looking.lookAtAll,
  };
}

const keepers = new WeakMap<LiveTransport, Keeper>();

/** The keeper of a process, which has one transport. */
export function keeperOf(live: LiveTransport): Keeper {
  const keeper = keepers.get(live) ?? createKeeper(live);
  keepers.set(live, keeper);
  return keeper;
}
