import { eq } from 'drizzle-orm';
import { coupons, couponUses } from '#backend/db/schema/coupons.ts';
import type { TestApp } from './test-app.ts';

let count = 0;

/** Creates coupons and looks up their uses. */
export function couponsIn({ db, ports }: Pick<TestApp, 'db' | 'ports'>) {
  /** 10% off everything, once per person, by default. */
  async function makeCoupon(
    values: Partial<typeof coupons.$inferInsert> = {},
  ): Promise<{ id: string; code: string }> {
    count += 1;
    const [id, moment] = [ports.ids(), ports.clock.now()];
    const code = values.code ?? `COUPON${count}`;
    await db.insert(coupons).values({
      id,
      kind: 'percent',
      off: 10,
      appliesTo: 'all',
      startsAt: moment,
      createdAt: moment,
      ...values,
      code,
    });
    return { id, code };
  }
  const couponRow = async (id: string) => (await db.select().from(coupons).where(eq(coupons.id, id)))[0]!;
  const usesOf = async (id: string) =>
    (await db.select().from(couponUses).where(eq(couponUses.couponId, id))).map((use) => use.state);
  return { makeCoupon, couponRow, usesOf };
}
