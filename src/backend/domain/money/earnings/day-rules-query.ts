import { sql } from 'drizzle-orm';
import { dayOfQuarter, monthStart } from './days-query.ts';
import { amounts, isEarned, isOfItem, movedIn, savedSource } from './rows.ts';

/** Ledger rows of closed days that aren't noted as late: the rows that the stored totals must consist of. */
const isSummed = sql`${movedIn({})} AND t.created_at < (SELECT closed_until::timestamp AT TIME ZONE 'UTC' FROM earning_closing)
  AND NOT EXISTS (SELECT 1 FROM earning_late late WHERE late.transaction_id = t.id AND late.day = (t.created_at AT TIME ZONE 'UTC')::date)`;

/**
 * For the ledger check: closed days whose totals differ from their rows. Rows noted as late must not be
 * included, because readers add both.
 */
export const daysThatDiffer = sql`
  SELECT 'day ' || coalesce(stored.day, actual.day) || ' of ' || coalesce(stored.performer_id, actual.performer_id) || ' (' || coalesce(stored.source, actual.source) || ') says '
    || coalesce(stored.net, 0) || ' of ' || coalesce(stored.count, 0) || ' rows, its rows ' || coalesce(actual.net, 0) || ' of ' || coalesce(actual.count, 0) AS detail
  FROM earning_days stored
  FULL JOIN (
    SELECT t.performer_id, (t.created_at AT TIME ZONE 'UTC')::date AS day, ${savedSource} AS source, sum(sums.net + sums.commission) AS gross, sum(sums.commission) AS commission, sum(sums.net) AS net, count(*) AS count
    FROM ledger_transactions t ${amounts(sql`t.performer_id`)} WHERE ${isSummed} GROUP BY 1, 2, 3) AS actual
    ON actual.performer_id = stored.performer_id AND actual.day = stored.day AND actual.source = stored.source
  WHERE (stored.gross, stored.commission, stored.net, stored.count::bigint) IS DISTINCT FROM (actual.gross::bigint, actual.commission::bigint, actual.net::bigint, actual.count)`;

/** For the ledger check: what each fan and item brought in on a closed day. */
export const topsThatDiffer = sql`
  WITH sold AS MATERIALIZED (
    SELECT t.performer_id, (t.created_at AT TIME ZONE 'UTC')::date AS day, t.actor_id, ${isEarned} AS earned, CASE WHEN ${isOfItem} THEN t.subject || ':' || t.subject_id END AS item,
      sums.net + sums.commission AS gross, sums.commission, sums.net
    FROM ledger_transactions t ${amounts(sql`t.performer_id`)} WHERE ${isSummed})
  SELECT coalesce(stored.dimension, actual.dimension) || ' ' || coalesce(stored.key, actual.key) || ' on ' || coalesce(stored.day, actual.day) || ' of ' || coalesce(stored.performer_id, actual.performer_id) || ' says '
    || coalesce(stored.net, 0) || ' of ' || coalesce(stored.count, 0) || ' rows, its rows ' || coalesce(actual.net, 0) || ' of ' || coalesce(actual.count, 0) AS detail
  FROM (SELECT * FROM earning_day_tops WHERE dimension IN ('fan', 'item')) AS stored
  FULL JOIN (
    SELECT performer_id, day, 'fan' AS dimension, actor_id::text AS key, sum(gross) AS gross, sum(commission) AS commission, sum(net) AS net, count(*) AS count
    FROM sold WHERE earned AND actor_id IS NOT NULL GROUP BY performer_id, day, actor_id
    UNION ALL
    SELECT performer_id, day, 'item', item, sum(gross), sum(commission), sum(net), count(*) FROM sold WHERE item IS NOT NULL GROUP BY performer_id, day, item) AS actual
    ON actual.performer_id = stored.performer_id AND actual.day = stored.day AND actual.dimension = stored.dimension AND actual.key = stored.key
  WHERE (stored.gross, stored.commission, stored.net, stored.count::bigint) IS DISTINCT FROM (actual.gross::bigint, actual.commission::bigint, actual.net::bigint, actual.count)`;

/** For the ledger check: days that differ from the sum of their quarter hours. */
export const quartersThatDiffer = sql`
  SELECT 'day ' || coalesce(stored.day, actual.day) || ' of ' || coalesce(stored.performer_id, actual.performer_id) || ' (' || coalesce(stored.source, actual.source) || ') says '
    || coalesce(stored.net, 0) || ' of ' || coalesce(stored.count, 0) || ' rows, its quarter hours ' || coalesce(actual.net, 0) || ' of ' || coalesce(actual.count, 0) AS detail
  FROM earning_days stored
  FULL JOIN (
    SELECT performer_id, ${dayOfQuarter} AS day, source, sum(gross) AS gross, sum(commission) AS commission, sum(net) AS net, sum(count) AS count FROM earning_quarter_hours quarters GROUP BY 1, 2, 3) AS actual
    ON actual.performer_id = stored.performer_id AND actual.day = stored.day AND actual.source = stored.source
  WHERE (stored.gross, stored.commission, stored.net, stored.count::bigint) IS DISTINCT FROM (actual.gross::bigint, actual.commission::bigint, actual.net::bigint, actual.count)`;

/** For the ledger check: months that differ from the sum of their days. */
export const monthsThatDiffer = sql`
  SELECT 'month ' || coalesce(stored.month, actual.month) || ' of ' || coalesce(stored.performer_id, actual.performer_id) || ' (' || coalesce(stored.source, actual.source) || ') says '
    || coalesce(stored.net, 0) || ' of ' || coalesce(stored.count, 0) || ' rows, its days ' || coalesce(actual.net, 0) || ' of ' || coalesce(actual.count, 0) AS detail
  FROM earning_months stored
  FULL JOIN (
    SELECT performer_id, ${monthStart} AS month, source, sum(gross) AS gross, sum(commission) AS commission, sum(net) AS net, sum(count) AS count FROM earning_days days GROUP BY 1, 2, 3) AS actual
    ON actual.performer_id = stored.performer_id AND actual.month = stored.month AND actual.source = stored.source
  WHERE (coalesce(stored.gross, 0), coalesce(stored.commission, 0), coalesce(stored.net, 0), coalesce(stored.count, 0)::bigint)
    IS DISTINCT FROM (coalesce(actual.gross, 0)::bigint, coalesce(actual.commission, 0)::bigint, coalesce(actual.net, 0)::bigint, coalesce(actual.count, 0)::bigint)`;
