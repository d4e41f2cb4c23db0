import { desc, eq } from 'drizzle-orm';
import { now, transaction } from '../../kernel/context.ts';
import { coupons } from '../../db/schema/coupons.ts';
import { sqlState } from '../../db/db.ts';
import { AppError } from '../../kernel/errors.ts';
import { type OperatorCtx, audit } from './audit.ts';

export type CouponRow = typeof coupons.$inferSelect;
/** `off` is in percent or cents, `minimum` in cents. */
export type CouponDraft = Pick<
  CouponRow,
  'code' | 'kind' | 'off' | 'appliesTo' | 'minimum' | 'firstPaymentOnly' | 'endsAt' | 'maxUses' | 'perUser'
> & { readonly startsAt: Date | null };

const invalid = (message: string) => new AppError(422, 'invalid_input', message);

export const listCoupons = (ctx: OperatorCtx): Promise<CouponRow[]> =>
  ctx.db.select().from(coupons).orderBy(desc(coupons.createdAt), desc(coupons.id)).limit(500);

function check({ kind, off, minimum, maxUses, perUser, startsAt, endsAt }: CouponDraft, moment: Date): void {
  // A discount must leave something to pay; free access is granted in other ways.
  const most = kind === 'percent' ? 99 : Number.MAX_SAFE_INTEGER;
  if (off < 1 || off > most) throw invalid('Enter 1 to 99 percent, or an amount of at least 1 cent.');
  if (minimum < 0 || Math.min(perUser, maxUses ?? 1) < 1)
    throw invalid('The minimum can’t be negative, and limits must be at least 1.');
  if (endsAt && endsAt <= (startsAt ?? moment)) throw invalid('The end must be after the start.');
}

/**
 * Creates a coupon.
 * @throws AppError 409 when the code is taken, 422.
 */
export async function addCoupon(ctx: OperatorCtx, draft: CouponDraft): Promise<CouponRow> {
  const code = draft.code.trim().toUpperCase();
  if (!/^[A-Z0-9][A-Z0-9-]{2,29}$/.test(code)) throw invalid('Use 3 to 30 letters, digits and dashes.');
  check(draft, now(ctx));
  return transaction(ctx, async (tx) => {
    const moment = now(tx);
    const [row] = await tx.db
      .insert(coupons)
      .values({ id: tx.ports.ids(), ...draft, code, startsAt: draft.startsAt ?? moment, createdAt: moment })
      .returning();
    if (!row) throw new Error('the coupon wasn’t stored');
    await audit(tx, {
      action: 'coupon.added',
      subject: row.id,
      facts: { code, kind: row.kind, off: row.off, appliesTo: row.appliesTo },
    });
    return row;
  }).catch((error: unknown) => {
    throw sqlState(error) === '23505'
      ? new AppError(409, 'conflict', `Coupon ${code} already exists.`)
      : error;
  });
}

/** Activates or deactivates a coupon. Past uses aren't affected. */
export async function allowCoupon(ctx: OperatorCtx, code: string, isActive: boolean): Promise<CouponRow> {
  return transaction(ctx, async (tx) => {
    const [row] = await tx.db
      .update(coupons)
      .set({ isActive })
      .where(eq(coupons.code, code.trim().toUpperCase()))
      .returning();
    if (!row) throw new AppError(404, 'not_found', `There is no coupon ${code}.`);
    await audit(tx, {
      action: isActive ? 'coupon.allowed' : 'coupon.stopped',
      subject: row.id,
      facts: { code: row.code },
    });
    return row;
  });
}
