import type { HostStats } from '../../ports/live-transport.ts';

/** What arrives from one host. */
export interface Flow {
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
export const newFlow = (streamId: string, userId: string, at: number): Flow => ({
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
export const secondsOf = (flow: Flow) =>
  (flow.before + (flow.since === null ? 0 : flow.lastAt - flow.since)) / 1_000;
export function measure(flow: Flow, now: Flow['sample']): void {
  const elapsed = now.at - flow.sample.at;
  if (elapsed < 1_000) return;
  flow.bitrate = Math.max(0, ((now.bytes - flow.sample.bytes) * 8_000) / elapsed);
  flow.frames = Math.max(0, ((now.frames - flow.sample.frames) * 1_000) / elapsed);
  flow.sample = now;
}
export function statsOf(userId: string, isConnected: boolean, flow: Flow | undefined): HostStats {
  const isFlowing = flow !== undefined && flow.since !== null;
  return {
    userId,
    isConnected,
    sendingSince: isFlowing ? new Date(flow.since ?? 0) : null,
    lastMediaAt: flow ? new Date(flow.lastAt) : null,
    mediaSeconds: flow ? secondsOf(flow) : 0,
    bitrate: isFlowing ? flow.bitrate : null,
    framesPerSecond: isFlowing ? flow.frames : null,
    loss: isFlowing ? flow.loss : null,
  };
}
