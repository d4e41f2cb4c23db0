import type { Ack } from '#contract/core/events.ts';
import { AppError } from '../../kernel/errors.ts';
import type { LiveAbilities, LiveTransport, ForwardedReport } from '../../ports/live-transport.ts';
import type { Backend } from '../../create-backend.ts';
import type { Calls } from '../process/calls.ts';

/* Streams live in one process (ROLE=live). Its database rows are everybody's, so others need little of it: to pass on
   what pages tell them, and to have media ended at once instead of when that process next looks. */

const reportCall = 'live/report';
const eject = 'live/eject';
const close = 'live/close';
const endEncoder = 'live/end-encoder';
const viewers = 'live/viewers';
interface Ejected {
  readonly streamId: string;
  readonly userId: string;
}

type Counts = Readonly<Record<string, number>>;

const nobody: Ack = {
  ok: false,
  code: 'gateway_unavailable',
  message: 'Live streams aren’t available at the moment.',
};
const refuse = async (): Promise<never> => {
  throw new AppError(503, 'gateway_unavailable', nobody.message);
};

interface Options {
  readonly kind: LiveTransport['kind'];
  readonly abilities: LiveAbilities;
  readonly encoderPath: string | null;
  readonly calls: Calls;
  /** Whether the process that carries the streams runs. */
  readonly isThere: () => Promise<boolean>;
}

/** Stands for the transport of the process that carries the streams. */
export function createDistantLive({ kind, abilities, encoderPath, calls, isThere }: Options): LiveTransport {
  return {
    kind,
    abilities,
    encoder:
      encoderPath === null
        ? null
        : {
            path: encoderPath,
            setKeys: () => {},
            async end(userId) {
              await calls.ask(endEncoder, { userId });
            },
          },
    elsewhere: {
      isThere,
      forward: async (report: ForwardedReport) =>
        ((await calls.ask(reportCall, report)) as Ack | null) ?? nobody,
      // A call that is never answered takes its time.
      viewers: async (ids) =>
        ((await isThere()) ? ((await calls.ask(viewers, ids)) as Counts | null) : null) ?? {},
    },
    open: refuse,
    grant: refuse,
    renew: refuse,
    async eject(streamId, userId) {
      await calls.ask(eject, { streamId, userId } satisfies Ejected);
    },
    async close(streamId) {
      await calls.ask(close, { streamId });
      return { mediaSeconds: 0 };
    },
    stats: async () => null,
    recording: refuse,
    discardRecording: refuse,
    report: () => {},
    onChange: () => () => {},
  };
}

const reopenMs = 10_000;

/**
 * Carries streams for other processes: answers them, and opens again what ran before a restart. The returned function
 * stops that.
 */
export function serveOthers(
  live: LiveTransport,
  {
    calls,
    backend,
  }: { calls: Calls; backend: Pick<Backend, 'receiveReport' | 'reopenStreams' | 'countViewers'> },
): () => void {
  calls.answer(viewers, async (ids: readonly string[]) => backend.countViewers(ids));
  calls.answer(reportCall, (report: ForwardedReport) => backend.receiveReport(report));
  calls.answer(eject, ({ streamId, userId }: Ejected) => live.eject(streamId, userId));
  calls.answer(close, ({ streamId }: { streamId: string }) => live.close(streamId));
  calls.answer(endEncoder, async ({ userId }: { userId: string }) => live.encoder?.end(userId));
  // The next round tries again.
  const reopen = () => void backend.reopenStreams().catch(() => undefined);
  const timer = setInterval(reopen, reopenMs).unref();
  reopen();
  return () => clearInterval(timer);
}
