import { type SQL, sql } from 'drizzle-orm';
import type { QueueName } from '#contract/across/operator/desk.ts';
import { type Db, fetchRows } from '../../../db/db.ts';
import { isFailed } from './webhooks.ts';

/** What waits in each queue, as a query of the times since when. */
const waiting: Readonly<Record<QueueName, SQL>> = {
  creators: sql`SELECT coalesce(p.submitted_at, p.created_at) AS since FROM performers p WHERE p.verification_state = 'pending' OR p.submitted_at IS NOT NULL`,
  payouts: sql`SELECT created_at AS since FROM payout_requests WHERE state IN ('pending', 'approved', 'processing')`,
  adjustments: sql`SELECT created_at AS since FROM adjustments WHERE state = 'proposed'`,
  disputes: sql`SELECT created_at AS since FROM disputes WHERE state = 'open'`,
  orders: sql`SELECT problem_since AS since FROM orders WHERE problem_state = 'escalated'`,
  comments: sql`SELECT held_at AS since FROM comments WHERE held_by = 'site' AND held_at IS NOT NULL AND deleted_at IS NULL`,
  contact: sql`SELECT created_at AS since FROM contact_messages WHERE closed_at IS NULL`,
  jobs: sql`SELECT failed_at AS since FROM jobs WHERE done_at IS NULL AND failed_at IS NOT NULL`,
  events: sql`SELECT received_at AS since FROM webhook_events WHERE ${isFailed}`,
  reports: sql`
    SELECT created_at AS since FROM moderation_cases WHERE state = 'open'
    UNION ALL SELECT created_at FROM moderation_appeals WHERE state = 'pending'`,
};
const names = Object.keys(waiting) as QueueName[];

interface Waiting {
  name: QueueName;
  count: number;
  oldest: string | Date | null;
}

/** How many wait in each queue, and since when the oldest does. */
export function countWaiting(db: Db): Promise<Waiting[]> {
  const counts = names.map(
    (name) =>
      sql`SELECT ${name}::text AS name, count(*)::int AS count, min(since) AS oldest FROM (${waiting[name]}) q`,
  );
  return fetchRows(db.execute(sql.join(counts, sql` UNION ALL `)));
}
