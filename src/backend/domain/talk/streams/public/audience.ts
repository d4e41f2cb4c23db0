import { eq, sql } from 'drizzle-orm';
import { type Ctx, now } from '../../../../kernel/context.ts';
import { streams } from '../../../../db/schema/streams/streams.ts';
import type { LiveTransport } from '../../../../ports/live-transport.ts';
import { getAdmissions } from '../admissions.ts';
import { asSystem, createLooking } from '../looking.ts';
import { settleMedia } from './media.ts';
import { emitToPages } from './rows.ts';

/** A page that says nothing for this long has gone. */
const silentMs = 8_000;
/** How often the seconds of a stream that simply runs are written down. */
const writeMs = 5_000;

interface StreamAudience {
  readonly ctx: Ctx;
  readonly performerId: string;
  /** When the page of each person who watches last said that it plays. */
  readonly seen: Map<string, number>;
  wasSending: boolean | null;
  writtenAt: number;
  viewers: number;
}

/** The public streams whose media this process carries, and how many watch them. */
export interface Audience {
  keep(ctx: Ctx, stream: { readonly id: string; readonly performerId: string }): void;
  isKnown(streamId: string): boolean;
  /** A page said that it plays, or no longer. */
  sees(streamId: string, accountId: string, isPlaying: boolean): void;
  /** How many people watch, the creator not counted. */
  count(streamId: string): number;
  /** Looks at all streams at once. */
  lookAtAll(): Promise<void>;
}

const countWatching = ({ ctx, seen, performerId }: StreamAudience): number => {
  const time = now(ctx).getTime();
  return [...seen].filter(([accountId, at]) => accountId !== performerId && time - at < silentMs).length;
};

/** Emits the number of viewers when it has changed, and stores the peak. */
async function updateViewerCount(id: string, entry: StreamAudience): Promise<void> {
  const viewers = countWatching(entry);
  if (viewers === entry.viewers) return;
  entry.viewers = viewers;
  const { ctx, performerId } = entry;
  emitToPages(ctx, { id, performerId }, { event: 'stream/viewers', payload: { streamId: id, viewers } });
  await ctx.db
    .update(streams)
    .set({ peak: sql`greatest(${streams.peak}, ${viewers})` })
    .where(eq(streams.id, id));
}

/** Whether the media of a stream has to be looked at under its lock: it has changed, or some time has passed. */
function isDue(entry: StreamAudience, isSending: boolean): boolean {
  const time = now(entry.ctx).getTime();
  if (isSending && entry.wasSending && time - entry.writtenAt < writeMs) return false;
  entry.wasSending = isSending;
  entry.writtenAt = time;
  return true;
}

function createAudience(live: LiveTransport): Audience {
  const all = new Map<string, StreamAudience>();
  const look = async (streamId: string): Promise<boolean> => {
    const entry = all.get(streamId);
    if (!entry) return false;
    try {
      const stats = await live.stats(streamId);
      await updateViewerCount(streamId, entry);
      const isSending = stats?.hosts.some((host) => host.sendingSince !== null) ?? false;
      if (!isDue(entry, isSending) || (await settleMedia(entry.ctx, streamId, stats))) return true;
      all.delete(streamId);
      getAdmissions(live).forget(streamId);
      return false;
    } catch (error) {
      // The next second tries again.
      entry.wasSending = null;
      entry.ctx.ports.log.error('a stream couldn’t be brought up to date', { streamId, error });
      return true;
    }
  };
  const looking = createLooking(live, look);
  return {
    keep(ctx, { id, performerId }) {
      const fresh = { seen: new Map(), wasSending: null, writtenAt: 0, viewers: 0 };
      if (!all.has(id)) all.set(id, { ctx: asSystem(ctx), performerId, ...fresh });
      looking.begin(id);
    },
    isKnown: (streamId) => all.has(streamId),
    sees(streamId, accountId, isPlaying) {
      const entry = all.get(streamId);
      if (isPlaying) entry?.seen.set(accountId, now(entry.ctx).getTime());
      else entry?.seen.delete(accountId);
    },
    count(streamId) {
      const entry = all.get(streamId);
      return entry ? countWatching(entry) : 0;
    },
    lookAtAll: looking.lookAtAll,
  };
}

const audiences = new WeakMap<LiveTransport, Audience>();

/** The audience of a process, which has one transport. */
export function getAudience(live: LiveTransport): Audience {
  const audience = audiences.get(live) ?? createAudience(live);
  audiences.set(live, audience);
  return audience;
}

/** How many watch each of the streams that this process carries. */
export const countViewersHere = (
  live: LiveTransport | null,
  streamIds: readonly string[],
): Record<string, number> =>
  Object.fromEntries(live === null ? [] : streamIds.map((id) => [id, getAudience(live).count(id)]));

/** How many watch each of these streams, wherever they are carried. */
export const countViewers = async (
  { ports: { live } }: Ctx,
  streamIds: readonly string[],
): Promise<Readonly<Record<string, number>>> =>
  streamIds.length > 0 && live?.elsewhere ? live.elsewhere.viewers(streamIds) : countViewersHere(live, streamIds);
