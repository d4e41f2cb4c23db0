import { eq } from 'drizzle-orm';
import type { LiveGrant } from '#contract/core/live-grant.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import type { ClientEvents } from '#contract/core/events.ts';
import { streams } from '../../../../db/schema/streams/streams.ts';
import { type Ctx, type UserCtx, now } from '../../../../kernel/context.ts';
import { AppError, conflict, notAllowed, notFound } from '../../../../kernel/errors.ts';
import { loadAccessFacts, decideAccess } from '../../../base/access/access.ts';
import type { LiveTransport } from '../../../../ports/live-transport.ts';
import { getAdmissions } from '../admissions.ts';
import { streamItem } from '../stream-item.ts';
import { joinPrivate, renewPrivate, reportPrivateMedia } from '../private/joining.ts';
import { getAudience } from './audience.ts';
import { type StreamRow, isRunning, requireTransport } from './rows.ts';

/** How often it is decided again whether someone who watches still may. */
const recheckMs = 5_000;

/**
 * A stream whose media the viewer may watch now.
 * @throws AppError 404, 403 when it is locked for them, 409 unless it is live.
 */
async function watchable(ctx: UserCtx, id: string): Promise<StreamRow> {
  const [row] = await ctx.db.select().from(streams).where(eq(streams.id, id));
  if (!row) throw notFound();
  const item = streamItem(row);
  const { allowed, reason } = decideAccess(await loadAccessFacts(ctx, { items: [item] }), item);
  if (!allowed) throw reason === 'locked' ? notAllowed('This stream is locked.') : notFound();
  if (!isRunning(row)) throw conflict('This stream isn’t live.');
  return row;
}

/** Opens the media of a running stream again, in case this process has been restarted. */
export async function openMedia(
  ctx: Ctx,
  row: Pick<StreamRow, 'id' | 'performerId' | 'replay'>,
): Promise<LiveTransport> {
  const live = requireTransport(ctx);
  await live.open({ id: row.id, hosts: [row.performerId], isRecorded: row.replay !== 'none' });
  getAudience(live).keep(ctx, row);
  return live;
}

/** Whether someone who was let in may stay. Whoever is there when a stream ends isn't sent out, but told of the end. */
async function mayStay(ctx: UserCtx, id: string): Promise<boolean> {
  const [row] = await ctx.db.select().from(streams).where(eq(streams.id, id));
  if (!row || !isRunning(row)) return true;
  const item = streamItem(row);
  return decideAccess(await loadAccessFacts(ctx, { items: [item] }), item).allowed;
}

const isWatchable = (ctx: UserCtx, id: string): Promise<boolean> =>
  watchable(ctx, id).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );

/** Lets the viewer in as who watches, or the creator as who sends. */
export async function admit(
  ctx: UserCtx,
  row: Pick<StreamRow, 'id' | 'performerId' | 'replay'>,
  role: 'host' | 'viewer',
): Promise<LiveGrant> {
  const { id: streamId, performerId } = row;
  const live = await openMedia(ctx, row);
  getAdmissions(live).admit({ streamId, performerId, ctx, stillMay: () => mayStay(ctx, streamId) });
  const grant = await live.grant({
    streamId,
    userId: ctx.viewer.id,
    role,
    ...(role === 'viewer' && { watches: performerId }),
  });
  // Access may have ended after it was decided and before the grant.
  if (!(await isWatchable(ctx, streamId))) {
    await live.eject(streamId, ctx.viewer.id);
    throw notFound();
  }
  return grant;
}

/**
 * Joins a stream, public or private: where to get its media.
 * @throws AppError 403, 404, 409 unless it runs, 503.
 */
export async function joinStream(ctx: UserCtx, id: string): Promise<ReplySource<'GET /streaming/join/:id'>> {
  const joined = await joinPrivate(ctx, id);
  if (joined) return joined;
  const row = await watchable(ctx, id);
  return {
    streamId: id,
    conversationId: row.conversationId ?? '',
    publish: null,
    watch: [{ userId: row.performerId, grant: await admit(ctx, row, 'viewer') }],
  };
}

/**
 * A fresh grant: to watch, or for the creator to send.
 * @throws AppError 403, 404, 409 unless it runs, 503.
 */
export async function renewGrant(
  ctx: UserCtx,
  wish: ParsedInput<'POST /streaming/agora/token'>['body'],
): Promise<LiveGrant> {
  const renewed = await renewPrivate(ctx, wish);
  if (renewed) return renewed;
  const row = await watchable(ctx, wish.streamId);
  if (wish.watches !== undefined) {
    if (wish.watches !== row.performerId) throw notFound();
    return admit(ctx, row, 'viewer');
  }
  if (row.performerId !== ctx.viewer.id) throw notFound();
  return admit(ctx, row, 'host');
}

type Report = ClientEvents['stream/media'];

/** Takes a report from the page of a public stream. @throws AppError 404 for someone who wasn’t let in, or is sent out. */
async function reportPublicMedia(ctx: UserCtx, { streamId, isSending, receives }: Report): Promise<void> {
  const live = requireTransport(ctx);
  const admissions = getAdmissions(live);
  const admission = admissions.find(ctx, streamId);
  if (!admission) throw notFound();
  if (now(ctx).getTime() - admission.decidedAt >= recheckMs && !(await admissions.decide(admission)))
    throw notFound();
  const userId = ctx.viewer.id;
  if (userId === admission.performerId) {
    live.report({ streamId, userId, isSending, receives: [] });
    return;
  }
  const isPlaying = receives.includes(admission.performerId);
  getAudience(live).sees(streamId, userId, isPlaying);
  // One viewer whose player fails says nothing about the stream.
  if (isPlaying) live.report({ streamId, userId, isSending: false, receives: [admission.performerId] });
}

/**
 * Takes the report that a page sends every few seconds on the media it sends and receives.
 * @throws AppError 403, 404, 409.
 */
export async function reportMedia(ctx: UserCtx, report: Report): Promise<void> {
  if (await reportPrivateMedia(ctx, report)) return;
  await reportPublicMedia(ctx, report);
}
