import { and, asc, eq } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import type { PinnableList, PinnedView } from '#contract/across/pinned-views.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { sqlState } from '../../../db/db.ts';
import { pinnedViews } from '../../../db/schema/creators.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { lockName } from '../../../kernel/advisory-lock.ts';

type Row = typeof pinnedViews.$inferSelect;

const view = ({ id, list, name, filters, createdAt }: Row): PinnedView => ({
  _id: id,
  list,
  name,
  filters,
  createdAt: createdAt.toISOString(),
});
const mine = (ctx: UserCtx) => eq(pinnedViews.performerId, ctx.viewer.id);
const one = (ctx: UserCtx, id: string) => and(eq(pinnedViews.id, id), mine(ctx));
const ofList = (ctx: UserCtx, list: PinnableList) => and(mine(ctx), eq(pinnedViews.list, list));

export async function listPinnedViews(
  ctx: UserCtx,
  list: PinnableList,
): Promise<ReplySource<'GET /performer/pinned-views'>> {
  const rows = await ctx.db
    .select()
    .from(pinnedViews)
    .where(ofList(ctx, list))
    .orderBy(asc(pinnedViews.createdAt), asc(pinnedViews.id));
  return { data: rows.map(view) };
}

/** Reports a name that is already used as a 422 error. */
async function named<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (sqlState(error) === '23505') throw invalid('name', 'You already have a pinned view with this name.');
    throw error;
  }
}

/** @throws AppError 409 when the list has as many as it can, 422 for a name that is used. */
export async function pinView(
  ctx: UserCtx,
  body: ParsedInput<'POST /performer/pinned-views'>['body'],
): Promise<PinnedView> {
  const row = await named(() =>
    transaction(ctx, async (tx) => {
      // One at a time per creator, so that the limit holds.
      await lockName(tx, `pinned-views:${tx.viewer.id}`);
      const { most } = limits.pinnedViews;
      if ((await tx.db.$count(pinnedViews, ofList(tx, body.list))) >= most)
        throw conflict(`You can pin ${most} views here. Remove one you don’t need.`);
      const time = now(tx);
      const [made] = await tx.db
        .insert(pinnedViews)
        .values({
          ...body,
          id: tx.ports.ids(),
          performerId: tx.viewer.id,
          createdAt: time,
          updatedAt: time,
        })
        .returning();
      if (!made) throw new Error('the view wasn’t stored');
      return made;
    }),
  );
  return view(row);
}

/** @throws AppError 404, 422 for a name that is used. */
export async function renamePinnedView(ctx: UserCtx, id: string, name: string): Promise<PinnedView> {
  const [row] = await named(() =>
    ctx.db
      .update(pinnedViews)
      .set({ name, updatedAt: now(ctx) })
      .where(one(ctx, id))
      .returning(),
  );
  if (!row) throw notFound();
  return view(row);
}

/** @throws AppError 404 */
export async function removePinnedView(ctx: UserCtx, id: string): Promise<void> {
  const rows = await ctx.db.delete(pinnedViews).where(one(ctx, id)).returning({ id: pinnedViews.id });
  if (rows.length === 0) throw notFound();
}
