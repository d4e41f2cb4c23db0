import { type SQL, eq, sql } from 'drizzle-orm';
import { type Ctx, now } from '../../../kernel/context.ts';
import { ledgerAccounts, ledgerPostings, ledgerTransactions } from '../../../db/schema/ledger.ts';
import { AppError, conflict, notFound } from '../../../kernel/errors.ts';
import { balanceQuery, writeEntry } from './ledger-query.ts';

/**
 * The site's own accounts, created by the migration. Their balances aren't cached, because every payment
 * would queue for one row.
 */
export const site = {
  gateway: { id: '00000000-0000-7000-8000-000000000001', unit: 'money' },
  exchangeMoney: { id: '00000000-0000-7000-8000-000000000002', unit: 'money' },
  exchangeTokens: { id: '00000000-0000-7000-8000-000000000003', unit: 'token' },
  commission: { id: '00000000-0000-7000-8000-000000000004', unit: 'money' },
  promotion: { id: '00000000-0000-7000-8000-000000000005', unit: 'money' },
  /** What the site absorbs when money can't be recovered: a dispute lost after its tokens were spent. */
  losses: { id: '00000000-0000-7000-8000-000000000006', unit: 'money' },
  /** Paid for gifts that nobody has redeemed yet. */
  gifts: { id: '00000000-0000-7000-8000-000000000007', unit: 'money' },
  /** What operators gave to people and took from them by hand. */
  adjustments: { id: '00000000-0000-7000-8000-000000000008', unit: 'money' },
} as const;

type WalletKind = 'wallet' | 'wallet_held';
/** `payout` holds earnings reserved for a payout in progress. */
type OwnedKind = WalletKind | 'earnings' | 'payout';
const units = { wallet: 'token', wallet_held: 'token', earnings: 'money', payout: 'money' } as const;
type SitePosting = { site: keyof typeof site; amount: number };
type OwnedPosting = { kind: OwnedKind; ownerId: string; amount: number };
export type Posting = SitePosting | OwnedPosting;

/** A transaction, described the way histories show it. */
export interface Entry {
  readonly kind: (typeof ledgerTransactions.$inferSelect)['kind'];
  readonly subject: string;
  readonly subjectId?: string | null;
  readonly actorId: string | null;
  readonly performerId?: string | null;
  readonly description: string;
  readonly reversesId?: string;
  /** The charge of which this refunds a part. */
  readonly partOfId?: string;
  readonly providerEventId?: string;
  readonly postings: readonly Posting[];
}
export interface Posted {
  readonly transactionId: string;
  readonly createdAt: Date;
  /** The new balance of a wallet this transaction changed. */
  balanceOf(kind: WalletKind, ownerId: string): number;
  /** The amount this transaction moved on an account; 0 if it didn't touch it. */
  amountOf(kind: OwnedKind, ownerId: string): number;
}

const isSite = (posting: Posting): posting is SitePosting => 'site' in posting;
const accountKey = (kind: string, ownerId: string) => `${kind}:${ownerId}`;
const unitOfPosting = (posting: Posting) => (isSite(posting) ? site[posting.site].unit : units[posting.kind]);

function assertBalanced(postings: readonly Posting[]): void {
  const sums = { token: 0, money: 0 };
  for (const posting of postings) {
    if (!Number.isSafeInteger(posting.amount)) throw new RangeError(`a posting of ${posting.amount}`);
    sums[unitOfPosting(posting)] += posting.amount;
  }
  if (sums.token !== 0 || sums.money !== 0)
    throw new RangeError(`postings don’t sum to zero: ${JSON.stringify(sums)}`);
}

function merged(postings: readonly Posting[]): Posting[] {
  const byAccount = new Map<string, Posting>();
  for (const posting of postings) {
    const key = isSite(posting) ? posting.site : accountKey(posting.kind, posting.ownerId);
    byAccount.set(key, { ...posting, amount: posting.amount + (byAccount.get(key)?.amount ?? 0) });
  }
  return [...byAccount.values()].filter((posting) => posting.amount !== 0);
}

/**
 * Picks one of a creator's earnings accounts, evenly distributed: payments to the same one wait for each
 * other's commit.
 */
const chooseShard = (transactionId: string): number => Number.parseInt(transactionId.slice(-1), 16) % 8;

/**
 * Writes one transaction. This is the only way a balance changes. Must run inside `transaction`.
 * @throws AppError 402 `insufficient_balance` with `missing` tokens when a wallet would become negative.
 */
export async function post(tx: Ctx, entry: Entry): Promise<Posted> {
  if (!tx.inTransaction) throw new Error('ledger entries are posted inside a transaction');
  const { postings: asked, kind, subject, description } = entry;
  const postings = merged(asked);
  assertBalanced(postings);
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
    part_of_id: entry.partOfId,
    provider_event_id: entry.providerEventId,
    created_at: createdAt,
  };
  const rows = postings.map((posting) => {
    if (isSite(posting))
      return { id: site[posting.site].id, unit: unitOfPosting(posting), amount: posting.amount };
    const shard = posting.kind === 'earnings' ? chooseShard(transactionId) : 0;
    return {
      id: tx.ports.ids(),
      kind: posting.kind,
      owner_id: posting.ownerId,
      unit: unitOfPosting(posting),
      shard,
      amount: posting.amount,
    };
  });
  const written = await writeEntry(tx.db, { postings: JSON.stringify(rows), facts: JSON.stringify(facts) });
  const missing = Math.max(...written.map((row) => Number(row.missing)), 0);
  if (missing > 0)
    throw new AppError(
      402,
      'insufficient_balance',
      `You need ${missing} more ${missing === 1 ? 'token' : 'tokens'}. Top up and try again.`,
      { details: { missing } },
    );
  const balances = new Map(written.map((row) => [accountKey(row.kind, row.owner_id), Number(row.balance)]));
  return {
    transactionId,
    createdAt,
    balanceOf: (walletKind, ownerId) => balances.get(accountKey(walletKind, ownerId)) ?? 0,
    amountOf: (ownedKind, ownerId) =>
      postings.find(
        (posting) => !isSite(posting) && posting.kind === ownedKind && posting.ownerId === ownerId,
      )?.amount ?? 0,
  };
}

/** A transaction and the partial refunds of it, as an SQL list of ids. */
export const withParts = (transactionId: SQL): SQL =>
  sql`ARRAY(SELECT ${transactionId} UNION ALL SELECT part.id FROM ledger_transactions part WHERE part.part_of_id = ${transactionId})`;

/** What a transaction and its partial refunds have moved, added up. */
async function postingsWithParts(tx: Ctx, transactionId: string): Promise<Posting[]> {
  const rows = await tx.db
    .select({
      id: ledgerAccounts.id,
      kind: ledgerAccounts.kind,
      ownerId: ledgerAccounts.ownerId,
      amount: ledgerPostings.amount,
    })
    .from(ledgerPostings)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .where(sql`${ledgerPostings.transactionId} = ANY (${withParts(sql`${transactionId}::uuid`)})`);
  const postings = rows.map(({ id, kind, ownerId, amount }): Posting => {
    const name = (Object.keys(site) as (keyof typeof site)[]).find((key) => site[key].id === id);
    return name ? { site: name, amount } : { kind: kind as OwnedKind, ownerId: ownerId ?? '', amount };
  });
  return merged(postings);
}

/**
 * A transaction that can still be refunded, locked until the end of `tx`, and what is left of it after its
 * partial refunds.
 * @throws AppError 404, or 409 when it was already reversed.
 */
export async function lockRefundable(
  tx: Ctx,
  transactionId: string,
): Promise<{ original: typeof ledgerTransactions.$inferSelect; left: Posting[] }> {
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
  return { original, left: await postingsWithParts(tx, transactionId) };
}

/**
 * The entry that reverses a transaction, with every posting negated as far as partial refunds haven't done so.
 * Locks the original until the end of `tx`.
 * @throws AppError 404, or 409 when it was already reversed.
 */
export async function buildReversal(tx: Ctx, transactionId: string, description: string): Promise<Entry> {
  const { original, left } = await lockRefundable(tx, transactionId);
  return {
    kind: 'refund',
    subject: original.subject,
    subjectId: original.subjectId,
    actorId: original.actorId,
    performerId: original.performerId,
    description,
    reversesId: transactionId,
    postings: left.map((posting) => ({ ...posting, amount: -posting.amount })),
  };
}

/**
 * Reverses a transaction with a new one that negates every posting, or what partial refunds left of it.
 * @throws AppError 404, or 409 when it was already reversed.
 */
export const reverse = async (tx: Ctx, transactionId: string, description: string): Promise<Posted> =>
  post(tx, await buildReversal(tx, transactionId, description));

/** An account's balance in tokens (wallet) or cents (earnings); 0 before its first posting. */
export async function balanceOf(ctx: Ctx, kind: OwnedKind, ownerId: string): Promise<number> {
  const [row] = await balanceQuery(ctx.db, { kind, owner: ownerId });
  return Number(row?.balance ?? 0);
}
