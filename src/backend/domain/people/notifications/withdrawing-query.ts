import { type SQL, sql } from 'drizzle-orm';
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
/** From what a group told, where it wasn't read. */
export const takeBack = withdrawing<Withdrawn & { key: string }>(
  'notification_withdraw',
  sql`n.read_at IS NULL AND n.group_key = ${sql.placeholder('key')}::text`,
);
/** From everything. */
export const forget = withdrawing('notification_forget', sql`true`);
export const dropEmpty = statement<never, { id: string }>(
  'notification_drop',
  sql`DELETE FROM notifications WHERE id = ${sql.placeholder('id')}::uuid AND count <= 0`,
);
