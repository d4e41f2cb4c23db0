import { and, asc, count, eq } from 'drizzle-orm';
import { type AutomaticMessage, AutomaticKind } from '#contract/trade/broadcasts/automatic-messages.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import {
  automaticDeliveries,
  automaticMessageFiles,
  automaticMessages,
} from '../../../db/schema/creator-messages.ts';
import { files } from '../../../db/schema/files.ts';
import { dropFiles } from '../../base/files/claims.ts';
import { type FileFacts, fileColumns, fileView } from '../../base/files/presenters.ts';
import { claimAttachments } from '../../talk/messages/files.ts';
import { assertApproved } from './writing.ts';
import { lockName } from '../../../kernel/advisory-lock.ts';

type Kind = AutomaticMessage['kind'];
type Body = ParsedInput<'PUT /automatic-messages/:kind'>['body'];
type Row = typeof automaticMessages.$inferSelect;

interface Found {
  readonly row: Row;
  readonly files: readonly FileFacts[];
}

const filesAt = (performerId: string, kind: Kind) =>
  and(eq(automaticMessageFiles.performerId, performerId), eq(automaticMessageFiles.kind, kind));

/** An automatic message and its files in order, or null if it was never set up. */
export async function findAutomatic(ctx: Ctx, performerId: string, kind: Kind): Promise<Found | null> {
  const [row] = await ctx.db
    .select()
    .from(automaticMessages)
    .where(and(eq(automaticMessages.performerId, performerId), eq(automaticMessages.kind, kind)));
  if (!row) return null;
  const attached = await ctx.db
    .select({ file: fileColumns })
    .from(automaticMessageFiles)
    .innerJoin(files, eq(files.id, automaticMessageFiles.fileId))
    .where(filesAt(performerId, kind))
    .orderBy(asc(automaticMessageFiles.position));
  return { row, files: attached.map(({ file }) => file) };
}

async function loadAutomaticMessage(ctx: UserCtx, kind: Kind, sent: number): Promise<AutomaticMessage> {
  const found = await findAutomatic(ctx, ctx.viewer.id, kind);
  if (!found) return { kind, isOn: false, text: '', files: [], price: 0, sent, updatedAt: null };
  const { isOn, text, price, updatedAt } = found.row;
  return {
    kind,
    isOn,
    text,
    price,
    files: found.files.map((file) => fileView(ctx, file, { readable: true, by: 'owner' })),
    sent,
    updatedAt: updatedAt.toISOString(),
  };
}

async function countSent(ctx: UserCtx): Promise<ReadonlyMap<Kind, number>> {
  const rows = await ctx.db
    .select({ kind: automaticDeliveries.kind, sent: count() })
    .from(automaticDeliveries)
    .where(eq(automaticDeliveries.performerId, ctx.viewer.id))
    .groupBy(automaticDeliveries.kind);
  return new Map(rows.map(({ kind, sent }) => [kind, sent]));
}

/** All kinds, also those that were never set up. */
export async function listAutomatic(ctx: UserCtx): Promise<ReplySource<'GET /automatic-messages'>> {
  const sent = await countSent(ctx);
  return {
    data: await Promise.all(
      AutomaticKind.options.map((kind) => loadAutomaticMessage(ctx, kind, sent.get(kind) ?? 0)),
    ),
  };
}

/** Replaces the message's files, and deletes those that nothing references anymore. */
async function replaceFiles(tx: UserCtx, kind: Kind, fileIds: readonly string[]): Promise<void> {
  const performerId = tx.viewer.id;
  const before = await tx.db
    .delete(automaticMessageFiles)
    .where(filesAt(performerId, kind))
    .returning({ id: automaticMessageFiles.fileId });
  if (fileIds.length > 0)
    await tx.db
      .insert(automaticMessageFiles)
      .values(fileIds.map((fileId, position) => ({ performerId, kind, fileId, position })));
  await dropFiles(
    tx,
    before.map(({ id }) => id),
  );
}

/**
 * Sets up an automatic message. Messages that were already sent stay as they are.
 * @throws AppError 403 for a creator who isn't approved, 422 on `files`.
 */
export async function setAutomatic(ctx: UserCtx, kind: Kind, body: Body): Promise<AutomaticMessage> {
  await transaction(
    ctx,
    async (tx) => {
      // Two changes at once would mix their files.
      await lockName(tx, `automatic:${tx.viewer.id}:${kind}`);
      await assertApproved(tx);
      const type = await claimAttachments(tx, body.files);
      const { isOn, text, price } = body;
      const values = { isOn, type, text, price, updatedAt: now(tx) };
      await tx.db
        .insert(automaticMessages)
        .values({ performerId: tx.viewer.id, kind, ...values })
        .onConflictDoUpdate({
          target: [automaticMessages.performerId, automaticMessages.kind],
          set: values,
        });
      await replaceFiles(tx, kind, body.files);
    },
    { isRepeatable: true },
  );
  return loadAutomaticMessage(ctx, kind, (await countSent(ctx)).get(kind) ?? 0);
}
