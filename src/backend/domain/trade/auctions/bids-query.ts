import { sql } from 'drizzle-orm';
import type { Tokens } from '#lib/units.ts';
import { statement } from '../../../db/statement.ts';

export const lockWalletRows = statement<never, { owners: string }>(
  'wallets_lock',
  sql`
  SELECT id FROM ledger_accounts WHERE kind IN ('wallet', 'wallet_held') AND owner_id = ANY (${sql.placeholder('owners')}::text::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
);

interface Lead extends Record<string, unknown> {
  id: string;
  auction: string;
  bidder: string;
  seq: number;
  amount: Tokens;
  maximum: Tokens | null;
  automatic: boolean;
  at: string;
  ends: string;
}
const given = (name: keyof Lead & string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`;
const [auctionId, bidder, seqNow, price] = [
  given('auction', 'uuid'),
  given('bidder', 'uuid'),
  given('seq', 'int'),
  given('amount', 'bigint'),
];

/**
 * Records the bid in one statement, to keep other bidders waiting as briefly as possible. The previous leader
 * is marked as outbid first, because only one bid may lead.
 */
export const writeLead = statement<never, Lead>(
  'bid_lead',
  sql`
  WITH beaten AS (UPDATE bids SET result = 'outbid' WHERE auction_id = ${auctionId} AND result = 'leading' RETURNING id),
  led AS (UPDATE auctions SET state = 'live', current_price = ${price}, bid_count = ${seqNow}, leader_id = ${bidder}, effective_end_at = ${given('ends', 'timestamptz')} WHERE id = ${auctionId})
  INSERT INTO bids (id, auction_id, bidder_id, seq, amount, maximum, is_automatic, result, created_at)
  SELECT ${given('id', 'uuid')}, ${auctionId}, ${bidder}, ${seqNow}, ${price}, ${given('maximum', 'bigint')}, ${given('automatic', 'boolean')}, 'leading', ${given('at', 'timestamptz')} FROM (SELECT count(*) FROM beaten) AS counted`,
);
