import { and, asc, count, desc, eq } from 'drizzle-orm';
import type { Adjustment } from '#contract/across/operator/adjustments.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { adjustments } from '../../../../db/schema/operator.ts';
import { notFound } from '../../../../kernel/errors.ts';
import { cutPage, encodeCursor } from '../../../../kernel/keyset.ts';
import { isAloneHere, isProposer, proposeAdjustment } from '../adjustments.ts';
import type { OperatorCtx } from '../audit.ts';
import { afterCursor, personRef } from './lists.ts';

type Query = ParsedInput<'GET /operator/adjustments'>['query'];

const selectAdjustments = (ctx: OperatorCtx) =>
  ctx.db
    .select({
      row: adjustments,
      person: { id: accounts.id, username: accounts.username, name: accounts.name },
    })
    .from(adjustments)
    .innerJoin(accounts, eq(accounts.id, adjustments.accountId));
type Found = Awaited<ReturnType<typeof selectAdjustments>>[number];

/** Turns rows into what the desk shows of them. */
async function shownBy(ctx: OperatorCtx): Promise<(found: Found) => Adjustment> {
  const [{ currency }, isAlone] = [await ctx.settings.all(), await isAloneHere(ctx)];
  return ({ row, person }) => ({
    _id: row.id,
    person: personRef(person),
    purse: row.purse,
    amount: row.amount,
    currency,
    reason: row.reason,
    about:
      row.aboutKind && row.aboutId
        ? { kind: row.aboutKind, _id: row.aboutId, label: row.aboutLabel ?? '' }
        : null,
    state: row.state,
    proposedBy: row.proposedBy,
    decidedBy: row.decidedBy,
    decision: row.decision,
    isAlone: row.isAlone,
    isOwn: isProposer(ctx, row) && !isAlone,
    isSelf: row.accountId === ctx.actorId,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.state === 'proposed' ? null : row.updatedAt.toISOString(),
  });
}

/** Adjustments, proposed ones longest waiting first; all others, and those of one person, newest first. */
export async function searchAdjustments(ctx: OperatorCtx, query: Query) {
  const first = query.state === 'proposed' && !query.accountId ? 'oldest' : 'newest';
  const order = first === 'newest' ? desc : asc;
  const isIn = and(
    query.state && eq(adjustments.state, query.state),
    query.accountId === undefined ? undefined : eq(adjustments.accountId, query.accountId),
  );
  const place = { at: adjustments.createdAt, id: adjustments.id };
  const [found, [counted], shown] = await Promise.all([
    selectAdjustments(ctx)
      .where(and(isIn, afterCursor(query, place, first)))
      .orderBy(order(place.at), order(place.id))
      .limit(query.limit + 1)
      .offset(query.cursor === undefined ? query.offset : 0),
    ctx.db.select({ total: count() }).from(adjustments).where(isIn),
    shownBy(ctx),
  ]);
  const { rows, nextCursor } = cutPage(found, query.limit, ({ row }) => encodeCursor(row));
  return { data: rows.map(shown), total: counted?.total ?? 0, nextCursor };
}

/** @throws AppError 404 */
export async function showAdjustment(ctx: OperatorCtx, id: string): Promise<Adjustment> {
  const [found] = await selectAdjustments(ctx).where(eq(adjustments.id, id));
  if (!found) throw notFound();
  return (await shownBy(ctx))(found);
}

/** Proposes one at the desk. @throws AppError 404, 409, 422 */
export async function proposeAtDesk(
  ctx: OperatorCtx,
  { accountId: person, direction, amount, ...draft }: ParsedInput<'POST /operator/adjustments'>['body'],
): Promise<Adjustment> {
  const signed = direction === 'give' ? amount : -amount;
  const { id } = await proposeAdjustment(ctx, { ...draft, person, amount: signed });
  return showAdjustment(ctx, id);
}
