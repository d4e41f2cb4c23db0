import type { OwnSubscription, Subscriber, Subscription } from '#contract/trade/subscriptions.ts';
import { aCard } from './creators.ts';

const at = '2026-11-20T10:00:00.000Z';

/** A fan's monthly subscription to a creator, renewed with a saved card. */
export const aSubscription = (changes: Partial<Subscription> = {}): Subscription => ({
  _id: 's1',
  type: 'monthly',
  state: 'active',
  price: 999,
  performer: aCard(),
  user: aCard({ _id: 'fan', name: 'Fay', username: 'fay', isPerformer: false, isVerified: false }),
  startedAt: at,
  periodEnd: '2026-12-20T10:00:00.000Z',
  renews: true,
  cancelledAt: null,
  cancelReason: null,
  provider: 'sandbox',
  nextType: null,
  nextPrice: null,
  plans: ['monthly', 'yearly'],
  newPrice: null,
  retryAt: null,
  card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2028, wallet: null },
  ...changes,
});

export const aSubscriber = (changes: Partial<Subscriber> = {}): Subscriber => ({
  ...aSubscription({ card: null }),
  spend: 2_397,
  offer: { _id: 'o1', kind: 'percent', percent: 30, days: null },
  note: '',
  ...changes,
});

export const anOwnSubscription = (changes: Partial<OwnSubscription> = {}): OwnSubscription => ({
  type: 'monthly',
  state: 'active',
  price: 999,
  periodEnd: '2026-12-20T10:00:00.000Z',
  renews: true,
  nextType: null,
  nextPrice: null,
  retryAt: null,
  isTrial: false,
  paid: null,
  ...changes,
});
