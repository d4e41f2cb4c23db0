import type { LimitedAct, NewAccountLimits } from '#contract/people/accounts.ts';

type Limit = NewAccountLimits['limits'][number];
const plain: Record<LimitedAct, Pick<Limit, 'max' | 'seconds'>> = {
  conversations: { max: 20, seconds: 86_400 },
  comments: { max: 30, seconds: 3_600 },
  follows: { max: 200, seconds: 86_400 },
};
export const aLimit = (what: LimitedAct, changes: Partial<Limit> = {}): Limit => ({
  what,
  ...plain[what],
  left: plain[what].max,
  resetsAt: null,
  isLow: false,
  ...changes,
});
/** The limits of a new account, with some of them replaced. */
export const someLimits = (
  limits: readonly Limit[] = [],
  changes: Partial<NewAccountLimits> = {},
): NewAccountLimits => ({
  isNew: true,
  endsAt: '2026-11-28T10:00:00.000Z',
  needsEmail: false,
  limits: (['conversations', 'comments', 'follows'] as const).map(
    (what) => limits.find((one) => one.what === what) ?? aLimit(what),
  ),
  ...changes,
});
