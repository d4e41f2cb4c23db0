import type { Ctx } from '../../../kernel/context.ts';
import type { LiveTransport } from '../../../ports/live-transport.ts';

const tickMs = 1_000;

/** The context of the process itself, in place of the request that happened to open a stream. */
export const asSystem = (ctx: Ctx): Ctx => ({
  ...ctx,
  viewer: null,
  request: { ip: '', country: null, userAgent: '', idempotencyKey: null },
});

function unref(timer: ReturnType<typeof setInterval>): ReturnType<typeof setInterval> {
  (timer as { unref?: () => void }).unref?.();
  return timer;
}

/** Streams that are looked at every second, and when their media changes. */
export interface Looking {
  begin(streamId: string): void;
  /** Looks at all of them at once. */
  lookAtAll(): Promise<void>;
}

/**
 * Looks at each stream with `look` until that returns false. Looks at one stream follow each other, because each
 * would wait for the row's lock anyway.
 */
export function createLooking(live: LiveTransport, look: (streamId: string) => Promise<boolean>): Looking {
  const turns = new Map<string, { turn: Promise<void>; isQueued: boolean }>();
  let timer: ReturnType<typeof setInterval> | undefined;
  const lookAt = async (streamId: string): Promise<void> => {
    const one = turns.get(streamId);
    if (!one) return;
    one.isQueued = false;
    if (await look(streamId)) return;
    if (turns.get(streamId) === one) turns.delete(streamId);
    if (turns.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  const queue = (streamId: string): Promise<void> => {
    const one = turns.get(streamId);
    if (!one) return Promise.resolve();
    if (!one.isQueued) {
      one.isQueued = true;
      one.turn = one.turn.then(() => lookAt(streamId));
    }
    return one.turn;
  };
  const lookAtAll = async () => {
    await Promise.all([...turns.keys()].map(queue));
  };
  live.onChange(({ streamId }) => void queue(streamId));
  return {
    begin(streamId) {
      if (!turns.has(streamId)) turns.set(streamId, { turn: Promise.resolve(), isQueued: false });
      timer ??= unref(setInterval(() => void lookAtAll(), tickMs));
    },
    lookAtAll,
  };
}
