import { sql } from 'drizzle-orm';
import type { PersonFigures } from '#contract/across/operator/people.ts';
import { fetchRows } from '../../../../db/db.ts';
import { earningBalance } from '../../../money/earnings/balance.ts';
import { balanceOf } from '../../../base/ledger/ledger.ts';
import { findOpenPayout } from '../../../trade/payouts/state-machine.ts';
import type { OperatorCtx } from '../audit.ts';

async function works(ctx: OperatorCtx, id: string): Promise<NonNullable<PersonFigures['works']>> {
  const made = (table: string) =>
    sql`(SELECT count(*)::int FROM ${sql.identifier(table)} WHERE performer_id = ${id})`;
  const [row] = await fetchRows<NonNullable<PersonFigures['works']>>(
    ctx.db.execute(sql`
    SELECT ${made('feeds')} AS posts, ${made('videos')} AS videos, ${made('galleries')} AS galleries,
      ${made('products')} AS products, ${made('auctions')} AS auctions, ${made('streams')} AS streams`),
  );
  if (!row) throw new Error('a count without a row');
  return row;
}

/** What a person has, can be paid and made. The same functions count them where their owner sees them. */
export async function personFigures(
  ctx: OperatorCtx,
  { id, isPerformer }: { readonly id: string; readonly isPerformer: boolean },
): Promise<PersonFigures> {
  const [balance, held] = await Promise.all([
    balanceOf(ctx, 'wallet', id),
    balanceOf(ctx, 'wallet_held', id),
  ]);
  if (!isPerformer) return { wallet: { balance, held }, earnings: null, works: null, openPayoutId: null };
  const [earned, made, open] = await Promise.all([
    earningBalance(ctx, id),
    works(ctx, id),
    findOpenPayout(ctx, id),
  ]);
  const { available, onHold, setAside } = earned;
  return {
    wallet: { balance, held },
    earnings: { available, onHold, setAside },
    works: made,
    openPayoutId: open?.id ?? null,
  };
}
