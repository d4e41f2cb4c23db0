import type { Deletion } from '#contract/across/leaving.ts';

/** What deleting an account means that has nothing to lose and nothing to settle. */
export const aDeletion = (values: Partial<Deletion> = {}): Deletion => ({
  obligations: [],
  waits: [],
  erased: ['Your profile.'],
  kept: ['Texts you sent in messages.'],
  losses: { tokens: 0, earnings: 0 },
  currency: 'USD',
  days: 14,
  confirmation: 'mia',
  ...values,
});
