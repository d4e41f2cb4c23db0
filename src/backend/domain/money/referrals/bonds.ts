import { type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';

/** Evidence that two accounts belong to the same person. */
export type Bond = 'same_card' | 'same_payout';

/** Messages for the referrer. */
export const bondLabels: Readonly<Record<Bond, string>> = {
  same_card: 'This account pays with the same card as yours, so it doesn’t count as a referral.',
  same_payout: 'This account is paid to the same bank account as yours, so it doesn’t count as a referral.',
};

/**
 * The bond between two accounts as an SQL expression; null if there is none. Removed cards and replaced
 * payout methods count too.
 */
export const bondBetween = (one: SQL, other: SQL): SQL => sql`CASE
  WHEN EXISTS (SELECT 1 FROM cards x JOIN cards y ON y.fingerprint = x.fingerprint WHERE x.account_id = ${one} AND y.account_id = ${other}) THEN 'same_card'
  WHEN EXISTS (SELECT 1 FROM payout_methods x JOIN payout_methods y ON y.fingerprint = x.fingerprint WHERE x.account_id = ${one} AND y.account_id = ${other}) THEN 'same_payout' END`;

export async function findBond(ctx: Ctx, one: string, other: string): Promise<Bond | null> {
  const [row] = await fetchRows<{ bond: Bond | null }>(
    ctx.db.execute(sql`SELECT ${bondBetween(sql`${one}::uuid`, sql`${other}::uuid`)} AS bond`),
  );
  return row?.bond ?? null;
}
