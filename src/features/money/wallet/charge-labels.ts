import type { StatementKind, WalletRow } from '#contract/money/wallet.ts';

/** Labels of all kinds of wallet rows, for filters and exports. */
export const chargeKinds: Readonly<Record<WalletRow['kind'], string>> = {
  top_up: 'Top-ups',
  tip: 'Tips',
  feed: 'Posts',
  video: 'Videos',
  gallery: 'Galleries',
  message: 'Messages',
  product: 'Products',
  stream: 'Live',
  auction: 'Auctions',
  first_message: 'First messages',
  hold: 'On hold',
  release: 'Released from hold',
  refund: 'Refunds',
  bonus: 'Gifts',
  referral: 'Referrals',
  dispute: 'Disputes',
  adjustment: 'Adjustments',
};
export const chargeKindNames = Object.keys(chargeKinds) as WalletRow['kind'][];

/** Labels of payments to one creator, by kind. */
export const statementKinds: Readonly<Record<StatementKind, string>> = {
  tip: 'Tips',
  feed: 'Posts',
  video: 'Videos',
  gallery: 'Galleries',
  message: 'Messages',
  product: 'Products',
  stream: 'Live',
  auction: 'Auctions',
  first_message: 'First messages',
  subscription: 'Subscriptions',
  gift: 'Gifts',
  refund: 'Refunds',
  dispute: 'Disputes',
};
