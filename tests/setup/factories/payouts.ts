import type { Payout, PayoutMethod, PayoutQuote } from '#contract/trade/payouts.ts';
import { timeOf } from './times.ts';

const at = '2026-11-20T10:00:00.000Z';

export const aPayoutMethod = (changes: Partial<PayoutMethod> = {}): PayoutMethod => ({
  _id: 'm1',
  type: 'bank',
  holder: 'Mia Holm',
  bank: 'Alpenbank',
  country: 'DE',
  last4: '3000',
  isChosen: true,
  isReady: true,
  requirements: [],
  lockedUntil: null,
  createdAt: timeOf(changes._id ?? 'm1'),
  ...changes,
});

export const aPayoutQuote = (changes: Partial<PayoutQuote> = {}): PayoutQuote => ({
  available: 12_000,
  onHold: 0,
  inProblems: 0,
  holds: [],
  setAside: 0,
  minimum: 5_000,
  amount: 12_000,
  fee: 0,
  receives: 12_000,
  remains: 0,
  currency: 'USD',
  method: aPayoutMethod(),
  openRequestId: null,
  canRequest: true,
  blocks: [],
  ...changes,
});

export const aPayout = (changes: Partial<Payout> = {}): Payout => ({
  _id: 'p1',
  amount: 12_000,
  currency: 'USD',
  note: '',
  state: 'pending',
  method: { type: 'bank', bank: 'Alpenbank', last4: '3000' },
  createdAt: timeOf(changes._id ?? 'p1'),
  updatedAt: at,
  reason: null,
  reference: null,
  next: { message: 'Waiting for the site to review it.', who: 'site', until: null },
  canEdit: true,
  canCancel: true,
  timeline: [{ event: 'pending', by: 'creator', note: '', at }],
  ...changes,
});
