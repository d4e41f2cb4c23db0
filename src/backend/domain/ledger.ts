import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type Ctx, now } from '../context.ts';
import { ledgerAccounts, ledgerPostings, ledgerTransactions } from '../db/schema.ts';
import { AppError, conflict, notFound } from '../errors.ts';

/** The site's own accounts, made by the migration. Their balances aren't cached: every payment would queue for one row. */
const site = {
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
  /** Balance after, of an owned account touched. */
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

interface Locked { id: string; kind: string; ownerId: string | null; balance: number }

const ownedBy = (owners: readonly string[], kinds: readonly OwnedKind[]) => and(inArray(ledgerAccounts.ownerId, [...owners]), inArray(ledgerAccounts.kind, [...kinds]));

/** Locks the owned accounts in the order of their ids, so that two payments can't wait for each other. Opens what is missing. */
async function lockAccounts(tx: Ctx, legs: readonly OwnedLeg[]): Promise<Map<string, Locked>> {
  const owners = [...new Set(legs.map((leg) => leg.ownerId))];
  const kinds = [...new Set(legs.map((leg) => leg.kind))];
  const select = () =>
    tx.db
      .select({ id: ledgerAccounts.id, kind: ledgerAccounts.kind, ownerId: ledgerAccounts.ownerId, balance: ledgerAccounts.balance })
      .from(ledgerAccounts)
      .where(ownedBy(owners, kinds))
      .orderBy(ledgerAccounts.id)
      .for('no key update');
  let found = await select();
  const missing = legs.filter((leg) => !found.some((row) => row.kind === leg.kind && row.ownerId === leg.ownerId));
  if (missing.length > 0) {
    const rows = missing.map((leg) => ({ id: tx.ports.ids(), kind: leg.kind, ownerId: leg.ownerId, unit: unitOf[leg.kind], balance: 0, createdAt: now(tx) }));
    await tx.db.insert(ledgerAccounts).values(rows).onConflictDoNothing();
    found = await select();
  }
  return new Map(found.map((row) => [keyOf(row.kind, row.ownerId ?? ''), { ...row, balance: row.balance ?? 0 }]));
}

function refuseOverdraft(kind: OwnedKind, balance: number): void {
  if (kind === 'earnings' || balance >= 0) return;
  const missing = -balance;
  throw new AppError(402, 'insufficient_balance', `You need ${missing} more ${missing === 1 ? 'token' : 'tokens'}. Top up and try again.`, { details: { missing } });
}

/**
 * Writes one transaction: the only way any balance changes. Must run inside `transaction`.
 * @throws AppError 402 `insufficient_balance` with `missing` tokens when a wallet would go below zero.
 */
export async function post(tx: Ctx, entry: Entry): Promise<Posted> {
  if (!tx.inTransaction) throw new Error('ledger entries are posted inside a transaction');
  const legs = entry.legs.filter((leg) => leg.amount !== 0);
  assertBalanced(legs);
  const owned = legs.filter((leg): leg is OwnedLeg => !isSite(leg));
  const locked = await lockAccounts(tx, owned);
  const createdAt = now(tx);
  const transactionId = tx.ports.ids();
  const rows = legs.map((leg) => {
    const base = { transactionId, unit: unitOfLeg(leg), amount: leg.amount, createdAt };
    if (isSite(leg)) return { ...base, accountId: site[leg.site].id, balanceAfter: null };
    const account = locked.get(keyOf(leg.kind, leg.ownerId));
    if (!account) throw new Error(`no ledger account ${leg.kind} of ${leg.ownerId}`);
    account.balance += leg.amount;
    refuseOverdraft(leg.kind, account.balance);
    return { ...base, accountId: account.id, balanceAfter: account.balance };
  });
  const { legs: _legs, ...facts } = entry;
  await tx.db.insert(ledgerTransactions).values({ id: transactionId, ...facts, createdAt });
  await tx.db.insert(ledgerPostings).values(rows);
  for (const account of locked.values()) await tx.db.update(ledgerAccounts).set({ balance: account.balance }).where(eq(ledgerAccounts.id, account.id));
  return { transactionId, createdAt, balanceOf: (kind, ownerId) => locked.get(keyOf(kind, ownerId))?.balance ?? 0 };
}

/** The site's share in cents, half a cent rounded up. */
export const commissionOf = (amount: number, bps: number): number => Math.floor((amount * bps + 5_000) / 10_000);
/** What tokens are worth in cents, the fraction of a cent staying with the exchange. */
export const tokensToMoney = (tokens: number, tokenRate: number): number => Math.floor((tokens * 100) / tokenRate);
/** How many whole tokens an amount of cents buys. */
export const moneyToTokens = (cents: number, tokenRate: number): number => Math.floor((cents * tokenRate) / 100);

/** Postings that turn a card payment into tokens. What the tokens are worth beyond the price comes from the promotion account. */
export function topUpLegs(input: { accountId: string; amount: number; tokens: number; tokenRate: number }): Leg[] {
  const worth = Math.max(tokensToMoney(input.tokens, input.tokenRate), 0);
  return [
    { site: 'gateway', amount: -input.amount },
    { site: 'promotion', amount: input.amount - worth },
    { site: 'exchangeMoney', amount: worth },
    { site: 'exchangeTokens', amount: -input.tokens },
    { kind: 'wallet', ownerId: input.accountId, amount: input.tokens },
  ];
}

/** Postings of a purchase with tokens: the fan's tokens become money of the creator and the site's commission. */
export function spendLegs(input: { accountId: string; performerId: string; tokens: number; tokenRate: number; commissionBps: number }): Leg[] {
  const gross = tokensToMoney(input.tokens, input.tokenRate);
  const commission = commissionOf(gross, input.commissionBps);
  return [
    { kind: 'wallet', ownerId: input.accountId, amount: -input.tokens },
    { site: 'exchangeTokens', amount: input.tokens },
    { site: 'exchangeMoney', amount: -gross },
    { kind: 'earnings', ownerId: input.performerId, amount: gross - commission },
    { site: 'commission', amount: commission },
  ];
}

/** Postings of a sale paid by card (a subscription). */
export function cardSaleLegs(input: { performerId: string; amount: number; commissionBps: number }): Leg[] {
  const commission = commissionOf(input.amount, input.commissionBps);
  return [
    { site: 'gateway', amount: -input.amount },
    { kind: 'earnings', ownerId: input.performerId, amount: input.amount - commission },
    { site: 'commission', amount: commission },
  ];
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
  const siteName = (id: string) => (Object.keys(site) as (keyof typeof site)[]).find((name) => site[name].id === id);
  const legs = rows.map((row): Leg => {
    const name = siteName(row.id);
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

export interface Finding { readonly rule: 'I1' | 'I2'; readonly detail: string }

/** Recomputes I1 and I2 from the postings alone; empty when everything adds up. */
export async function checkLedger(ctx: Ctx): Promise<Finding[]> {
  const total = sql<string>`sum(${ledgerPostings.amount})`;
  const uneven = await ctx.db
    .select({ id: ledgerPostings.transactionId, unit: ledgerPostings.unit, total })
    .from(ledgerPostings)
    .groupBy(ledgerPostings.transactionId, ledgerPostings.unit)
    .having(sql`sum(${ledgerPostings.amount}) <> 0`)
    .limit(20);
  const wrong = await ctx.db
    .select({ id: ledgerAccounts.id, kind: ledgerAccounts.kind, balance: ledgerAccounts.balance, total: sql<string>`coalesce(sum(${ledgerPostings.amount}), 0)` })
    .from(ledgerAccounts)
    .leftJoin(ledgerPostings, eq(ledgerPostings.accountId, ledgerAccounts.id))
    .where(sql`${ledgerAccounts.balance} IS NOT NULL`)
    .groupBy(ledgerAccounts.id)
    .having(sql`coalesce(sum(${ledgerPostings.amount}), 0) <> ${ledgerAccounts.balance}`)
    .limit(20);
  const empty = await ctx.db
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .leftJoin(ledgerPostings, eq(ledgerPostings.transactionId, ledgerTransactions.id))
    .where(isNull(ledgerPostings.seq))
    .limit(20);
  return [
    ...uneven.map((row): Finding => ({ rule: 'I1', detail: `transaction ${row.id} sums to ${row.total} ${row.unit}` })),
    ...empty.map((row): Finding => ({ rule: 'I1', detail: `transaction ${row.id} has no postings` })),
    ...wrong.map((row): Finding => ({ rule: 'I2', detail: `${row.kind} ${row.id} says ${row.balance}, its postings ${row.total}` })),
  ];
}
