import { type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { statement } from '../../../db/statement.ts';

interface Withdrawn extends Record<string, unknown> {
  to: string;
  actor: string;
}
/** Removes a person from grouped notifications, and from their counts. */
const withdrawing = <Values extends Withdrawn>(name: string, where: SQL) =>
  statement<{ id: string; count: number }, Values>(
    name,
    sql`
    WITH gone AS (
      DELETE FROM notification_actors na USING notifications n
      WHERE n.id = na.notification_id AND n.account_id = ${sql.placeholder('to')}::uuid AND na.account_id = ${sql.placeholder('actor')}::uuid AND ${where}
      RETURNING na.notification_id AS id)
    UPDATE notifications n SET count = n.count - 1 FROM gone WHERE n.id = gone.id RETURNING n.id, n.count`,
  );
const takeBack = withdrawing<Withdrawn & { key: string }>(
  'notification_withdraw',
  sql`n.read_at IS NULL AND n.group_key = ${sql.placeholder('key')}::text`,
);
const forget = withdrawing('notification_forget', sql`true`);
const dropEmpty = statement<never, { id: string }>(
  'notification_drop',
  sql`DELETE FROM notifications WHERE id = ${sql.placeholder('id')}::uuid AND count <= 0`,
);

async function dropEmptied(tx: Ctx, rows: readonly { id: string; count: number }[]): Promise<void> {
  for (const { id, count } of rows) if (count <= 0) await dropEmpty(tx.db, { id });
}

/** Somebody took back what a group told: nothing of it is left where it wasn't read. */
export async function withdraw(
  tx: Ctx,
  { to, key, actorId }: { to: string; key: string; actorId: string },
): Promise<void> {
  await dropEmptied(tx, await takeBack(tx.db, { to, key, actor: actorId }));
}

/** Two people no longer exist for each other: neither list keeps what the other did. */
export async function forgetEachOther(tx: Ctx, [one, other]: readonly [string, string]): Promise<void> {
  await dropEmptied(tx, await forget(tx.db, { to: one, actor: other }));
  await dropEmptied(tx, await forget(tx.db, { to: other, actor: one }));
}
