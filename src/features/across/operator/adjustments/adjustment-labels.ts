import { deskRoutes } from '#config/desk-routes.ts';
import type { Adjustment, AdjustmentState } from '#contract/across/operator/adjustments.ts';
import { formatMoney, formatTokens } from '#lib/format.ts';

export const adjustmentStates: Readonly<Record<AdjustmentState, string>> = {
  proposed: 'Waiting for approval',
  approved: 'Approved',
  declined: 'Declined',
};

/** Such as `+50 tokens` or `−$12.50`. */
export function adjustmentAmount({
  purse,
  amount,
  currency,
}: Pick<Adjustment, 'purse' | 'amount' | 'currency'>): string {
  const size = Math.abs(amount);
  return `${amount < 0 ? '−' : '+'}${purse === 'wallet' ? formatTokens(size) : formatMoney(size, currency)}`;
}

export const purseLabels: Readonly<Record<Adjustment['purse'], string>> = {
  wallet: 'Wallet',
  earnings: 'Earnings',
};

const pages: Readonly<Record<NonNullable<Adjustment['about']>['kind'], (id: string) => string>> = {
  order: deskRoutes.payment,
  payout: deskRoutes.payout,
  payment: deskRoutes.payment,
};

/** Where the order, payout or payment is shown that an adjustment is about. */
export const subjectHref = ({ kind, _id }: NonNullable<Adjustment['about']>): string => pages[kind](_id);
