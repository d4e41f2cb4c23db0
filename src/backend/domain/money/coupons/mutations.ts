import { eq } from 'drizzle-orm';
import { type Ctx, now } from '../../../kernel/context.ts';
import { sqlState } from '../../../db/db.ts';
import { coupons } from '../../../db/schema/coupons.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { CouponRow } from './rules.ts';

/** `off` is in percent or cents, `minimum` in cents. */
export type CouponDraft = Pick<
  CouponRow,
  'code' | 'kind' | 'off' | 'appliesTo' | 'minimum' | 'firstPaymentOnly' | 'endsAt' | 'maxUses' | 'perUser'
> & { readonly startsAt: Date | null };

const invalid = (message: string) => new AppError(422, 'invalid_input', message);
const normalCode = (code: string) => code.trim().toUpperCase();

function check({ kind, off, minimum, maxUses, perUser, startsAt, endsAt }: CouponDraft, time: Date): void {
  // A discount must leave something to pay; free access is granted in other ways.
  const most = kind === 'percent' ? 99 : Number.MAX_SAFE_INTEGER;
  if (off < 1 || off > most) throw invalid('Enter 1 to 99 percent, or an amount of at least 1 cent.');
  if (minimum < 0 || Math.min(perUser, maxUses ?? 1) < 1)
    throw invalid('The minimum can’t be negative, and limits must be at least 1.');
  if (endsAt && endsAt <= (startsAt ?? time)) throw invalid('The end must be after the start.');
}

/** @throws AppError 409 when the code is taken, 422. */
export async function createCoupon(tx: Ctx, draft: CouponDraft): Promise<CouponRow> {
  const code = normalCode(draft.code);
  if (!/^[A-Z0-9][A-Z0-9-]{2,29}$/.test(code)) throw invalid('Use 3 to 30 letters, digits and dashes.');
  const time = now(tx);
  check(draft, time);
  const [row] = await tx.db
    .insert(coupons)
    .values({ id: tx.ports.ids(), ...draft, code, startsAt: draft.startsAt ?? time, createdAt: time })
    .returning()
    .catch((error: unknown) => {
      throw sqlState(error) === '23505'
        ? new AppError(409, 'conflict', `Coupon ${code} already exists.`)
        : error;
    });
  if (!row) throw new Error('the coupon wasn’t stored');
  return row;
}

/**
 * Activates or deactivates a coupon. Past uses aren't affected.
 * @throws AppError 404
 */
export async function activateCoupon(tx: Ctx, code: string, isActive: boolean): Promise<CouponRow> {
  const [row] = await tx.db
    .update(coupons)
    .set({ isActive })
    .where(eq(coupons.code, normalCode(code)))
    .returning();
  if (!row) throw new AppError(404, 'not_found', `There is no coupon ${code}.`);
  return row;
}
