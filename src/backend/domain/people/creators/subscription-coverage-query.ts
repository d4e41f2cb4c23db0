import { sql } from 'drizzle-orm';
import type { Audience } from '#contract/core/schemas.ts';
import { statement } from '../../../db/statement.ts';

export interface Terms {
  audience: Audience;
  sold: boolean;
  included: boolean;
  count: number;
}

const performer = sql`${sql.placeholder('performer')}::uuid`;
const from = sql`${sql.placeholder('from')}::timestamptz`;
const selectPricing = (table: string) => sql`
  SELECT audience, price > 0 AS sold, included_in_subscription AS included FROM ${sql.identifier(table)} WHERE performer_id = ${performer} AND state = 'published' AND published_at > ${from}`;
/** How many posts, videos, and galleries were published under which terms. */
export const termsQuery = statement<Terms, { performer: string; from: string }>(
  'included_meter',
  sql`
  SELECT audience, sold, included, count(*)::int AS count FROM (${selectPricing('feeds')} UNION ALL ${selectPricing('videos')} UNION ALL ${selectPricing('galleries')}) AS works GROUP BY audience, sold, included`,
);
