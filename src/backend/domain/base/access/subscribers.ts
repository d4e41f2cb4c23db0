import { sql } from 'drizzle-orm';
import { type Ctx, now } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';
import { idList } from '../../../db/prepared.ts';
import { live } from './access.ts';

/** Those of the accounts that subscribe to the creator now. */
export async function subscribersAmong(
  ctx: Ctx,
  ownerId: string,
  accountIds: readonly string[],
): Promise<Set<string>> {
  if (accountIds.length === 0) return new Set();
  const rows = await fetchRows<{ id: string }>(
    ctx.db.execute(sql`
    SELECT DISTINCT user_id AS id FROM subscriptions
    WHERE performer_id = ${ownerId} AND user_id = ANY (${idList(accountIds)}::text::uuid[]) AND ${live}${now(ctx).toISOString()}::timestamptz`),
  );
  return new Set(rows.map(({ id }) => id));
}
