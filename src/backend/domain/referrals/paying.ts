import type { Cents, Tokens, BasisPoints } from '#lib/units.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../../kernel/context.ts';
import { ledgerAccounts } from '../../db/schema/ledger.ts';
import { referralCredits, referrals } from '../../db/schema/referrals.ts';
import { rooms } from '../../kernel/hub.ts';
import { type Posting, type Posted, post } from '../ledger/ledger.ts';
import { moneyToTokens, tokensToMoney } from '../ledger/postings.ts';

export type ReferralRow = typeof referrals.$inferSelect;

/** The referrer's share in cents of a commission, its fraction of a cent carried on. Never below nothing. */
export const shareOf = (commission: Cents, bps: BasisPoints): Cents =>
  Math.max(0, Number((BigInt(commission) * BigInt(bps)) / 10_000n));

/** What a referral has brought by now, cents: nothing if it was voided. */
export const dueOf = (row: Pick<ReferralRow, 'commission' | 'bps' | 'voidedAt'>): number =>
  row.voidedAt ? 0 : shareOf(row.commission, row.bps);

interface Move {
  readonly cents: Cents;
  readonly tokens: Tokens;
}
const nothing: Move = { cents: 0, tokens: 0 };

/**
 * What tokens cost the commission: rounded up, so that the exchange is never short of what they will be spent
 * for.
 */
const worthOf = (tokens: Tokens, tokenRate: number): Cents => Math.ceil((tokens * 100) / tokenRate);

/** Whole tokens for what is due beyond what was paid; the rest of a token waits. */
function tokensToGive(owed: Cents, tokenRate: number): Move {
  const tokens = moneyToTokens(owed, tokenRate);
  return tokens > 0 ? { cents: worthOf(tokens, tokenRate), tokens } : nothing;
}

/**
 * Tokens to take back so that no more is paid than is due, at most `available` of them. All of them taken,
 * all the cents come back that they were given for, whatever the rate was then.
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
/** A referral under settlement, and how those who read the row call it. */
export interface Settling {
  row: ReferralRow;
  readonly name: string;
  /** Something was taken off it just now. */
  readonly shrank: boolean;
}

const postingsOf = (referrer: Referrer, { cents, tokens }: Move): Posting[] =>
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

const wordsOf = ({ row, name }: Settling, { cents }: Move): string => {
  if (cents > 0) return `Referral: ${name}`;
  return row.voidedAt
    ? `Referral: ${name} doesn’t count, reversed`
    : `Referral: ${name} refunded, share reversed`;
};

/** One row of the ledger; everything of the referral that waited is in it. */
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
    description: wordsOf(settling, by),
    postings: postingsOf(referrer, by),
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

/** A creator's share is money, to the cent; what is taken back is taken at once, below nothing if it must. */
async function settleCreator(tx: Ctx, referrer: Referrer, all: readonly Settling[]): Promise<void> {
  for (const settling of all) {
    const cents = dueOf(settling.row) - settling.row.paid;
    if (cents !== 0) await move(tx, referrer, { settling, by: { cents, tokens: 0 } });
  }
}

/** Holds the wallet, so that what is taken from it is there. */
async function walletOf(tx: Ctx, ownerId: string): Promise<number> {
  const [row] = await tx.db
    .select({ balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.kind, 'wallet'), eq(ledgerAccounts.ownerId, ownerId)))
    .for('no key update');
  return row?.balance ?? 0;
}

/**
 * A fan's share is whole tokens. What is taken back just now takes at most what the wallet holds; of a debt
 * that was left by that, only what is given in the same breath: tokens that the fan pays for are never taken
 * for it.
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
    if (dueOf(settling.row) > settling.row.paid)
      await apply(settling, tokensToGive(dueOf(settling.row) - settling.row.paid, tokenRate));
  let given = added;
  for (const settling of all.toSorted((a, b) => Number(a.shrank) - Number(b.shrank))) {
    const { row } = settling;
    if (row.paid <= dueOf(row)) continue;
    const available = settling.shrank
      ? await walletOf(tx, referrer.id)
      : Math.min(given, await walletOf(tx, referrer.id));
    const by = tokensToTake({ cents: row.paid, tokens: row.tokens }, dueOf(row), { available, tokenRate });
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

/** Brings what was paid for these referrals of one referrer (all held by the caller) to what is due. */
export const settleReferrals = (tx: Ctx, referrer: Referrer, all: readonly Settling[]): Promise<void> =>
  (referrer.isPerformer ? settleCreator : settleFan)(tx, referrer, all);
