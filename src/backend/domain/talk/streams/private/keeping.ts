import type { Ctx } from '../../../../kernel/context.ts';
import type { LiveTransport } from '../../../../ports/live-transport.ts';
import { getAdmissions } from '../admissions.ts';
import { asSystem, createLooking } from '../looking.ts';
import { observe } from './observing.ts';

/** The private streams whose media this process carries. */
export interface Keeper {
  keep(ctx: Ctx, streamId: string): void;
  /** Looks at all of them at once. */
  lookAtAll(): Promise<void>;
}

function createKeeper(live: LiveTransport): Keeper {
  const streams = new Map<string, Ctx>();
  const look = async (streamId: string): Promise<boolean> => {
    const ctx = streams.get(streamId);
    if (!ctx) return false;
    try {
      if (await observe(ctx, streamId)) return true;
      streams.delete(streamId);
      getAdmissions(live).forget(streamId);
      return false;
    } catch (error) {
      // The next second tries again, and what isn't written down isn't charged.
      ctx.ports.log.error('a private stream couldn’t be brought up to date', { streamId, error });
      return true;
    }
  };
  const looking = createLooking(live, look);
  return {
    keep(ctx, streamId) {
      if (!streams.has(streamId)) streams.set(streamId, asSystem(ctx));
      looking.begin(streamId);
    },
    lookAtAll: looking.lookAtAll,
  };
}

const keepers = new WeakMap<LiveTransport, Keeper>();

/** The keeper of a process, which has one transport. */
export function getKeeper(live: LiveTransport): Keeper {
  const keeper = keepers.get(live) ?? createKeeper(live);
  keepers.set(live, keeper);
  return keeper;
}
