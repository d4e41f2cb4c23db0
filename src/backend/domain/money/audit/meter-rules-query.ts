import { sql } from 'drizzle-orm';

/** Rules on the meters of private streams: what they charged, and what is on hold for them. */
export const meterRules = [
  {
    rule: 'I5',
    find: sql`
    SELECT 'meter ' || m.id || ' is ' || m.state || ' with ' || m.held_tokens || ' on hold' AS detail FROM stream_meters m
    WHERE m.state = 'closed' AND (m.held_tokens <> 0 OR m.running_since IS NOT NULL)`,
  },
  {
    rule: 'I5',
    find: sql`
    SELECT 'private stream ' || s.id || ' has ' || coalesce(sum(m.held_tokens), 0) || ' on hold, its postings ' || coalesce(max(sums.held), 0) AS detail
    FROM private_streams s LEFT JOIN stream_meters m ON m.stream_id = s.id LEFT JOIN (
      SELECT t.subject_id, sum(p.amount) AS held FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id
        JOIN ledger_accounts a ON a.id = p.account_id AND a.kind = 'wallet_held'
      WHERE t.subject = 'stream' GROUP BY t.subject_id) sums ON sums.subject_id = s.id
    GROUP BY s.id HAVING coalesce(sum(m.held_tokens), 0) <> coalesce(max(sums.held), 0)`,
  },
  {
    rule: 'I5',
    find: sql`
    SELECT 'meter ' || m.id || ' says ' || m.charged || ' charged, its payments ' || coalesce(sum(c.tokens), 0) AS detail
    FROM stream_meters m LEFT JOIN meter_charges c ON c.meter_id = m.id GROUP BY m.id HAVING coalesce(sum(c.tokens), 0) <> m.charged`,
  },
  {
    rule: 'I5',
    find: sql`
    SELECT 'charge ' || c.transaction_id || ' of a meter says ' || c.tokens || ', its postings ' || coalesce(-sum(p.amount), 0) AS detail
    FROM meter_charges c LEFT JOIN (ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id AND a.kind = 'wallet') ON p.transaction_id = c.transaction_id
    GROUP BY c.transaction_id HAVING coalesce(-sum(p.amount), 0) <> c.tokens`,
  },
  {
    rule: 'I5',
    find: sql`
    SELECT 'meter ' || m.id || ' charged ' || m.charged || ' for ' || m.seconds || ' seconds at ' || m.per_minute || ' a minute' AS detail
    FROM stream_meters m WHERE m.state = 'closed' AND m.charged <> m.seconds::bigint * m.per_minute / 60`,
  },
  {
    rule: 'I5',
    find: sql`
    SELECT 'meter ' || m.id || ' is open, its private stream ' || s.state AS detail
    FROM stream_meters m JOIN private_streams s ON s.id = m.stream_id WHERE m.state = 'open' AND s.state NOT IN ('accepted', 'live', 'paused')`,
  },
] as const;
