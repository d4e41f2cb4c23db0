import { and, asc, eq, sql } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import type { PostTemplate } from '#contract/content/posts/templates.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { postTemplates } from '../../../db/schema/posts.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import { saleOf } from '../media-items/pricing.ts';
import { lockOwnSeries } from './series/series.ts';
import { lockName } from '../../../kernel/advisory-lock.ts';

type Row = typeof postTemplates.$inferSelect;

const view = ({
  id,
  performerId: _owner,
  updatedAt: _changed,
  createdAt,
  ...content
}: Row): PostTemplate => ({
  _id: id,
  ...content,
  createdAt: createdAt.toISOString(),
});
const mine = (ctx: UserCtx) => eq(postTemplates.performerId, ctx.viewer.id);
const one = (ctx: UserCtx, id: string) => and(eq(postTemplates.id, id), mine(ctx));

/** Saving runs once at a time per creator, so that the limit holds. */
const lock = (tx: UserCtx) => lockName(tx, `post-templates:${tx.viewer.id}`);

export async function listTemplates(ctx: UserCtx): Promise<ReplySource<'GET /performer/post-templates'>> {
  const rows = await ctx.db
    .select()
    .from(postTemplates)
    .where(mine(ctx))
    .orderBy(asc(sql`lower(${postTemplates.title})`), asc(postTemplates.id));
  return { data: rows.map(view) };
}

/** @throws AppError 409 when there are as many as one can have, 422 for a series that isn't the viewer's. */
export function saveTemplate(
  ctx: UserCtx,
  body: ParsedInput<'POST /performer/post-templates'>['body'],
): Promise<PostTemplate> {
  return transaction(ctx, async (tx) => {
    await lock(tx);
    const { most } = limits.postTemplate;
    if ((await tx.db.$count(postTemplates, mine(tx))) >= most)
      throw conflict(`You can have ${most} templates. Delete one you don’t need.`);
    if (body.seriesId !== null) await lockOwnSeries(tx, body.seriesId);
    const moment = now(tx);
    const [row] = await tx.db
      .insert(postTemplates)
      .values({
        ...body,
        ...saleOf(body),
        poll: body.type === 'poll' ? body.poll : null,
        id: tx.ports.ids(),
        performerId: tx.viewer.id,
        createdAt: moment,
        updatedAt: moment,
      })
      .returning();
    if (!row) throw new Error('the template wasn’t stored');
    return view(row);
  });
}

/** @throws AppError 404 */
export async function renameTemplate(ctx: UserCtx, id: string, title: string): Promise<PostTemplate> {
  const [row] = await ctx.db
    .update(postTemplates)
    .set({ title, updatedAt: now(ctx) })
    .where(one(ctx, id))
    .returning();
  if (!row) throw notFound();
  return view(row);
}

/** @throws AppError 404 */
export async function deleteTemplate(ctx: UserCtx, id: string): Promise<void> {
  const rows = await ctx.db.delete(postTemplates).where(one(ctx, id)).returning({ id: postTemplates.id });
  if (rows.length === 0) throw notFound();
}
