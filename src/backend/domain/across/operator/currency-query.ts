import { sql } from 'drizzle-orm';
import type { Cents } from '#lib/units.ts';
import { type Db, fetchRows } from '../../../db/db.ts';

/** Whether a token package or a subscription is for sale for less. */
export async function costsLess(db: Db, least: Cents): Promise<boolean> {
  const [row] = await fetchRows<{ any: boolean }>(
    db.execute(sql`
    SELECT EXISTS (SELECT 1 FROM token_packages WHERE is_active AND price < ${least})
      OR EXISTS (SELECT 1 FROM performers WHERE monthly_price < ${least} OR yearly_price < ${least}) AS any`),
  );
  return row?.any ?? false;
}

/** Whether the ledger has entries in money. */
export async function hasMoney(db: Db): Promise<boolean> {
  const [row] = await fetchRows<{ any: boolean }>(
    db.execute(sql`SELECT EXISTS (SELECT 1 FROM ledger_postings WHERE unit = 'money') AS any`),
  );
  return row?.any ?? false;
}
