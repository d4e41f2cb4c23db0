import type { Clock } from './ports.ts';
import { createReportedLive, type ReportedLive } from './reported-live.ts';

export type LoopbackLive = ReportedLive;

/** For the mock and for tests: every player shows a picture of its own, and no media goes anywhere. */
export const createLoopbackLive = ({ clock }: { clock: Clock }): LoopbackLive =>
  createReportedLive({
    clock,
    kind: 'loopback',
    abilities: { recording: false, hls: false, note: null },
    issueGrant: ({ expiresAt }) => ({ kind: 'loopback', expiresAt: expiresAt.toISOString() }),
  });
