import type { Cents, Tokens, BasisPoints } from '#lib/units.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { ledgerAccounts } from '../../../db/schema/ledger.ts';
import { referralCredits, referrals } from '../../../db/schema/referrals.ts';
import { rooms } from '../../../kernel/hub.ts';
import { type Posting, type Posted, post } from '../../base/ledger/ledger.ts';
import { moneyToTokens, tokensToMoney } from '../../base/ledger/postings.ts';

export type ReferralRow = typeof referrals.$inferSelect;

/**
 * The referrer's share of a commission in cents, never negative. Computed on the running total, so fractions
 * of a cent carry over.
 */
export const calculateShare = (commission: Cents, bps: BasisPoints): Cents =>
  Math.max(0, Number((BigInt(commission) * BigInt(bps)) / 10_000n));

/** The total due for a referral in cents; 0 if it was voided. */
export const calculateDue = (row: Pick<ReferralRow, 'commission' | 'bps' | 'voidedAt'>): number =>
  row.voidedAt ? 0 : calculateShare(row.commission, row.bps);

interface Move {
  readonly cents: Cents;
  readonly tokens: Tokens;
}
const nothing: Move = { cents: 0, tokens: 0 };

/**
 * The cost of tokens in cents, rounded up, so that the exchange account always covers what they are spent on.
 */
const tokenCost = (tokens: Tokens, tokenRate: number): Cents => Math.ceil((tokens * 100) / tokenRate);

/** Whole tokens for the amount owed; the rest waits for the next payment. */
function tokensToGive(owed: Cents, tokenRate: number): Move {
  const tokens = moneyToTokens(owed, tokenRate);
  return tokens > 0 ? { cents: tokenCost(tokens, tokenRate), tokens } : nothing;
}

/**
 * Tokens to take back so that no more than the due amount remains paid, at most `available`. If all tokens
 * are taken, all cents they were given for come back, whatever the rate was then.
 */
function tokensToTake(
  paid: { cents: Cents; tokens: Tokens },
  due: number,
  { available, tokenRate }: { available: Cents; tokenRate: number },
): Move {
  const wanted = Math.ceil(((paid.cents - due) * tokenRate) / 100);
  const tokens = Math.max(0, Math.min(wanted, paid.tokens, available));
  if (tokens === 0) return nothing;
  return {
    tokens: -tokens,
    cents: -(tokens === paid.tokens ? paid.cents : Math.min(paid.cents, tokensToMoney(tokens, tokenRate))),
  };
}

export interface Referrer {
  readonly id: string;
  readonly isPerformer: boolean;
}
/** A referral being settled, and how its ledger rows are described. */
export interface Settling {
  row: ReferralRow;
  readonly name: string;
  /** Whether its total just decreased. */
  readonly shrank: boolean;
}

const buildPostings = (referrer: Referrer, { cents, tokens }: Move): Posting[] =>
  referrer.isPerformer
    ? [
        { site: 'commission', amount: -cents },
        { kind: 'earnings', ownerId: referrer.id, amount: cents },
      ]
    : [
        { site: 'commission', amount: -cents },
        { site: 'exchangeMoney', amount: cents },
        { site: 'exchangeTokens', amount: -tokens },
        { kind: 'wallet', ownerId: referrer.id, amount: tokens },
      ];

const describeMove = ({ row, name }: Settling, { cents }: Move): string => {
  if (cents > 0) return `Referral: ${name}`;
  return row.voidedAt
    ? `Referral: ${name} doesn’t count, reversed`
    : `Referral: ${name} refunded, share reversed`;
};

/** Writes one ledger transaction for everything pending of the referral. */
async function move(
  tx: Ctx,
  referrer: Referrer,
  { settling, by }: { settling: Settling; by: Move },
): Promise<Posted> {
  const { row } = settling;
  const posted = await post(tx, {
    kind: 'referral',
    subject: 'referral',
    subjectId: row.id,
    description: describeMove(settling, by),
    postings: buildPostings(referrer, by),
    actorId: referrer.isPerformer ? null : referrer.id,
    performerId: referrer.isPerformer ? referrer.id : null,
  });
  const [changed] = await tx.db
    .update(referrals)
    .set({ paid: row.paid + by.cents, tokens: row.tokens + by.tokens })
    .where(eq(referrals.id, row.id))
    .returning();
  settling.row = changed ?? row;
  await tx.db
    .update(referralCredits)
    .set({ transactionId: posted.transactionId })
    .where(and(eq(referralCredits.referralId, row.id), isNull(referralCredits.transactionId)));
  return posted;
}

/**
 * A creator's share is money, exact to the cent. What is taken back is taken immediately, even below zero.
 */
async function settleCreator(tx: Ctx, referrer: Referrer, all: readonly Settling[]): Promise<void> {
  for (const settling of all) {
    const cents = calculateDue(settling.row) - settling.row.paid;
    if (cents !== 0) await move(tx, referrer, { settling, by: { cents, tokens: 0 } });
  }
}

/** The wallet's balance, locked so that it is still there when taken. */
async function lockWalletBalance(tx: Ctx, ownerId: string): Promise<number> {
  const [row] = await tx.db
    .select({ balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.kind, 'wallet'), eq(ledgerAccounts.ownerId, ownerId)))
    .for('no key update');
  return row?.balance ?? 0;
}

/**
 * A fan's share is paid in whole tokens. Taking back takes at most the wallet's balance. What is then still
 * owed is only offset against tokens given in the same run, never against tokens the fan paid for.
 */
async function settleFan(tx: Ctx, referrer: Referrer, all: readonly Settling[]): Promise<void> {
  const { tokenRate } = await tx.settings.all();
  let added = 0;
  let posted: Posted | null = null;
  const apply = async (settling: Settling, by: Move) => {
    if (by.cents === 0 && by.tokens === 0) return;
    posted = await move(tx, referrer, { settling, by });
    added += by.tokens;
  };
  for (const settling of all)
    if (calculateDue(settling.row) > settling.row.paid)
      await apply(settling, tokensToGive(calculateDue(settling.row) - settling.row.paid, tokenRate));
  let given = added;
  for (const settling of all.toSorted((a, b) => Number(a.shrank) - Number(b.shrank))) {
    const { row } = settling;
    if (row.paid <= calculateDue(row)) continue;
    const available = settling.shrank
      ? await lockWalletBalance(tx, referrer.id)
      : Math.min(given, await lockWalletBalance(tx, referrer.id));
    const by = tokensToTake({ cents: row.paid, tokens: row.tokens }, calculateDue(row), {
      available,
      tokenRate,
    });
    given = Math.max(0, given + by.tokens);
    await apply(settling, by);
  }
  const last = posted as Posted | null;
  if (last)
    tx.emit(rooms.account(referrer.id), 'balance/updated', {
      added,
      balance: last.balanceOf('wallet', referrer.id),
    });
}

/** Adjusts what was paid for these referrals of one referrer (all locked by the caller) to what is due. */
export const settleReferrals = (tx: Ctx, referrer: Referrer, all: readonly Settling[]): Promise<void> =>
  (referrer.isPerformer ? settleCreator : settleFan)(tx, referrer, all);
