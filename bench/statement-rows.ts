import type { Client } from 'pg';

/*
 * Years of a creator's sales, inserted directly into the database with triggers disabled, because a million
 * payments through the API would take half an hour. Each has the rows of a card payment in the ledger; every
 * 400th is a refund, every 1,000th a payout.
 */
const site = {
  gateway: '00000000-0000-7000-8000-000000000001',
  commission: '00000000-0000-7000-8000-000000000004',
};
const shards = 8;
const fans = 500;
const items = 200;

export interface History {
  readonly creatorId: string;
  /** Two hexadecimal digits that are part of all its ids. */
  readonly mark: string;
  readonly rows: number;
  /** Length of the history in days, up to now. */
  readonly days: number;
}

const id = (kind: string, n: string) =>
  `('0195${kind}00-0000-7000-8000-' || lpad(to_hex((${n})::bigint), 12, '0'))::uuid`;

async function makePeople(client: Client, { mark, creatorId }: History): Promise<void> {
  await client.query(`INSERT INTO accounts (id, username, email, name, is_performer, created_at, updated_at)
    SELECT ${id('fa', 'n')}, 'statement-fan-' || n, 'statement-fan-' || n || '@example.com', 'Fan ' || n, false, now(), now() FROM generate_series(1, ${fans}) n ON CONFLICT DO NOTHING`);
  await client.query(
    `INSERT INTO ledger_accounts (id, kind, owner_id, unit, shard, balance, created_at)
    SELECT ${id(mark, '9000000000 + n')}, 'earnings', $1, 'money', n, 0, now() FROM generate_series(0, ${shards - 1}) n`,
    [creatorId],
  );
}

/** Inserts the rows and balances. The daily sums are left to the job. */
export async function makeHistory(client: Client, history: History): Promise<void> {
  const { creatorId, mark, rows, days } = history;
  await client.query(`SET session_replication_role = replica`);
  await makePeople(client, history);
  const [transaction, fan, item, account] = [
    id(mark, 'n'),
    id('fa', `1 + (n * 7919) % ${fans}`),
    id('ee', `1 + (n * 104729) % ${items}`),
    id(mark, `9000000000 + n % ${shards}`),
  ];
  const at = `now() - (${rows} - n) * interval '${(days * 86_400) / rows} seconds'`;
  await client.query(
    `INSERT INTO ledger_transactions (id, kind, subject, subject_id, actor_id, performer_id, description, created_at)
    SELECT ${transaction}, kind, CASE WHEN kind = 'payout' THEN 'payout' WHEN kind = 'subscription' THEN kind ELSE subject END, CASE kind WHEN 'payout' THEN NULL WHEN 'subscription' THEN ${fan} ELSE ${item} END,
      ${fan}, $1, 'A sale', ${at}
    FROM generate_series(1::bigint, ${rows}) n,
      LATERAL (SELECT CASE WHEN n % 1000 = 0 THEN 'payout' WHEN n % 400 = 0 THEN 'refund' WHEN n % 10 = 0 THEN 'subscription' ELSE 'charge' END AS kind, (ARRAY['feed', 'tip', 'product', 'video', 'message'])[1 + n % 5] AS subject) AS what`,
    [creatorId],
  );
  await client.query(`INSERT INTO ledger_postings (transaction_id, account_id, unit, amount, created_at)
    SELECT ${transaction}, leg.account_id, 'money', leg.amount * sign, ${at}
    FROM generate_series(1::bigint, ${rows}) n, LATERAL (SELECT 100 + n % 900 AS gross, CASE WHEN n % 1000 = 0 OR n % 400 = 0 THEN -1 ELSE 1 END AS sign) AS sale,
      LATERAL (VALUES ('${site.gateway}'::uuid, -gross), (${account}, gross - gross / 5), ('${site.commission}'::uuid, gross / 5)) AS leg (account_id, amount)`);
  await client.query(
    `UPDATE ledger_accounts SET balance = sums.amount FROM (
    SELECT account_id, sum(amount) AS amount FROM ledger_postings WHERE account_id IN (SELECT id FROM ledger_accounts WHERE kind = 'earnings' AND owner_id = $1) GROUP BY account_id) AS sums WHERE sums.account_id = ledger_accounts.id`,
    [creatorId],
  );
  await client.query(`SET session_replication_role = DEFAULT`);
}
