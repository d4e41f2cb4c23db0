import { sql } from 'drizzle-orm';
import { statement } from '../../../db/statement.ts';
import { fileSealed } from './sealed-query.ts';
import { fileTakenDown } from './taken-down.ts';

/** What a viewer has to do with a file. */
export interface Standing {
  own: boolean;
  bought: boolean;
  refunded: boolean;
  closed: boolean;
  removed: boolean;
  subscribes: boolean;
  follows: boolean;
  sealed: boolean;
  evidence: boolean;
  sold: boolean;
}

const viewer = sql`${sql.placeholder('viewer')}::uuid`;
const purchased = sql`FROM purchase_files b JOIN purchases p ON p.id = b.purchase_id WHERE b.account_id = ${viewer} AND b.file_id = f.id AND p.reversed_at`;

export const findStanding = statement<
  Standing,
  { file: string; viewer: string | null; places: string | null; moment: string }
>(
  'media_standing',
  sql`
  SELECT f.owner_id IS NOT DISTINCT FROM ${viewer} AS own,
    EXISTS (SELECT 1 ${purchased} IS NULL) AS bought,
    EXISTS (SELECT 1 ${purchased} IS NOT NULL) AS refunded,
    EXISTS (SELECT 1 FROM accounts a JOIN performers o ON o.account_id = a.id WHERE a.id = f.owner_id AND (a.suspended_at IS NOT NULL OR o.verification_state <> 'approved'))
      OR EXISTS (SELECT 1 FROM country_blocks c WHERE c.blocker_id = f.owner_id AND c.country = ANY (${sql.placeholder('places')}::text::text[]))
      OR EXISTS (SELECT 1 FROM account_blocks x WHERE (x.blocker_id = f.owner_id AND x.blocked_id = ${viewer}) OR (x.blocked_id = f.owner_id AND x.blocker_id = ${viewer})) AS closed,
    EXISTS (SELECT 1 FROM feed_files l JOIN feeds w ON w.id = l.feed_id WHERE l.file_id = f.id AND w.state = 'removed')
      OR EXISTS (SELECT 1 FROM videos w WHERE w.file_id = f.id AND w.state = 'removed')
      OR EXISTS (SELECT 1 FROM photos w WHERE w.file_id = f.id AND w.state = 'removed')
      OR EXISTS (SELECT 1 FROM message_files l JOIN messages w ON w.id = l.message_id WHERE l.file_id = f.id AND w.deleted_at IS NOT NULL)
      OR ${fileTakenDown(sql`f.id`)} AS removed,
    EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = ${viewer} AND s.performer_id = f.owner_id AND s.state IN ('active', 'past_due', 'cancelled') AND s.period_end > ${sql.placeholder('moment')}::timestamptz) AS subscribes,
    EXISTS (SELECT 1 FROM follows s WHERE s.follower_id = ${viewer} AND s.performer_id = f.owner_id) AS follows,
    ${fileSealed(sql`f.id`)} AS sealed,
    (EXISTS (SELECT 1 FROM report_files e WHERE e.file_id = f.id) OR EXISTS (SELECT 1 FROM taken_down_files e WHERE e.file_id = f.id) OR EXISTS (SELECT 1 FROM order_problem_files e WHERE e.file_id = f.id)) AND EXISTS (SELECT 1 FROM operators o WHERE o.account_id = ${viewer}) AS evidence,
    EXISTS (SELECT 1 FROM order_problem_files e JOIN orders o ON o.id = e.order_id WHERE e.file_id = f.id AND o.seller_id = ${viewer}) AND NOT ${fileTakenDown(sql`f.id`)} AS sold
  FROM files f WHERE f.id = ${sql.placeholder('file')}::uuid`,
);
