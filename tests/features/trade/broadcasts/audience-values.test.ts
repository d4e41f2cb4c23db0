import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BroadcastAudience } from '#contract/trade/broadcasts/broadcasts.ts';
import {
  audienceErrors,
  audienceText,
  noAudience,
  toAudience,
  toAudienceValues,
} from '#features/trade/broadcasts/audience-values.ts';

const lists = fc.uniqueArray(fc.uuid({ version: 7 }), { maxLength: 3 }).map((ids) => ids.join(','));
const item = fc.oneof(
  fc.constant(''),
  fc
    .tuple(fc.constantFrom('feed', 'video', 'gallery', 'product'), fc.uuid({ version: 7 }))
    .map(([kind, id]) => `${kind}:${id}`),
);
const values = fc.record({
  followers: fc.boolean(),
  subscribers: fc.boolean(),
  plan: fc.constantFrom('all', 'free', 'monthly', 'yearly'),
  expired: fc.boolean(),
  spenders: fc.boolean(),
  tokens: fc.integer({ min: 1, max: 9_999 }).map(String),
  days: fc.integer({ min: 1, max: 365 }).map(String),
  lists,
  bought: item,
  notSubscribers: fc.boolean(),
  notLists: lists,
  notBought: item,
  excludeOwners: fc.boolean(),
});

describe('an audience', () => {
  it('is accepted by the contract, and opens again as it was chosen', () => {
    fc.assert(
      fc.property(values, (chosen) => {
        const audience = toAudience(chosen);
        if (audience === null) return;
        expect(BroadcastAudience.parse(audience)).toEqual(audience);
        expect(toAudience(toAudienceValues(audience))).toEqual(audience);
      }),
    );
  });

  it('needs somebody to include, whatever is left out', () => {
    const nobody = { ...noAudience, followers: false, notSubscribers: true, notBought: 'video:1' };
    expect(toAudience(nobody)).toBeNull();
    expect(audienceErrors(nobody)).toEqual({ followers: 'Choose who receives it.' });
  });

  it.each(['', '0', '-1', '1.5', 'many'])('names the field if spenders are given as “%s”', (typed) => {
    expect(audienceErrors({ ...noAudience, spenders: true, tokens: typed, days: typed })).toEqual({
      tokens: 'Enter a whole number of tokens, at least 1.',
      days: 'Enter a whole number of days, up to 365.',
    });
    // Not an error while the box isn't checked.
    expect(audienceErrors({ ...noAudience, tokens: typed, days: typed })).toEqual({});
  });

  it('is described once per kind of group', () => {
    const audience = toAudience({ ...noAudience, expired: true, lists: 'a,b', bought: 'product:1' });
    expect(audience && audienceText(audience)).toBe('Followers, former subscribers, a list, buyers');
  });
});
