import { type SQL, sql } from 'drizzle-orm';
import { statement } from '../../../db/statement.ts';

interface Written {
  kind: string;
  owner_id: string;
  balance: string | null;
  missing: string | null;
}
const given = { postings: sql.placeholder('postings'), facts: sql.placeholder('facts') };

/**
 * Writes everything in one statement: locks the wallets in id order (to prevent deadlocks), refuses if one
 * would become negative, otherwise writes the transaction, updates the balances, and writes the postings with
 * the new balances. Amounts are added to current balances, never to values read earlier. Missing accounts are
 * created. Only `post` of `ledger.ts` may run it, because it checks what is written.
 */
export const writeEntry = statement<Written, { postings: string; facts: string }>(
  'ledger_post',
  sql`
  WITH posting AS (SELECT * FROM jsonb_to_recordset(${given.postings}::text::jsonb) AS posting (id uuid, kind text, owner_id uuid, unit text, shard int, amount bigint)),
  fact AS (SELECT * FROM jsonb_to_record(${given.facts}::text::jsonb) AS fact (id uuid, kind text, subject text, subject_id uuid, actor_id uuid,
    performer_id uuid, description text, reverses_id uuid, part_of_id uuid, provider_event_id text, created_at timestamptz)),
  wallet AS (
    SELECT account.id, account.kind, account.owner_id, account.balance FROM ledger_accounts AS account JOIN posting ON posting.kind = account.kind AND posting.owner_id = account.owner_id
    WHERE posting.kind <> 'earnings' ORDER BY account.id FOR NO KEY UPDATE OF account),
  short AS (
    SELECT posting.kind, posting.owner_id, -(coalesce(wallet.balance, 0) + posting.amount) AS missing FROM posting LEFT JOIN wallet ON wallet.kind = posting.kind AND wallet.owner_id = posting.owner_id
    WHERE posting.kind IN ('wallet', 'wallet_held') AND coalesce(wallet.balance, 0) + posting.amount < 0),
  entry AS (
    INSERT INTO ledger_transactions (id, kind, subject, subject_id, actor_id, performer_id, description, reverses_id, part_of_id, provider_event_id, created_at)
    SELECT id, kind, subject, subject_id, actor_id, performer_id, description, reverses_id, part_of_id, provider_event_id, created_at FROM fact WHERE NOT EXISTS (SELECT FROM short)
    RETURNING id, created_at),
  spent AS (
    UPDATE ledger_accounts AS account SET balance = account.balance + posting.amount FROM posting, entry
    WHERE posting.kind <> 'earnings' AND posting.amount < 0 AND account.kind = posting.kind AND account.owner_id = posting.owner_id
    RETURNING account.id, account.kind, account.owner_id, account.balance),
  got AS (
    INSERT INTO ledger_accounts AS account (id, kind, owner_id, unit, shard, balance, created_at)
    SELECT posting.id, posting.kind, posting.owner_id, posting.unit, posting.shard, posting.amount, entry.created_at FROM posting, entry
    WHERE posting.owner_id IS NOT NULL AND (posting.kind = 'earnings' OR posting.amount > 0) ORDER BY posting.kind DESC, posting.owner_id
    ON CONFLICT ON CONSTRAINT ledger_accounts_identity DO UPDATE SET balance = account.balance + EXCLUDED.balance
    RETURNING account.id, account.kind, account.owner_id, account.balance),
  moved AS (SELECT * FROM spent UNION ALL SELECT * FROM got),
  posted AS (
    INSERT INTO ledger_postings (transaction_id, account_id, unit, amount, balance_after, created_at)
    SELECT entry.id, coalesce(moved.id, posting.id), posting.unit, posting.amount, moved.balance, entry.created_at
    FROM entry, posting LEFT JOIN moved ON moved.kind = posting.kind AND moved.owner_id = posting.owner_id)
  SELECT kind, owner_id, balance, NULL::bigint AS missing FROM moved UNION ALL SELECT kind, owner_id, NULL, missing FROM short`,
);

/** `balanceOf` as an SQL expression. */
export const balanceSum = (kind: string | SQL, ownerId: SQL): SQL<string> =>
  sql`(SELECT coalesce(sum(balance), 0) FROM ledger_accounts WHERE kind = ${kind} AND owner_id = ${ownerId})`;
export const balanceQuery = statement<{ balance: string }, { kind: string; owner: string }>(
  'ledger_balance',
  sql`SELECT ${balanceSum(sql`${sql.placeholder('kind')}::text`, sql`${sql.placeholder('owner')}::uuid`)} AS balance`,
);
