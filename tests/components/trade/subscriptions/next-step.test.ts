import { expect, test } from 'vitest';
import { ownTerms, ownText } from '#components/trade/subscriptions/next-step.ts';
import { anOwnSubscription } from '../../../setup/factories/subscriptions.ts';

test.each([
  [{}, 'Subscribed · Renews on Dec 20, 2026', 'Renews on Dec 20, 2026 for $9.99 a month.'],
  [
    { paid: 499 },
    'Subscribed · Renews on Dec 20, 2026',
    'You paid $4.99 for this period. Renews on Dec 20, 2026 for $9.99 a month.',
  ],
  [{ nextPrice: 1_299 }, 'Subscribed · Renews on Dec 20, 2026', 'Renews on Dec 20, 2026 for $12.99 a month.'],
  [
    { state: 'cancelled', renews: false },
    'Subscribed · Access until Dec 20, 2026',
    'Access until Dec 20, 2026.',
  ],
  [{ state: 'past_due' }, 'Subscribed · We’ll try the card again', 'We’ll try the card again.'],
  [
    { type: 'free', isTrial: true, renews: false, price: 0 },
    'Free trial until Dec 20, 2026',
    'Free trial until Dec 20, 2026.',
  ],
  [{ type: 'free', renews: false, price: 0 }, 'Free until Dec 20, 2026', 'Free until Dec 20, 2026.'],
  [{ type: 'gift', renews: false, price: 0 }, 'Gift until Dec 20, 2026', 'Gift until Dec 20, 2026.'],
] as const)('%j reads as %s', (changes, text, terms) => {
  const own = anOwnSubscription(changes);
  expect([ownText(own), ownTerms(own, 'USD')]).toEqual([text, terms]);
});
