import type { Clock } from './ports.ts';
import { createToldLive, type ToldLive } from './told-live.ts';

export type LoopbackLive = ToldLive;

/** For the mock and for tests: every player shows a picture of its own, and no media goes anywhere. */
export const createLoopbackLive = ({ clock }: { clock: Clock }): LoopbackLive =>
  createToldLive({
    clock,
    kind: 'loopback',
    abilities: { recording: false, hls: false, audience: true, note: null },
    grantOf: ({ expiresAt }) => ({ kind: 'loopback', expiresAt: expiresAt.toISOString() }),
  });
