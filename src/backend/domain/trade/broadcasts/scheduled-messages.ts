import { and, asc, count, eq, inArray, ne } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import type { ScheduledMessage } from '#contract/trade/broadcasts/scheduled-messages.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { scheduledMessageFiles, scheduledMessages } from '../../../db/schema/creator-messages.ts';
import { files } from '../../../db/schema/files.ts';
import { conflict, invalid, notAllowed, notFound } from '../../../kernel/errors.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { dropFiles } from '../../base/files/claims.ts';
import { type FileFacts, fileColumns, fileView } from '../../base/files/presenters.ts';
import { openConversation } from '../../talk/messages/conversation-members.ts';
import { findConversation, writeRefusal } from '../../talk/messages/conversation-presenters.ts';
import { claimAttachments } from '../../talk/messages/files.ts';
import { lockName } from '../../../kernel/advisory-lock.ts';

export type ScheduledRow = typeof scheduledMessages.$inferSelect;
type NewBody = ParsedInput<'POST /scheduled-messages'>['body'];
type Body = ParsedInput<'PUT /scheduled-messages/:id'>['body'];
const DAY_MS = 86_400_000;

async function loadFiles(ctx: Ctx, ids: readonly string[]): Promise<Map<string, FileFacts[]>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: scheduledMessageFiles.scheduledId, file: fileColumns })
    .from(scheduledMessageFiles)
    .innerJoin(files, eq(files.id, scheduledMessageFiles.fileId))
    .where(inArray(scheduledMessageFiles.scheduledId, [...ids]))
    .orderBy(asc(scheduledMessageFiles.position));
  const found = new Map<string, FileFacts[]>();
  for (const { id, file } of rows) found.set(id, [...(found.get(id) ?? []), file]);
  return found;
}
export const loadFileIds = async (ctx: Ctx, id: string): Promise<string[]> =>
  ((await loadFiles(ctx, [id])).get(id) ?? []).map((file) => file.id);

async function views(ctx: UserCtx, rows: readonly ScheduledRow[]): Promise<ScheduledMessage[]> {
  const attached = await loadFiles(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, conversationId, text, price, sendAt, state, reason, createdAt }) => ({
    _id: id,
    conversationId,
    text,
    files: (attached.get(id) ?? []).map((file) => fileView(ctx, file, { readable: true, by: 'owner' })),
    price,
    sendAt: sendAt.toISOString(),
    state: state === 'failed' ? 'failed' : 'scheduled',
    reason,
    createdAt: createdAt.toISOString(),
  }));
}
async function view(ctx: UserCtx, row: ScheduledRow): Promise<ScheduledMessage> {
  const [one] = await views(ctx, [row]);
  if (!one) throw new Error('a scheduled message has no view');
  return one;
}

/** @throws AppError 404 for a conversation that isn't the viewer's. */
export async function listScheduled(
  ctx: UserCtx,
  { conversationId, limit, offset }: ParsedInput<'GET /scheduled-messages'>['query'],
): Promise<ReplySource<'GET /scheduled-messages'>> {
  if (conversationId !== undefined) await openConversation(ctx, conversationId);
  const where = and(
    eq(scheduledMessages.senderId, ctx.viewer.id),
    ne(scheduledMessages.state, 'sent'),
    conversationId === undefined ? undefined : eq(scheduledMessages.conversationId, conversationId),
  );
  const rows = await ctx.db
    .select()
    .from(scheduledMessages)
    .where(where)
    .orderBy(asc(scheduledMessages.sendAt), asc(scheduledMessages.id))
    .limit(limit)
    .offset(offset);
  const [all] = await ctx.db.select({ total: count() }).from(scheduledMessages).where(where);
  return { data: await views(ctx, rows), total: all?.total ?? 0 };
}

/** @throws AppError 422 for a time in the past or too far ahead. */
function sendTime(tx: UserCtx, text: string): Date {
  const [time, chosen] = [now(tx), new Date(text)];
  if (chosen <= time) throw invalid('sendAt', 'Choose a time in the future.');
  if (chosen.getTime() > time.getTime() + limits.broadcast.scheduleDays * DAY_MS)
    throw invalid('sendAt', `Choose a time in the next ${limits.broadcast.scheduleDays} days.`);
  return chosen;
}

/** @throws AppError 404, 403, 422 for what couldn't be sent now either. */
async function checkContent(tx: UserCtx, conversationId: string, { files: fileIds, price }: Body) {
  const found = await findConversation(tx, conversationId);
  const refusal = writeRefusal(tx, found);
  if (refusal) throw notAllowed(refusal);
  if (price > 0 && found.card.isPerformer)
    throw invalid('price', 'Only creators can sell in messages, and only to fans.');
  await claimAttachments(tx, fileIds);
}

async function attach(tx: UserCtx, scheduledId: string, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length > 0)
    await tx.db
      .insert(scheduledMessageFiles)
      .values(fileIds.map((fileId, position) => ({ scheduledId, fileId, position })));
}
export async function detach(tx: Ctx, scheduledId: string): Promise<string[]> {
  const rows = await tx.db
    .delete(scheduledMessageFiles)
    .where(eq(scheduledMessageFiles.scheduledId, scheduledId))
    .returning({ id: scheduledMessageFiles.fileId });
  return rows.map(({ id }) => id);
}

/** A job left over from an earlier time finds that it isn't due. */
const queue = (tx: UserCtx, { id, sendAt }: ScheduledRow): Promise<void> =>
  enqueue(tx, { kind: 'scheduled-message', payload: { scheduledId: id }, runAt: sendAt });

async function assertRoom(tx: UserCtx): Promise<void> {
  const waiting = and(eq(scheduledMessages.senderId, tx.viewer.id), ne(scheduledMessages.state, 'sent'));
  const [row] = await tx.db.select({ all: count() }).from(scheduledMessages).where(waiting);
  if ((row?.all ?? 0) >= limits.broadcast.scheduled)
    throw conflict(`You can have ${limits.broadcast.scheduled} scheduled messages.`);
}

/**
 * Schedules a message. Repeating a `clientId` returns the first one.
 * @throws AppError 403, 404, 409 when there are too many, 422
 */
export async function scheduleMessage(ctx: UserCtx, body: NewBody): Promise<ScheduledMessage> {
  return transaction(
    ctx,
    async (tx) => {
      await lockName(tx, `scheduled:${tx.viewer.id}`);
      const { conversationId, clientId = null, text, price } = body;
      if (clientId !== null) {
        const same = and(
          eq(scheduledMessages.senderId, tx.viewer.id),
          eq(scheduledMessages.clientId, clientId),
        );
        const [before] = await tx.db.select().from(scheduledMessages).where(same);
        if (before) return view(tx, before);
      }
      await checkContent(tx, conversationId, body);
      await assertRoom(tx);
      const time = now(tx);
      const [row] = await tx.db
        .insert(scheduledMessages)
        .values({
          id: tx.ports.ids(),
          conversationId,
          senderId: tx.viewer.id,
          clientId,
          state: 'scheduled',
          text,
          price,
          sendAt: sendTime(tx, body.sendAt),
          createdAt: time,
          updatedAt: time,
        })
        .returning();
      if (!row) throw new Error('the message wasn’t stored');
      await attach(tx, row.id, body.files);
      await queue(tx, row);
      return view(tx, row);
    },
    { isRepeatable: body.clientId !== undefined },
  );
}

/**
 * The viewer's scheduled message, locked.
 * @throws AppError 404
 */
export async function lockOwn(tx: UserCtx, id: string): Promise<ScheduledRow> {
  const own = and(eq(scheduledMessages.id, id), eq(scheduledMessages.senderId, tx.viewer.id));
  const [row] = await tx.db.select().from(scheduledMessages).where(own).for('update');
  if (!row) throw notFound();
  return row;
}
const refuseSent = ({ state }: ScheduledRow): void => {
  if (state === 'sent') throw conflict('This message was already sent.');
};

/**
 * Changes a message that waits or failed; it then waits for its new time.
 * @throws AppError 403, 404, 409 once it was sent, 422
 */
export async function changeScheduled(ctx: UserCtx, id: string, body: Body): Promise<ScheduledMessage> {
  return transaction(ctx, async (tx) => {
    const before = await lockOwn(tx, id);
    refuseSent(before);
    await checkContent(tx, before.conversationId, body);
    const { text, price } = body;
    const sendAt = sendTime(tx, body.sendAt);
    const old = await detach(tx, id);
    await attach(tx, id, body.files);
    await dropFiles(tx, old);
    const [row] = await tx.db
      .update(scheduledMessages)
      .set({ text, price, sendAt, state: 'scheduled', reason: null, updatedAt: now(tx) })
      .where(eq(scheduledMessages.id, id))
      .returning();
    if (!row) throw notFound();
    await queue(tx, row);
    return view(tx, row);
  });
}

/** @throws AppError 404, 409 once it was sent. */
export async function deleteScheduled(ctx: UserCtx, id: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    refuseSent(await lockOwn(tx, id));
    const fileIds = await detach(tx, id);
    await tx.db.delete(scheduledMessages).where(eq(scheduledMessages.id, id));
    await dropFiles(tx, fileIds);
  });
}
