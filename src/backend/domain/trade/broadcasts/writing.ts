import { type SQL, and, count, eq, gte, lt, ne } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import type { Broadcast } from '#contract/trade/broadcasts/broadcasts.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { broadcastFiles, broadcasts } from '../../../db/schema/broadcasts.ts';
import { conflict, invalid, notAllowed, notFound } from '../../../kernel/errors.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { loadAccessFacts, isOpenTo } from '../../base/access/access.ts';
import { dropFiles } from '../../base/files/claims.ts';
import { claimAttachments } from '../../talk/messages/files.ts';
import { assertOwnLists, countAudience } from './audience.ts';
import { type BroadcastRow, broadcastView } from './presenters.ts';
import { lockName } from '../../../kernel/advisory-lock.ts';

type NewBody = ParsedInput<'POST /messages/broadcast-message'>['body'];
type Body = ParsedInput<'PUT /broadcasts/:id'>['body'];
const DAY_MS = 86_400_000;

/**
 * Changes to one creator's broadcasts run one at a time. Otherwise two could both be the last one allowed
 * that day.
 */
const lockSender = (tx: UserCtx) => lockName(tx, `broadcasts:${tx.viewer.id}`);

/** @throws AppError 403 for a creator who isn't approved. */
export async function assertApproved(tx: UserCtx): Promise<void> {
  if (!isOpenTo(await loadAccessFacts(tx, { ownerIds: [tx.viewer.id] }), tx.viewer.id))
    throw notAllowed('You can message your fans once your creator account is approved.');
}

/**
 * The time when delivery begins; null for a draft.
 * @throws AppError 422 for a time in the past or too far ahead.
 */
function sendTime(tx: UserCtx, { scheduledAt, isDraft }: Body): Date | null {
  const time = now(tx);
  if (scheduledAt === null) return isDraft ? null : time;
  const chosen = new Date(scheduledAt);
  if (!isDraft && chosen <= time) throw invalid('scheduledAt', 'Choose a time in the future.');
  if (chosen.getTime() > time.getTime() + limits.broadcast.scheduleDays * DAY_MS)
    throw invalid('scheduledAt', `Choose a time in the next ${limits.broadcast.scheduleDays} days.`);
  return isDraft ? null : chosen;
}

/** @throws AppError 409 when the daily limit is reached, not counting this broadcast itself. */
async function assertDay(tx: UserCtx, sendAt: Date, ownId: string): Promise<void> {
  const { massMessagesPerDay: most } = await tx.settings.all();
  const day = new Date(Math.floor(sendAt.getTime() / DAY_MS) * DAY_MS);
  const thatDay = and(
    eq(broadcasts.performerId, tx.viewer.id),
    ne(broadcasts.id, ownId),
    gte(broadcasts.sendAt, day),
    lt(broadcasts.sendAt, new Date(day.getTime() + DAY_MS)),
  );
  const [row] = await tx.db.select({ sent: count() }).from(broadcasts).where(thatDay);
  if ((row?.sent ?? 0) >= most)
    throw conflict(
      most === 0
        ? 'Mass messages are turned off.'
        : `You can send ${most} mass message${most === 1 ? '' : 's'} a day. Choose another day.`,
    );
}

async function assertRecipients(tx: UserCtx, { audience, files }: Body): Promise<void> {
  const { people } = await countAudience(tx, { performerId: tx.viewer.id, audience, fileIds: files });
  if (people === 0)
    throw invalid('audience', 'No one would receive this message. Choose a different audience.');
}

/**
 * Checks the body and returns the broadcast's columns.
 * @throws AppError 403, 409, 422
 */
async function checkValues(tx: UserCtx, id: string, body: Body) {
  await assertApproved(tx);
  await assertOwnLists(tx, body.audience);
  const type = await claimAttachments(tx, body.files);
  const sendAt = sendTime(tx, body);
  if (sendAt) {
    await assertDay(tx, sendAt, id);
    await assertRecipients(tx, body);
  }
  return {
    state: sendAt ? ('scheduled' as const) : ('draft' as const),
    type,
    text: body.text,
    price: body.price,
    includedInSubscription: body.freeForSubscribers && body.price > 0,
    audience: body.audience,
    scheduledAt: body.scheduledAt === null ? null : new Date(body.scheduledAt),
    sendAt,
    updatedAt: now(tx),
  };
}

async function attach(tx: UserCtx, broadcastId: string, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length > 0)
    await tx.db
      .insert(broadcastFiles)
      .values(fileIds.map((fileId, position) => ({ broadcastId, fileId, position })));
}

async function detach(tx: UserCtx, broadcastId: string): Promise<string[]> {
  const rows = await tx.db
    .delete(broadcastFiles)
    .where(eq(broadcastFiles.broadcastId, broadcastId))
    .returning({ id: broadcastFiles.fileId });
  return rows.map(({ id }) => id);
}

/** Queues delivery for `sendAt`. A job left over from an earlier time finds nothing to do. */
async function queueDelivery(tx: UserCtx, { id, sendAt }: BroadcastRow): Promise<void> {
  if (sendAt) await enqueue(tx, { kind: 'broadcast-deliver', payload: { broadcastId: id }, runAt: sendAt });
}

const own = (ctx: UserCtx, id: string): SQL | undefined =>
  and(eq(broadcasts.id, id), eq(broadcasts.performerId, ctx.viewer.id));

/**
 * Returns the viewer's broadcast, locked.
 * @throws AppError 404
 */
async function lockOwn(tx: UserCtx, id: string): Promise<BroadcastRow> {
  const [row] = await tx.db.select().from(broadcasts).where(own(tx, id)).for('update');
  if (!row) throw notFound();
  return row;
}

/** @throws AppError 404 */
export async function findOwn(ctx: UserCtx, id: string): Promise<BroadcastRow> {
  const [row] = await ctx.db.select().from(broadcasts).where(own(ctx, id));
  if (!row) throw notFound();
  return row;
}

async function assertRoom(tx: UserCtx): Promise<void> {
  const [row] = await tx.db
    .select({ drafts: count() })
    .from(broadcasts)
    .where(and(eq(broadcasts.performerId, tx.viewer.id), eq(broadcasts.state, 'draft')));
  if ((row?.drafts ?? 0) >= limits.broadcast.drafts)
    throw conflict(`You can keep ${limits.broadcast.drafts} drafts. Delete some you don’t need.`);
}

/**
 * Creates a draft, or a broadcast to be delivered now or later. Repeating a `clientId` returns the first one.
 * @throws AppError 403, 409, 422
 */
export async function createBroadcast(ctx: UserCtx, body: NewBody): Promise<Broadcast> {
  return transaction(
    ctx,
    async (tx) => {
      await lockSender(tx);
      if (body.clientId !== undefined) {
        const same = and(eq(broadcasts.performerId, tx.viewer.id), eq(broadcasts.clientId, body.clientId));
        const [before] = await tx.db.select().from(broadcasts).where(same);
        if (before) return broadcastView(tx, before);
      }
      const id = tx.ports.ids();
      const values = await checkValues(tx, id, body);
      if (body.isDraft) await assertRoom(tx);
      const [row] = await tx.db
        .insert(broadcasts)
        .values({
          id,
          performerId: tx.viewer.id,
          clientId: body.clientId ?? null,
          createdAt: now(tx),
          ...values,
        })
        .returning();
      if (!row) throw new Error('the broadcast wasn’t stored');
      await attach(tx, id, body.files);
      await queueDelivery(tx, row);
      return broadcastView(tx, row);
    },
    { isRepeatable: body.clientId !== undefined },
  );
}

const refuseBegun = ({ state }: BroadcastRow): void => {
  if (state !== 'draft' && state !== 'scheduled')
    throw conflict('This message is already on its way. You can unsend it.');
};

/**
 * Changes a draft or a scheduled broadcast.
 * @throws AppError 403, 404, 409 once delivery has begun, 422.
 */
export async function changeBroadcast(ctx: UserCtx, id: string, body: Body): Promise<Broadcast> {
  return transaction(ctx, async (tx) => {
    await lockSender(tx);
    refuseBegun(await lockOwn(tx, id));
    const values = await checkValues(tx, id, body);
    const before = await detach(tx, id);
    await attach(tx, id, body.files);
    await dropFiles(tx, before);
    const [row] = await tx.db.update(broadcasts).set(values).where(eq(broadcasts.id, id)).returning();
    if (!row) throw notFound();
    await queueDelivery(tx, row);
    return broadcastView(tx, row);
  });
}

/**
 * Deletes a draft or a scheduled broadcast.
 * @throws AppError 404, 409 once delivery has begun.
 */
export async function deleteBroadcast(ctx: UserCtx, id: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    await lockSender(tx);
    refuseBegun(await lockOwn(tx, id));
    const fileIds = await detach(tx, id);
    await tx.db.delete(broadcasts).where(eq(broadcasts.id, id));
    await dropFiles(tx, fileIds);
  });
}

/**
 * Stops delivery and queues a job that deletes the copies. Repeating it changes nothing.
 * @throws AppError 404, 409 for a broadcast that wasn't sent.
 */
export async function unsendBroadcast(ctx: UserCtx, id: string): Promise<Broadcast> {
  return transaction(ctx, async (tx) => {
    const row = await lockOwn(tx, id);
    if (row.state === 'unsending' || row.state === 'unsent') return broadcastView(tx, row);
    if (row.state !== 'sending' && row.state !== 'sent')
      throw conflict('This message hasn’t been sent, so there’s nothing to unsend.');
    const [changed] = await tx.db
      .update(broadcasts)
      .set({ state: 'unsending', updatedAt: now(tx) })
      .where(eq(broadcasts.id, id))
      .returning();
    await enqueue(tx, { kind: 'broadcast-unsend', payload: { broadcastId: id, after: null } });
    return broadcastView(tx, changed ?? row);
  });
}
