import type { HostStats, LiveEvent } from '../../ports/live-transport.ts';
import type { FeedFlow } from './relay/messages.ts';

/** Media that has been silent for this long has stopped. */
export const silentMs = 1_500;

/** What arrives from one host. */
interface Flow {
  readonly streamId: string;
  readonly userId: string;
  since: number | null;
  lastAt: number;
  before: number;
  bitrate: number;
  frames: number;
  loss: number;
  sample: { at: number; bytes: number; frames: number };
}
const newFlow = (streamId: string, userId: string, at: number): Flow => ({
  streamId,
  userId,
  since: null,
  lastAt: 0,
  before: 0,
  bitrate: 0,
  frames: 0,
  loss: 0,
  sample: { at, bytes: 0, frames: 0 },
});
/** How long media arrived, without the pauses. */
export const totalSeconds = (flow: Flow) =>
  (flow.before + (flow.since === null ? 0 : flow.lastAt - flow.since)) / 1_000;
function measure(flow: Flow, now: Flow['sample']): void {
  const elapsed = now.at - flow.sample.at;
  if (elapsed < 1_000) return;
  flow.bitrate = Math.max(0, ((now.bytes - flow.sample.bytes) * 8_000) / elapsed);
  flow.frames = Math.max(0, ((now.frames - flow.sample.frames) * 1_000) / elapsed);
  flow.sample = now;
}
export function hostStats(userId: string, isConnected: boolean, flow: Flow | undefined): HostStats {
  const isFlowing = flow !== undefined && flow.since !== null;
  return {
    userId,
    isConnected,
    sendingSince: isFlowing ? new Date(flow.since ?? 0) : null,
    lastMediaAt: flow ? new Date(flow.lastAt) : null,
    mediaSeconds: flow ? totalSeconds(flow) : 0,
    bitrate: isFlowing ? flow.bitrate : null,
    framesPerSecond: isFlowing ? flow.frames : null,
    loss: isFlowing ? flow.loss : null,
  };
}

const flowKey = (streamId: string, userId: string): string => `${streamId} ${userId}`;

/** What arrives from all hosts, and when it began and stopped. */
export class Flows {
  readonly #all = new Map<string, Flow>();
  readonly #listeners = new Set<(event: LiveEvent) => void>();

  /** Returns a function that ends it. */
  onChange(listener: (event: LiveEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
  #emit(type: LiveEvent['type'], { streamId, userId }: Flow, at: number): void {
    for (const listener of this.#listeners) listener({ type, streamId, userId, at: new Date(at) });
  }
  of(streamId: string, userId: string): Flow | undefined {
    return this.#all.get(flowKey(streamId, userId));
  }
  isRunning(streamId: string, userId: string): boolean {
    return (this.of(streamId, userId)?.since ?? null) !== null;
  }
  note(streamId: string, userId: string, { lastAt, bytes, frames, loss }: FeedFlow): void {
    const now = Date.now();
    const flow = this.of(streamId, userId) ?? newFlow(streamId, userId, now);
    this.#all.set(flowKey(streamId, userId), flow);
    flow.loss = loss;
    if (flow.since === null && lastAt > flow.lastAt && now - lastAt < silentMs) {
      flow.since = lastAt;
      this.#emit('media-began', flow, lastAt);
    }
    flow.lastAt = Math.max(flow.lastAt, lastAt);
    measure(flow, { at: now, bytes, frames });
  }
  /** Returns those that have stopped since it was last asked. */
  check(now: number): Flow[] {
    const stopped: Flow[] = [];
    for (const flow of this.#all.values()) {
      if (flow.since === null || now - flow.lastAt < silentMs) continue;
      flow.before += flow.lastAt - flow.since;
      flow.since = null;
      this.#emit('media-stopped', flow, flow.lastAt);
      stopped.push(flow);
    }
    return stopped;
  }
  forget(streamId: string): void {
    for (const [name, flow] of this.#all) if (flow.streamId === streamId) this.#all.delete(name);
  }
}
