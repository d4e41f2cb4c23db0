import type { SpendCap, WalletRow } from '#contract/money/wallet.ts';
import { aCard } from './creators.ts';
import { timeOf } from './times.ts';

export const aWalletRow = (changes: Partial<WalletRow> = {}): WalletRow => ({
  _id: 'w1',
  kind: 'feed',
  description: 'Post by Lena: Glazes',
  performer: aCard(),
  itemId: 'p1',
  opens: { kind: 'feed', _id: 'p1' },
  tokens: -120,
  balanceAfter: 380,
  undoUntil: null,
  refundedAt: null,
  refundOf: null,
  createdAt: timeOf(changes._id ?? 'w1'),
  ...changes,
});

export const aSpendCap = (changes: Partial<SpendCap> = {}): SpendCap => ({
  performer: null,
  amount: 5_000,
  spent: 1_200,
  left: 3_800,
  next: null,
  ...changes,
});
