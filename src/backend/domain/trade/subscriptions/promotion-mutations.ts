import { and, count, desc, eq, gt, isNull, lt, or } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import type { Promotion } from '#contract/trade/promotions.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { performers } from '../../../db/schema/creators.ts';
import { promotions } from '../../../db/schema/promotions.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { type PromotionRow, promotionView, promotionViews } from './promotion-presenters.ts';
import { addDays } from '../../../kernel/subscription-dates.ts';

type Values = Pick<
  PromotionRow,
  'kind' | 'percent' | 'days' | 'plan' | 'audience' | 'code' | 'message' | 'maxUses'
> & { endsAt: Date | null };

function parseEnd(ctx: Ctx, endsAt: string | null): Date | null {
  if (endsAt === null) return null;
  const end = new Date(endsAt);
  const { maxDays } = limits.promotion;
  if (end <= now(ctx)) throw invalid('endsAt', 'Choose an end in the future.');
  if (end > addDays(now(ctx), maxDays)) throw invalid('endsAt', `Choose an end within ${maxDays} days.`);
  return end;
}

/**
 * Refuses more promotions at once than the maximum. Locks the creator, so that concurrent calls are counted
 * one at a time.
 * @throws AppError 409
 */
async function refuseTooMany(tx: UserCtx): Promise<void> {
  await tx.db
    .select({ id: performers.accountId })
    .from(performers)
    .where(eq(performers.accountId, tx.viewer.id))
    .for('update');
  const goesOn = and(
    isNull(promotions.endedAt),
    or(isNull(promotions.endsAt), gt(promotions.endsAt, now(tx))),
    or(isNull(promotions.maxUses), lt(promotions.uses, promotions.maxUses)),
  );
  const running = await tx.db.$count(promotions, and(eq(promotions.performerId, tx.viewer.id), goesOn));
  if (running >= limits.promotion.running)
    throw conflict(`You have ${running} active offers and trial links. End one before you create another.`);
}

async function create(ctx: UserCtx, values: Values): Promise<Promotion> {
  return transaction(ctx, async (tx) => {
    await refuseTooMany(tx);
    const time = now(tx);
    const [row] = await tx.db
      .insert(promotions)
      .values({
        id: tx.ports.ids(),
        performerId: tx.viewer.id,
        ...values,
        startsAt: time,
        createdAt: time,
        updatedAt: time,
      })
      .returning();
    if (!row) throw new Error('the offer wasn’t stored');
    return promotionView(tx, row);
  });
}

export const createOffer = (
  ctx: UserCtx,
  { percent, plan, audience, message, maxUses, endsAt }: ParsedInput<'POST /promotions'>['body'],
): Promise<Promotion> =>
  create(ctx, {
    kind: 'percent',
    percent,
    plan,
    audience,
    message,
    maxUses,
    days: null,
    code: null,
    endsAt: parseEnd(ctx, endsAt),
  });

/** Creates a trial link, whose code can't be guessed. */
export const createTrial = (
  ctx: UserCtx,
  { days, message, maxUses, endsAt }: ParsedInput<'POST /promotions/trial'>['body'],
): Promise<Promotion> => {
  const code = ctx.ports.crypto
    .randomToken(32)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, 12);
  return create(ctx, {
    kind: 'trial',
    days,
    code,
    message,
    maxUses,
    percent: null,
    plan: null,
    audience: 'all',
    endsAt: parseEnd(ctx, endsAt),
  });
};

/**
 * Ends a promotion; those who already used it keep it. Repeating it changes nothing.
 * @throws AppError 404
 */
export function endPromotion(ctx: UserCtx, id: string): Promise<Promotion> {
  return transaction(ctx, async (tx) => {
    const own = and(eq(promotions.id, id), eq(promotions.performerId, tx.viewer.id));
    const [row] = await tx.db.select().from(promotions).where(own).for('update');
    if (!row) throw notFound();
    if (row.endedAt) return promotionView(tx, row);
    const time = now(tx);
    const [ended] = await tx.db
      .update(promotions)
      .set({ endedAt: time, updatedAt: time })
      .where(own)
      .returning();
    return promotionView(tx, ended ?? row);
  });
}

/** The viewer's own promotions, newest first. */
export async function searchPromotions(
  ctx: UserCtx,
  { kind, limit, offset }: ParsedInput<'GET /promotions/search'>['query'],
): Promise<ReplySource<'GET /promotions/search'>> {
  const mine = and(eq(promotions.performerId, ctx.viewer.id), kind ? eq(promotions.kind, kind) : undefined);
  const rows = await ctx.db
    .select()
    .from(promotions)
    .where(mine)
    .orderBy(desc(promotions.createdAt), desc(promotions.id))
    .limit(limit)
    .offset(offset);
  const [counted] = await ctx.db.select({ total: count() }).from(promotions).where(mine);
  return { data: await promotionViews(ctx, rows), total: counted?.total ?? 0 };
}
