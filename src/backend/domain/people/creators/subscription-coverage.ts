import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Audience } from '#contract/core/schemas.ts';
import type { SubscriptionCoverage } from '#contract/people/creators.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { statement } from '../../../db/statement.ts';
import { assumeSubscriber, decideAccess } from '../../base/access/access.ts';

const METER_DAYS = 30;

interface Terms {
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
const termsQuery = statement<Terms, { performer: string; from: string }>(
  'included_meter',
  sql`
  SELECT audience, sold, included, count(*)::int AS count FROM (${selectPricing('feeds')} UNION ALL ${selectPricing('videos')} UNION ALL ${selectPricing('galleries')}) AS works GROUP BY audience, sold, included`,
);

/**
 * Of a creator's content from the last thirty days, how much a subscription includes and how much costs
 * extra, according to the access rule.
 */
export async function subscriptionCoverage(
  ctx: Ctx,
  performerId: string,
): Promise<z.output<typeof SubscriptionCoverage>> {
  const rows = await termsQuery(ctx.db, {
    performer: performerId,
    from: new Date(now(ctx).getTime() - METER_DAYS * 86_400_000).toISOString(),
  });
  const facts = assumeSubscriber(performerId);
  const isIncluded = ({ audience, sold, included }: Terms) =>
    decideAccess(facts, {
      kind: 'feed',
      id: performerId,
      ownerId: performerId,
      audience,
      price: sold ? 1 : 0,
      includedInSubscription: included,
      isPublished: true,
      fileIds: [],
    }).allowed;
  const meter = { days: METER_DAYS, included: 0, extra: 0 };
  for (const terms of rows) meter[isIncluded(terms) ? 'included' : 'extra'] += Number(terms.count);
  return meter;
}
