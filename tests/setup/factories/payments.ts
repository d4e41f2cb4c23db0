import type { ChargeKind } from '#contract/money/wallet.ts';
import type { SavedCard } from '#contract/money/payments.ts';
import type { Receipt } from '#contract/money/payments.ts';
import { timeOf } from './times.ts';

const at = '2026-11-20T10:00:00.000Z';

export const aSavedCard = (changes: Partial<SavedCard> = {}): SavedCard => ({
  _id: 'card-1',
  brand: 'visa',
  last4: '4242',
  expMonth: 12,
  expYear: 2028,
  wallet: null,
  isDefault: true,
  renews: [],
  createdAt: timeOf(changes._id ?? 'card-1'),
  ...changes,
});

interface Charged {
  readonly _id: string;
  readonly kind: ChargeKind;
  readonly itemId: string;
  readonly tokens: number;
  readonly balance: number;
  readonly createdAt: string;
}
/** The reply to a charge: 120 tokens for a post by default. */
export const charged = (balance: number, changes: Partial<Charged> = {}): Charged => ({
  _id: 't1',
  kind: 'feed',
  itemId: 'p1',
  tokens: 120,
  balance,
  createdAt: timeOf(changes._id ?? 't1'),
  ...changes,
});

export const toppedUp = (amount = 1000, tokens = 200, balance = 300) => ({
  _id: 't1',
  amount,
  tokens,
  balance,
  createdAt: at,
});

export const aReceipt = (changes: Partial<Receipt> = {}): Receipt => ({
  _id: 't1',
  number: 'R-K7Q3F-92XMA',
  paidAt: '2026-11-20T23:30:00.000Z',
  seller: { name: 'Stage', email: 'hello@stage.test' },
  buyer: { name: 'Mia', email: 'mia@example.com' },
  lines: [
    { text: '400 tokens', tokens: 400, amount: 2_000 },
    { text: '40 bonus tokens', tokens: 40, amount: 0 },
    { text: 'Coupon TEN', tokens: 0, amount: -200 },
  ],
  total: 1_800,
  currency: 'EUR',
  paidUntil: null,
  card: { brand: 'visa', last4: '4242' },
  state: 'paid',
  stateAt: null,
  ...changes,
});
