import { and, asc, eq } from 'drizzle-orm';
import type { QuickReply } from '#contract/trade/broadcasts/quick-replies.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { quickReplies } from '../../../db/schema/creator-messages.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { lockName } from '../../../kernel/advisory-lock.ts';

type Row = typeof quickReplies.$inferSelect;
type Fields = ParsedInput<'POST /quick-replies'>['body'];

const view = ({ id, title, text }: Row): QuickReply => ({ _id: id, title, text });
const mine = (ctx: UserCtx) => eq(quickReplies.performerId, ctx.viewer.id);
const one = (ctx: UserCtx, id: string) => and(eq(quickReplies.id, id), mine(ctx));

const loadRows = (ctx: UserCtx): Promise<Row[]> =>
  ctx.db
    .select()
    .from(quickReplies)
    .where(mine(ctx))
    .orderBy(asc(quickReplies.position), asc(quickReplies.id));

/** Adding and reordering run one at a time per creator, so that positions and the limit hold. */
const lock = (tx: UserCtx) => lockName(tx, `quick-replies:${tx.viewer.id}`);

export async function listQuickReplies(ctx: UserCtx): Promise<ReplySource<'GET /quick-replies'>> {
  const { quickRepliesMax: max } = await ctx.settings.all();
  return { data: (await loadRows(ctx)).map(view), max };
}

/** @throws AppError 409 when there are as many as the site allows. */
export async function addQuickReply(ctx: UserCtx, { title, text }: Fields): Promise<QuickReply> {
  return transaction(ctx, async (tx) => {
    await lock(tx);
    const rows = await loadRows(tx);
    const { quickRepliesMax: max } = await tx.settings.all();
    if (rows.length >= max)
      throw conflict(
        max === 0
          ? 'Quick replies are turned off.'
          : `You can have ${max} quick replies. Delete one you don’t need.`,
      );
    const time = now(tx);
    const [row] = await tx.db
      .insert(quickReplies)
      .values({
        id: tx.ports.ids(),
        performerId: tx.viewer.id,
        title,
        text,
        position: (rows.at(-1)?.position ?? -1) + 1,
        createdAt: time,
        updatedAt: time,
      })
      .returning();
    if (!row) throw new Error('the quick reply wasn’t stored');
    return view(row);
  });
}

/** @throws AppError 404 */
export async function changeQuickReply(
  ctx: UserCtx,
  id: string,
  { title, text }: Fields,
): Promise<QuickReply> {
  const [row] = await ctx.db
    .update(quickReplies)
    .set({ title, text, updatedAt: now(ctx) })
    .where(one(ctx, id))
    .returning();
  if (!row) throw notFound();
  return view(row);
}

/** @throws AppError 404 */
export async function deleteQuickReply(ctx: UserCtx, id: string): Promise<void> {
  const rows = await ctx.db.delete(quickReplies).where(one(ctx, id)).returning({ id: quickReplies.id });
  if (rows.length === 0) throw notFound();
}

/** @throws AppError 422 unless `ids` are the viewer's quick replies, each once: another tab changed them. */
export async function orderQuickReplies(
  ctx: UserCtx,
  ids: readonly string[],
): Promise<ReplySource<'PUT /quick-replies'>> {
  await transaction(ctx, async (tx) => {
    await lock(tx);
    const rows = await loadRows(tx);
    const known = new Set(rows.map(({ id }) => id));
    if (ids.length !== rows.length || new Set(ids).size !== ids.length || !ids.every((id) => known.has(id)))
      throw invalid('ids', 'Your quick replies have changed in the meantime. Reload and try again.');
    for (const [position, id] of ids.entries())
      await tx.db.update(quickReplies).set({ position }).where(one(tx, id));
  });
  return listQuickReplies(ctx);
}
