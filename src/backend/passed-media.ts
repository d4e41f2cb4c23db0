import type { Ack, ClientEvents } from '#contract/core/events.ts';
import { reportMedia } from './domain/talk/streams/public/watching.ts';
import { type ApiParts, makeContext } from './http/api.ts';
import { type UserCtx, signedIn } from './kernel/context.ts';
import { AppError, type ErrorCode } from './kernel/errors.ts';
import type { PassedOn } from './ports/live-transport.ts';
import { refusalOf } from './refusals.ts';

/** What a page tells is heard by the process that carries the streams. */
export async function passOrTell(ctx: UserCtx, report: ClientEvents['stream/media']): Promise<void> {
  const elsewhere = ctx.ports.live?.elsewhere;
  if (!elsewhere) return reportMedia(ctx, report);
  const ack = await elsewhere.pass({ viewer: ctx.viewer, facts: ctx.request, report });
  if (!ack.ok) throw new AppError(409, ack.code as ErrorCode, ack.message);
}

/** Hears what a page told another process. */
export const createHearing =
  (parts: Omit<ApiParts, 'handlers'>) =>
  ({ viewer, facts, report }: PassedOn): Promise<Ack> =>
    reportMedia(signedIn(makeContext(parts, viewer, facts)), report).then(
      () => ({ ok: true }) as const,
      (error: unknown) => refusalOf(error, parts, 'stream/media'),
    );
