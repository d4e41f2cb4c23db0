import type { z } from 'zod';
import type { SubscriptionCoverage } from '#contract/people/creators.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { assumeSubscriber, decideAccess } from '../../base/access/access.ts';
import { type Terms, termsQuery } from './subscription-coverage-query.ts';

const METER_DAYS = 30;

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
