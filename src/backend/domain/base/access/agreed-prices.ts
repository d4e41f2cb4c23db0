import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { PaidType } from '#lib/plans/bundles.ts';
import type { Cents } from '#lib/units.ts';

/** What a fan pays instead of the creator's prices, in cents; plans without an agreement are absent. */
export type AgreedPrices = Readonly<Partial<Record<PaidType, Cents>>>;

interface Whom {
  /** The creator, or several: `ANY (…)`. */
  readonly performerId: SQL | AnyPgColumn;
  /** The fan's id; null is a visitor. */
  readonly userId: SQL;
  readonly moment: SQL;
}

/**
 * FROM and WHERE of the plans (`plan.type`, `plan.price`) that a fan agreed on in a subscription (`s`) whose renewal
 * wasn't paid. Paying revives it, and keeps these prices.
 */
export const agreedPlans = ({ performerId, userId, moment }: Whom): SQL => sql`
  subscriptions s CROSS JOIN LATERAL (VALUES
    (coalesce(s.next_type, s.type), coalesce(s.next_price, s.price), true),
    (s.type, s.price, s.next_type <> s.type)) AS plan (type, price, applies)
  WHERE s.user_id = ${userId} AND s.performer_id = ${performerId} AND s.type NOT IN ('free', 'gift') AND plan.applies
    AND (s.state = 'past_due' OR (s.state = 'active' AND s.period_end <= ${moment}))`;

/** The same as one value per creator: an object by plan, or null without one. */
export const agreedPrices = (whom: Whom): SQL<AgreedPrices | null> =>
  sql<AgreedPrices | null>`(SELECT jsonb_object_agg(plan.type, plan.price) FROM ${agreedPlans(whom)})`;
