import { type BasisPoints, type Cents, type Tokens, calculateCommission, tokensToMoney } from '#lib/units.ts';
import type { Posting } from './ledger.ts';

// A browser says beforehand what a creator gets of a price.
export { calculateCommission, tokensToMoney };

/** How many whole tokens an amount of cents buys. */
export const moneyToTokens = (cents: Cents, tokenRate: number): Tokens =>
  Math.floor((cents * tokenRate) / 100);

/** Postings of a card payment for tokens. Value beyond the price paid comes from the promotion account. */
export function topUpPostings(input: {
  accountId: string;
  amount: Cents;
  tokens: Tokens;
  tokenRate: number;
}): Posting[] {
  const worth = tokensToMoney(input.tokens, input.tokenRate);
  return [
    { site: 'gateway', amount: -input.amount },
    { site: 'promotion', amount: input.amount - worth },
    { site: 'exchangeMoney', amount: worth },
    { site: 'exchangeTokens', amount: -input.tokens },
    { kind: 'wallet', ownerId: input.accountId, amount: input.tokens },
  ];
}

/**
 * Postings of a purchase with tokens: the fan's tokens become money for the creator and the site's
 * commission.
 */
export function spendPostings(input: {
  accountId: string;
  performerId: string;
  tokens: Tokens;
  tokenRate: number;
  commissionBps: BasisPoints;
}): Posting[] {
  const gross = tokensToMoney(input.tokens, input.tokenRate);
  const commission = calculateCommission(gross, input.commissionBps);
  return [
    { kind: 'wallet', ownerId: input.accountId, amount: -input.tokens },
    { site: 'exchangeTokens', amount: input.tokens },
    { site: 'exchangeMoney', amount: -gross },
    { kind: 'earnings', ownerId: input.performerId, amount: gross - commission },
    { site: 'commission', amount: commission },
  ];
}

/**
 * Postings of a card sale (a subscription). `discount` is what a coupon took off, which the site absorbs:
 * shares are computed from the full price.
 */
export function cardSalePostings({
  performerId,
  amount,
  discount = 0,
  commissionBps,
}: {
  performerId: string;
  amount: Cents;
  discount?: Cents;
  commissionBps: BasisPoints;
}): Posting[] {
  const gross = amount + discount;
  const commission = calculateCommission(gross, commissionBps);
  return [
    { site: 'gateway', amount: -amount },
    ...(discount > 0 ? [{ site: 'promotion', amount: -discount } as const] : []),
    { kind: 'earnings', ownerId: performerId, amount: gross - commission },
    { site: 'commission', amount: commission },
  ];
}

/** Postings of a card payment for a gift, whose money waits for whoever redeems it. */
export const giftPaidPostings = (amount: Cents): Posting[] => [
  { site: 'gateway', amount: -amount },
  { site: 'gifts', amount },
];

/** Postings of a redeemed gift: the waiting money becomes a sale. */
export function giftSalePostings(input: {
  performerId: string;
  amount: Cents;
  commissionBps: BasisPoints;
}): Posting[] {
  const commission = calculateCommission(input.amount, input.commissionBps);
  return [
    { site: 'gifts', amount: -input.amount },
    { kind: 'earnings', ownerId: input.performerId, amount: input.amount - commission },
    { site: 'commission', amount: commission },
  ];
}

/** Postings that put tokens on hold for a bid, or release them if negative. */
export const holdPostings = ({ accountId, tokens }: { accountId: string; tokens: Tokens }): Posting[] => [
  { kind: 'wallet', ownerId: accountId, amount: -tokens },
  { kind: 'wallet_held', ownerId: accountId, amount: tokens },
];

/** Postings of a correction by hand, of cents of earnings. It takes them away if they are negative. */
export const earningsAdjustmentPostings = (performerId: string, amount: Cents): Posting[] => [
  { kind: 'earnings', ownerId: performerId, amount },
  { site: 'adjustments', amount: -amount },
];

/** The same of tokens in a wallet, at the rate of the day. */
export function walletAdjustmentPostings(input: {
  accountId: string;
  tokens: Tokens;
  tokenRate: number;
}): Posting[] {
  const worth = Math.sign(input.tokens) * tokensToMoney(Math.abs(input.tokens), input.tokenRate);
  return [
    { kind: 'wallet', ownerId: input.accountId, amount: input.tokens },
    { site: 'exchangeTokens', amount: -input.tokens },
    { site: 'exchangeMoney', amount: worth },
    { site: 'adjustments', amount: -worth },
  ];
}
