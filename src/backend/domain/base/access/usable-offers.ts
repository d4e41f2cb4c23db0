import { type SQL, sql } from 'drizzle-orm';

interface Whom {
  readonly performerId: SQL;
  /** The fan's id; null is a visitor. */
  readonly userId: SQL;
  readonly moment: SQL;
}

/** The fan has paid for a subscription to the creator before. Free ones (such as a trial) don't count. */
const hadPaid = ({ performerId, userId }: Whom): SQL => sql`EXISTS (
  SELECT 1 FROM subscriptions s WHERE s.performer_id = ${performerId} AND s.user_id = ${userId} AND s.type NOT IN ('free', 'gift') AND s.state <> 'incomplete')`;

/**
 * The fan has a paid subscription that continues or that a payment would revive, so there is no first period
 * to buy.
 */
const paysNow = ({ performerId, userId, moment }: Whom): SQL => sql`EXISTS (
  SELECT 1 FROM subscriptions s WHERE s.performer_id = ${performerId} AND s.user_id = ${userId} AND s.type NOT IN ('free', 'gift')
    AND (s.state IN ('active', 'past_due') OR (s.state = 'cancelled' AND s.period_end > ${moment})))`;

/**
 * FROM and WHERE of the offers (`o`) that a fan can still use for a first period, whatever shows or charges it.
 * A place reserved by the fan's own payment (`mine`) counts as available, because starting over releases it
 * first.
 */
export const usableOffers = (whom: Whom): SQL => sql`
  promotions o CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE u.state = 'reserved')::int AS reserved, count(*) FILTER (WHERE u.state = 'used') AS used
    FROM promotion_uses u WHERE u.promotion_id = o.id AND u.account_id = ${whom.userId} AND u.state <> 'released') AS mine
  WHERE o.performer_id = ${whom.performerId} AND o.kind = 'percent' AND o.ended_at IS NULL AND o.starts_at <= ${whom.moment}
    AND (o.ends_at IS NULL OR o.ends_at > ${whom.moment}) AND (o.max_uses IS NULL OR o.uses - mine.reserved < o.max_uses)
    AND (o.audience = 'all' OR (o.audience = 'returning') = ${hadPaid({ ...whom, performerId: sql`o.performer_id` })})
    AND NOT ${paysNow({ ...whom, performerId: sql`o.performer_id` })}
    AND mine.used = 0`;
