import type { accountDeletions } from '../../../db/schema/accounts.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { findWaits } from './unsettled-query.ts';

type Wait = NonNullable<(typeof accountDeletions.$inferSelect)['heldBy']>;

/** What its owner is told, before and when it puts the deletion off. */
export const waitTexts: Readonly<Record<Wait, string>> = {
  case: 'A report or an appeal that concerns you hasn’t been decided.',
  dispute: 'A bank hasn’t decided about a payment of yours that was disputed.',
  money: 'A payment or payout of yours isn’t finished.',
  order: 'An order of yours isn’t finished.',
};

/** What puts off the deletion of an account for as long as it goes on: others need it to come to its end. */
export async function loadWaits(ctx: Ctx, accountId: string): Promise<Wait[]> {
  const rows = await findWaits(ctx.db, accountId);
  return rows.map(({ wait }) => wait);
}
