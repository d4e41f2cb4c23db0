import { type SQL, eq, sql } from 'drizzle-orm';
import { type Ctx, now } from '../../kernel/context.ts';
import { ledgerAccounts, ledgerPostings, ledgerTransactions } from '../../db/schema.ts';
import { statement } from '../../db/statement.ts';
import { AppError, conflict, notFound } from '../../kernel/errors.ts';

/** The site's own accounts, made by the migration. Their balances aren't cached: every payment would queue for one row. */
export const site = {
  gateway: { id: '00000000-0000-7000-8000-000000000001', unit: 'money' },
  exchangeMoney: { id: '00000000-0000-7000-8000-000000000002', unit: 'money' },
  exchangeTokens: { id: '00000000-0000-7000-8000-000000000003', unit: 'token' },
  commission: { id: '00000000-0000-7000-8000-000000000004', unit: 'money' },
  promotion: { id: '00000000-0000-7000-8000-000000000005', unit: 'money' },
  /** What the site bears when money is gone that nobody has any more: a dispute lost after its tokens were spent. */
  losses: { id: '00000000-0000-7000-8000-000000000006', unit: 'money' },
} as const;

type WalletKind = 'wallet' | 'wallet_held';
/** `payout`: earnings that are set aside for a payout on its way. */
type OwnedKind = WalletKind | 'earnings' | 'payout';
const unitOf = { wallet: 'token', wallet_held: 'token', earnings: 'money', payout: 'money' } as const;
type SiteLeg = { site: keyof typeof site; amount: number };
type OwnedLeg = { kind: OwnedKind; ownerId: string; amount: number };
export type Posting = SiteLeg | OwnedLeg;

/** What happened, in the terms of the histories that show it. */
export interface Entry {
  readonly kind: (typeof ledgerTransactions.$inferSelect)['kind'];
  readonly subject: string;
  readonly subjectId?: string | null;
  readonly actorId: string | null;
  readonly performerId?: string | null;
  readonly description: string;
  readonly reversesId?: string;
  readonly providerEventId?: string;
  readonly legs: readonly Posting[];
}
export interface Posted {
  readonly transactionId: string;
  readonly createdAt: Date;
  /** Balance after, of a wallet that the transaction touched. */
  balanceOf(kind: WalletKind, ownerId: string): number;
  /** What the transaction moved on an account; 0 where it touched it not at all. */
  amountOf(kind: OwnedKind, ownerId: string): number;
}

const isSite = (leg: Posting): leg is SiteLeg => 'site' in leg;
const keyOf = (kind: string, ownerId: string) => `${kind}:${ownerId}`;
const unitOfLeg = (leg: Posting) => (isSite(leg) ? site[leg.site].unit : unitOf[leg.kind]);

function assertBalanced(legs: readonly Posting[]): void {
  const sums = { token: 0, money: 0 };
  for (const leg of legs) {
    if (!Number.isSafeInteger(leg.amount)) throw new RangeError(`a posting of ${leg.amount}`);
    sums[unitOfLeg(leg)] += leg.amount;
  }
  if (sums.token !== 0 || sums.money !== 0)
    throw new RangeError(`postings don’t sum to zero: ${JSON.stringify(sums)}`);
}

/** One leg for each account: named twice, an account gets both amounts at once. */
function merged(legs: readonly Posting[]): Posting[] {
  const byAccount = new Map<string, Posting>();
  for (const leg of legs) {
    const key = isSite(leg) ? leg.site : keyOf(leg.kind, leg.ownerId);
    byAccount.set(key, { ...leg, amount: leg.amount + (byAccount.get(key)?.amount ?? 0) });
  }
  return [...byAccount.values()].filter((leg) => leg.amount !== 0);
}

/** One of a creator's earnings accounts, evenly: payments that meet in one wait for each other's commit to reach the disk. */
const shardOf = (transactionId: string): number => Number.parseInt(transactionId.slice(-1), 16) % 8;

interface Written {
  kind: string;
  owner_id: string;
  balance: string | null;
  missing: string | null;
}
const given = { legs: sql.placeholder('legs'), facts: sql.placeholder('facts') };

/**
 * Everything in one statement: lock the wallets in the order of their ids (two payments can't wait for each other for ever), refuse if
 * one would go below zero, else write the transaction, move the balances and write the postings with the balances after. Amounts are
 * added to what stands there, never to what was read before; accounts open by themselves.
 */
const writeEntry = statement<Written, { legs: string; facts: string }>(
  'ledger_post',
  sql`
  WITH leg AS (SELECT * FROM jsonb_to_recordset(${given.legs}::text::jsonb) AS leg (id uuid, kind text, owner_id uuid, unit text, shard int, amount bigint)),
  fact AS (SELECT * FROM jsonb_to_record(${given.facts}::text::jsonb) AS fact (id uuid, kind text, subject text, subject_id uuid, actor_id uuid,
    performer_id uuid, description text, reverses_id uuid, provider_event_id text, created_at timestamptz)),
  wallet AS (
    SELECT account.id, account.kind, account.owner_id, account.balance FROM ledger_accounts AS account JOIN leg ON leg.kind = account.kind AND leg.owner_id = account.owner_id
    WHERE leg.kind <> 'earnings' ORDER BY account.id FOR NO KEY UPDATE OF account),
  short AS (
    SELECT leg.kind, leg.owner_id, -(coalesce(wallet.balance, 0) + leg.amount) AS missing FROM leg LEFT JOIN wallet ON wallet.kind = leg.kind AND wallet.owner_id = leg.owner_id
    WHERE leg.kind IN ('wallet', 'wallet_held') AND coalesce(wallet.balance, 0) + leg.amount < 0),
  entry AS (
    INSERT INTO ledger_transactions (id, kind, subject, subject_id, actor_id, performer_id, description, reverses_id, provider_event_id, created_at)
    SELECT id, kind, subject, subject_id, actor_id, performer_id, description, reverses_id, provider_event_id, created_at FROM fact WHERE NOT EXISTS (SELECT FROM short)
    RETURNING id, created_at),
  spent AS (
    UPDATE ledger_accounts AS account SET balance = account.balance + leg.amount FROM leg, entry
    WHERE leg.kind <> 'earnings' AND leg.amount < 0 AND account.kind = leg.kind AND account.owner_id = leg.owner_id
    RETURNING account.id, account.kind, account.owner_id, account.balance),
  got AS (
    INSERT INTO ledger_accounts AS account (id, kind, owner_id, unit, shard, balance, created_at)
    SELECT leg.id, leg.kind, leg.owner_id, leg.unit, leg.shard, leg.amount, entry.created_at FROM leg, entry
    WHERE leg.owner_id IS NOT NULL AND (leg.kind = 'earnings' OR leg.amount > 0) ORDER BY leg.kind DESC, leg.owner_id
    ON CONFLICT ON CONSTRAINT ledger_accounts_identity DO UPDATE SET balance = account.balance + EXCLUDED.balance
    RETURNING account.id, account.kind, account.owner_id, account.balance),
  moved AS (SELECT * FROM spent UNION ALL SELECT * FROM got),
  posted AS (
    INSERT INTO ledger_postings (transaction_id, account_id, unit, amount, balance_after, created_at)
    SELECT entry.id, coalesce(moved.id, leg.id), leg.unit, leg.amount, moved.balance, entry.created_at
    FROM entry, leg LEFT JOIN moved ON moved.kind = leg.kind AND moved.owner_id = leg.owner_id)
  SELECT kind, owner_id, balance, NULL::bigint AS missing FROM moved UNION ALL SELECT kind, owner_id, NULL, missing FROM short`,
);

/**
 * Writes one transaction: the only way any balance changes. Must run inside `transaction`.
 * @throws AppError 402 `insufficient_balance` with `missing` tokens when a wallet would go below zero.
 */
export async function post(tx: Ctx, entry: Entry): Promise<Posted> {
  if (!tx.inTransaction) throw new Error('ledger entries are posted inside a transaction');
  const { legs: asked, kind, subject, description } = entry;
  const legs = merged(asked);
  assertBalanced(legs);
  const [transactionId, createdAt] = [tx.ports.ids(), now(tx)];
  const facts = {
    id: transactionId,
    kind,
    subject,
    subject_id: entry.subjectId,
    actor_id: entry.actorId,
    performer_id: entry.performerId,
    description,
    reverses_id: entry.reversesId,
    provider_event_id: entry.providerEventId,
    created_at: createdAt,
  };
  const rows = legs.map((leg) => {
    if (isSite(leg)) return { id: site[leg.site].id, unit: unitOfLeg(leg), amount: leg.amount };
    const shard = leg.kind === 'earnings' ? shardOf(transactionId) : 0;
    return {
      id: tx.ports.ids(),
      kind: leg.kind,
      owner_id: leg.ownerId,
      unit: unitOfLeg(leg),
      shard,
      amount: leg.amount,
    };
  });
  const written = await writeEntry(tx.db, { legs: JSON.stringify(rows), facts: JSON.stringify(facts) });
  const missing = Math.max(...written.map((row) => Number(row.missing)), 0);
  if (missing > 0)
    throw new AppError(
      402,
      'insufficient_balance',
      `You need ${missing} more ${missing === 1 ? 'token' : 'tokens'}. Top up and try again.`,
      { details: { missing } },
    );
  const balances = new Map(written.map((row) => [keyOf(row.kind, row.owner_id), Number(row.balance)]));
  return {
    transactionId,
    createdAt,
    balanceOf: (walletKind, ownerId) => balances.get(keyOf(walletKind, ownerId)) ?? 0,
    amountOf: (ownedKind, ownerId) =>
      legs.find((leg) => !isSite(leg) && leg.kind === ownedKind && leg.ownerId === ownerId)?.amount ?? 0,
  };
}

/** What would undo a transaction: every posting turned round. Holds the original until the end of `tx`. @throws AppError 404, or 409 when it was undone before. */
export async function reversalOf(tx: Ctx, transactionId: string, description: string): Promise<Entry> {
  const [original] = await tx.db
    .select()
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.id, transactionId))
    .for('update');
  if (!original) throw notFound();
  const [already] = await tx.db
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.reversesId, transactionId));
  if (already) throw conflict('This payment was already refunded.');
  const rows = await tx.db
    .select({
      id: ledgerAccounts.id,
      kind: ledgerAccounts.kind,
      ownerId: ledgerAccounts.ownerId,
      amount: ledgerPostings.amount,
    })
    .from(ledgerPostings)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .where(eq(ledgerPostings.transactionId, transactionId));
  const legs = rows.map((row): Posting => {
    const name = (Object.keys(site) as (keyof typeof site)[]).find((key) => site[key].id === row.id);
    return name
      ? { site: name, amount: -row.amount }
      : { kind: row.kind as OwnedKind, ownerId: row.ownerId ?? '', amount: -row.amount };
  });
  return {
    kind: 'refund',
    subject: original.subject,
    subjectId: original.subjectId,
    actorId: original.actorId,
    performerId: original.performerId,
    description,
    reversesId: transactionId,
    legs,
  };
}

/** Undoes a transaction by a new one with every posting turned round. Once only: a second try is 409. */
export const reverse = async (tx: Ctx, transactionId: string, description: string): Promise<Posted> =>
  post(tx, await reversalOf(tx, transactionId, description));

/** What `balanceOf` adds up, within another query. */
export const balanceSum = (kind: OwnedKind | SQL, ownerId: SQL): SQL<string> =>
  sql`(SELECT coalesce(sum(balance), 0) FROM ledger_accounts WHERE kind = ${kind} AND owner_id = ${ownerId})`;
const balanceQuery = statement<{ balance: string }, { kind: OwnedKind; owner: string }>(
  'ledger_balance',
  sql`SELECT ${balanceSum(sql`${sql.placeholder('kind')}::text`, sql`${sql.placeholder('owner')}::uuid`)} AS balance`,
);

/** Tokens (wallet) or cents (earnings) that an account holds; 0 before its first posting. */
export async function balanceOf(ctx: Ctx, kind: OwnedKind, ownerId: string): Promise<number> {
  const [row] = await balanceQuery(ctx.db, { kind, owner: ownerId });
  return Number(row?.balance ?? 0);
}
