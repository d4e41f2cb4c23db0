import type { Ack, ClientEvents } from '#contract/core/events.ts';
import { reportMedia } from './domain/talk/streams/public/watching.ts';
import { type ApiParts, makeContext } from './http/api.ts';
import { type UserCtx, signedIn } from './kernel/context.ts';
import { AppError, type ErrorCode } from './kernel/errors.ts';
import type { ForwardedReport } from './ports/live-transport.ts';
import { toRefusal } from './refusals.ts';

/** Forwards a page's report to the process that carries the streams, unless it is this one. */
export async function forwardMediaReport(ctx: UserCtx, report: ClientEvents['stream/media']): Promise<void> {
  const elsewhere = ctx.ports.live?.elsewhere;
  if (!elsewhere) return reportMedia(ctx, report);
  const ack = await elsewhere.forward({ viewer: ctx.viewer, facts: ctx.request, report });
  if (!ack.ok) throw new AppError(409, ack.code as ErrorCode, ack.message);
}

/** Receives what a page reported to another process. */
export const createReportReceiver =
  (parts: Omit<ApiParts, 'handlers'>) =>
  ({ viewer, facts, report }: ForwardedReport): Promise<Ack> =>
    reportMedia(signedIn(makeContext(parts, viewer, facts)), report).then(
      () => ({ ok: true }) as const,
      (error: unknown) => toRefusal(error, parts, 'stream/media'),
    );
