import { type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '../../kernel/context.ts';
import { rowsOf } from '../../db/db.ts';

/** What makes two accounts one person's. */
export type Bond = 'same_card' | 'same_payout';

/** For who invited. */
export const bondLabels: Readonly<Record<Bond, string>> = {
  same_card: 'This account pays with the same card as yours, so it doesn’t count as a referral.',
  same_payout: 'This account is paid to the same bank account as yours, so it doesn’t count as a referral.',
};

/**
 * The bond between two accounts, as an expression of a query; null where there is none. What was removed or
 * replaced counts as well: it was one person's all the same.
 */
export const bondOf = (one: SQL, other: SQL): SQL => sql`CASE
  WHEN EXISTS (SELECT 1 FROM cards x JOIN cards y ON y.fingerprint = x.fingerprint WHERE x.account_id = ${one} AND y.account_id = ${other}) THEN 'same_card'
  WHEN EXISTS (SELECT 1 FROM payout_methods x JOIN payout_methods y ON y.fingerprint = x.fingerprint WHERE x.account_id = ${one} AND y.account_id = ${other}) THEN 'same_payout' END`;

/** The bond between two accounts, if there is one. */
export async function findBond(ctx: Ctx, one: string, other: string): Promise<Bond | null> {
  const [row] = await rowsOf<{ bond: Bond | null }>(
    ctx.db.execute(sql`SELECT ${bondOf(sql`${one}::uuid`, sql`${other}::uuid`)} AS bond`),
  );
  return row?.bond ?? null;
}
