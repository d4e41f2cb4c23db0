import { desc } from 'drizzle-orm';
import { transaction } from '../../../kernel/context.ts';
import { coupons } from '../../../db/schema/coupons.ts';
import { type CouponDraft, activateCoupon, createCoupon } from '../../money/coupons/mutations.ts';
import type { CouponRow } from '../../money/coupons/rules.ts';
import { type OperatorCtx, audit } from './audit.ts';

export const listCoupons = (ctx: OperatorCtx): Promise<CouponRow[]> =>
  ctx.db.select().from(coupons).orderBy(desc(coupons.createdAt), desc(coupons.id)).limit(500);

/** @throws AppError 409 when the code is taken, 422. */
export const addCoupon = (ctx: OperatorCtx, draft: CouponDraft): Promise<CouponRow> =>
  transaction(ctx, async (tx) => {
    const row = await createCoupon(tx, draft);
    await audit(tx, {
      action: 'coupon.added',
      subject: row.id,
      facts: { code: row.code, kind: row.kind, off: row.off, appliesTo: row.appliesTo },
    });
    return row;
  });

/** @throws AppError 404 */
export const allowCoupon = (ctx: OperatorCtx, code: string, isActive: boolean): Promise<CouponRow> =>
  transaction(ctx, async (tx) => {
    const row = await activateCoupon(tx, code, isActive);
    await audit(tx, {
      action: isActive ? 'coupon.allowed' : 'coupon.stopped',
      subject: row.id,
      facts: { code: row.code },
    });
    return row;
  });
