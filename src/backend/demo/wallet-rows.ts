import { eq } from 'drizzle-orm';
import type { Ctx } from '../kernel/context.ts';
import { accounts } from '../db/schema/accounts.ts';
import { coupons } from '../db/schema/coupons.ts';
import { spendCaps } from '../db/schema/wallet.ts';
import { demoFan } from './cast.ts';
import { type Past, before, days } from './past.ts';
import { demoId } from './random.ts';

type Coupon = Pick<
  typeof coupons.$inferInsert,
  'code' | 'kind' | 'off' | 'appliesTo' | 'minimum' | 'maxUses' | 'firstPaymentOnly'
>;

const codes: readonly Coupon[] = [
  { code: 'WELCOME10', kind: 'percent', off: 10, appliesTo: 'all' },
  { code: 'FIVER', kind: 'fixed', off: 500, appliesTo: 'top_up', minimum: 2_000, maxUses: 500 },
  { code: 'FIRST', kind: 'percent', off: 25, appliesTo: 'all', firstPaymentOnly: true },
];
/** The demo fan's monthly spend cap in cents. */
const monthly = 50_000;

/** Inserts coupons to try out and the demo fan's spend cap. */
export async function insertWallet(ctx: Ctx, { today }: Past): Promise<void> {
  const startsAt = before(today, days(30));
  await ctx.db.insert(coupons).values(
    codes.map((coupon) => ({
      id: demoId(`coupon ${coupon.code}`),
      ...coupon,
      startsAt,
      createdAt: startsAt,
    })),
  );
  const setAt = before(today, days(20));
  await ctx.db.insert(spendCaps).values({
    id: demoId('cap of the demo fan'),
    accountId: demoFan.id,
    performerId: null,
    amount: monthly,
    createdAt: setAt,
    updatedAt: setAt,
  });
  await ctx.db.update(accounts).set({ hasSpendCaps: true }).where(eq(accounts.id, demoFan.id));
}
