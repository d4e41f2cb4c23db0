import type { WatchHealth } from '#services/talk/live/live-types.ts';

/** Lost packets above these shares are noticed. */
const [fairLoss, poorLoss] = [0.02, 0.08];
const fewFrames = 12;
/** Behind by more seconds than this, the player offers to catch up; HLS is always some seconds behind. */
const lateSeconds = { direct: 2, agora: 3, local: 2, hls: 10 } as const;

export const isLate = ({ way, behindSeconds }: WatchHealth): boolean =>
  behindSeconds !== null && behindSeconds > lateSeconds[way];

/** The quality of the connection in words; null while it isn't known. */
export function qualityText({ loss, framesPerSecond, way }: WatchHealth): string | null {
  if (loss !== null && loss > poorLoss) return 'Poor connection';
  if (loss !== null && loss > fairLoss) return 'Fair connection';
  if (framesPerSecond !== null && framesPerSecond < fewFrames) return 'Fair connection';
  if (way === 'hls') return 'A few seconds behind';
  return loss === null && framesPerSecond === null ? null : 'Good connection';
}
