import { playback } from '#config/playback.ts';

const { shortest, finished } = playback;

/** Whether a position in something of this length is worth keeping: it is long, and neither new nor finished. */
export const isUnfinished = (seconds: number, duration: number | null): boolean =>
  duration !== null && duration >= shortest && seconds > 0 && seconds < duration * finished;
