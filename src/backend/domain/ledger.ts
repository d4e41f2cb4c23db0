import { and, eq, or, sql } from 'drizzle-orm';
import { type Ctx, now } from '../context.ts';
import { rowsOf } from '../db/db.ts';
import { ledgerAccounts, ledgerPostings, ledgerTransactions } from '../db/schema.ts';
import { AppError, conflict, notFound } from '../errors.ts';

/** The site's own accounts, made by the migration. Their balances aren't cached: every payment would queue for one row. */
export const site = {
  gateway: { id: '00000000-0000-7000-8000-000000000001', unit: 'money' },
  exchangeMoney: { id: '00000000-0000-7000-8000-000000000002', unit: 'money' },
  exchangeTokens: { id: '00000000-0000-7000-8000-000000000003', unit: 'token' },
  commission: { id: '00000000-0000-7000-8000-000000000004', unit: 'money' },
  promotion: { id: '00000000-0000-7000-8000-000000000005', unit: 'money' },
} as const;

type OwnedKind = 'wallet' | 'wallet_held' | 'earnings';
const unitOf = { wallet: 'token', wallet_held: 'token', earnings: 'money' } as const;
type SiteLeg = { site: keyof typeof site; amount: number };
type OwnedLeg = { kind: OwnedKind; ownerId: string; amount: number };
export type Leg = SiteLeg | OwnedLeg;

/** What happened, in the terms of the histories that show it. */
export interface Entry {
  readonly kind: 'top_up' | 'charge' | 'subscription' | 'refund' | 'grant';
  readonly subject: string;
  readonly subjectId?: string | null;
  readonly actorId: string | null;
  readonly performerId?: string | null;
  readonly description: string;
  readonly reversesId?: string;
  readonly providerEventId?: string;
  readonly legs: readonly Leg[];
}
export interface Posted {
  readonly transactionId: string;
  readonly createdAt: Date;
  /** Balance after, of an account that the transaction touched. */
  balanceOf(kind: OwnedKind, ownerId: string): number;
}

const isSite = (leg: Leg): leg is SiteLeg => 'site' in leg;
const keyOf = (kind: string, ownerId: string) => `${kind}:${ownerId}`;
const unitOfLeg = (leg: Leg) => (isSite(leg) ? site[leg.site].unit : unitOf[leg.kind]);

function assertBalanced(legs: readonly Leg[]): void {
  const sums = { token: 0, money: 0 };
  for (const leg of legs) {
    if (!Number.isSafeInteger(leg.amount)) throw new RangeError(`a posting of ${leg.amount}`);
    sums[unitOfLeg(leg)] += leg.amount;
  }
  if (sums.token !== 0 || sums.money !== 0) throw new RangeError(`postings don’t sum to zero: ${JSON.stringify(sums)}`);
}

/** One leg for each account: named twice, an account gets both amounts at once. */
function merged(legs: readonly Leg[]): Leg[] {
  const byAccount = new Map<string, Leg>();
  for (const leg of legs) {
    const key = isSite(leg) ? leg.site : keyOf(leg.kind, leg.ownerId);
    byAccount.set(key, { ...leg, amount: leg.amount + (byAccount.get(key)?.amount ?? 0) });
  }
  return [...byAccount.values()].filter((leg) => leg.amount !== 0);
}

interface Wallet { kind: string; ownerId: string | null; balance: number | null }

/** Locks the wallets in the order of their ids, so that two payments can't wait for each other, and opens what is missing. */
async function lockWallets(tx: Ctx, legs: readonly OwnedLeg[]): Promise<Wallet[]> {
  if (legs.length === 0) return [];
  const select = () =>
    tx.db
      .select({ kind: ledgerAccounts.kind, ownerId: ledgerAccounts.ownerId, balance: ledgerAccounts.balance })
      .from(ledgerAccounts)
      .where(or(...legs.map((leg) => and(eq(ledgerAccounts.kind, leg.kind), eq(ledgerAccounts.ownerId, leg.ownerId)))))
      .orderBy(ledgerAccounts.id)
      .for('no key update');
  const found = await select();
  if (found.length === legs.length) return found;
  const rows = legs.map((leg) => ({ id: tx.ports.ids(), kind: leg.kind, ownerId: leg.ownerId, unit: unitOf[leg.kind], balance: 0, createdAt: now(tx) }));
  await tx.db.insert(ledgerAccounts).values(rows).onConflictDoNothing();
  return select();
}

function refuseOverdraft(wallets: readonly Wallet[], legs: readonly OwnedLeg[]): void {
  for (const leg of legs) {
    const wallet = wallets.find((row) => row.kind === leg.kind && row.ownerId === leg.ownerId);
    const missing = -((wallet?.balance ?? 0) + leg.amount);
    if (missing > 0) throw new AppError(402, 'insufficient_balance', `You need ${missing} more ${missing === 1 ? 'token' : 'tokens'}. Top up and try again.`, { details: { missing } });
  }
}

interface Moved { kind: string; owner_id: string; balance: string | number }

/**
 * The transaction, the balances and the postings with the balances after, in one statement: a creator's row, which many fans pay
 * into at once, is locked for as short as can be. Amounts are added to what stands there, never to what was read before, and
 * earnings accounts open by themselves, always in the same order.
 */
function write(tx: Ctx, written: { transactionId: string; createdAt: Date }, entry: Entry): Promise<Moved[]> {
  const createdAt = sql`${written.createdAt.toISOString()}::timestamptz`;
  const id = sql`${written.transactionId}::uuid`;
  const legs = entry.legs.map((leg) => ({ unit: unitOfLeg(leg), amount: leg.amount, ...(isSite(leg) ? { id: site[leg.site].id } : { id: tx.ports.ids(), kind: leg.kind, owner_id: leg.ownerId }) }));
  return rowsOf<Moved>(tx.db.execute(sql`
    WITH leg AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(legs)}::jsonb) AS leg (id uuid, kind text, owner_id uuid, unit text, amount bigint)),
    entry AS (
      INSERT INTO ledger_transactions (id, kind, subject, subject_id, actor_id, performer_id, description, reverses_id, provider_event_id, created_at)
      VALUES (${id}, ${entry.kind}, ${entry.subject}, ${entry.subjectId ?? null}, ${entry.actorId}, ${entry.performerId ?? null}, ${entry.description},
        ${entry.reversesId ?? null}, ${entry.providerEventId ?? null}, ${createdAt})),
    spent AS (
      UPDATE ledger_accounts AS account SET balance = account.balance + leg.amount FROM leg
      WHERE leg.kind <> 'earnings' AND account.kind = leg.kind AND account.owner_id = leg.owner_id
      RETURNING account.id, account.kind, account.owner_id, account.balance),
    earned AS (
      INSERT INTO ledger_accounts AS account (id, kind, owner_id, unit, balance, created_at)
      SELECT id, kind, owner_id, unit, amount, ${createdAt} FROM leg WHERE kind = 'earnings' ORDER BY owner_id
      ON CONFLICT ON CONSTRAINT ledger_accounts_identity DO UPDATE SET balance = account.balance + EXCLUDED.balance
      RETURNING account.id, account.kind, account.owner_id, account.balance),
    moved AS (SELECT * FROM spent UNION ALL SELECT * FROM earned),
    posted AS (
      INSERT INTO ledger_postings (transaction_id, account_id, unit, amount, balance_after, created_at)
      SELECT ${id}, coalesce(moved.id, leg.id), leg.unit, leg.amount, moved.balance, ${createdAt}
      FROM leg LEFT JOIN moved ON moved.kind = leg.kind AND moved.owner_id = leg.owner_id)
    SELECT kind, owner_id, balance FROM moved`));
}

/**
 * Writes one transaction: the only way any balance changes. Must run inside `transaction`.
 * @throws AppError 402 `insufficient_balance` with `missing` tokens when a wallet would go below zero.
 */
export async function post(tx: Ctx, entry: Entry): Promise<Posted> {
  if (!tx.inTransaction) throw new Error('ledger entries are posted inside a transaction');
  const legs = merged(entry.legs);
  assertBalanced(legs);
  const spending = legs.filter((leg): leg is OwnedLeg => !isSite(leg) && leg.kind !== 'earnings');
  refuseOverdraft(await lockWallets(tx, spending), spending);
  const written = { transactionId: tx.ports.ids(), createdAt: now(tx) };
  const moved = await write(tx, written, { ...entry, legs });
  const balances = new Map(moved.map((row) => [keyOf(row.kind, row.owner_id), Number(row.balance)]));
  return { ...written, balanceOf: (kind, ownerId) => balances.get(keyOf(kind, ownerId)) ?? 0 };
}

/** Undoes a transaction by a new one with every posting turned round. Once only: a second try is 409. */
export async function reverse(tx: Ctx, transactionId: string, description: string): Promise<Posted> {
  const [original] = await tx.db.select().from(ledgerTransactions).where(eq(ledgerTransactions.id, transactionId)).for('update');
  if (!original) throw notFound();
  const [already] = await tx.db.select({ id: ledgerTransactions.id }).from(ledgerTransactions).where(eq(ledgerTransactions.reversesId, transactionId));
  if (already) throw conflict('This payment was already refunded.');
  const rows = await tx.db
    .select({ id: ledgerAccounts.id, kind: ledgerAccounts.kind, ownerId: ledgerAccounts.ownerId, amount: ledgerPostings.amount })
    .from(ledgerPostings)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .where(eq(ledgerPostings.transactionId, transactionId));
  const legs = rows.map((row): Leg => {
    const name = (Object.keys(site) as (keyof typeof site)[]).find((key) => site[key].id === row.id);
    return name ? { site: name, amount: -row.amount } : { kind: row.kind as OwnedKind, ownerId: row.ownerId ?? '', amount: -row.amount };
  });
  return post(tx, {
    kind: 'refund', subject: original.subject, subjectId: original.subjectId, actorId: original.actorId, performerId: original.performerId,
    description, reversesId: transactionId, legs,
  });
}

/** Tokens (wallet) or cents (earnings) that an account holds; 0 before its first posting. */
export async function balanceOf(ctx: Ctx, kind: OwnedKind, ownerId: string): Promise<number> {
  const [row] = await ctx.db.select({ balance: ledgerAccounts.balance }).from(ledgerAccounts).where(and(eq(ledgerAccounts.kind, kind), eq(ledgerAccounts.ownerId, ownerId)));
  return row?.balance ?? 0;
}
