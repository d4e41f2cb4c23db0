import type { OwnReferralCode, ReferralEarning, ReferralRow } from '#contract/money/referrals.ts';

export const anOwnReferralCode = (changes: Partial<OwnReferralCode> = {}): OwnReferralCode => ({
  code: 'nora1234',
  link: 'https://limelight.test/?ref=nora1234',
  unit: 'token',
  terms: { referralBps: 500, commissionBps: 2_000, days: 365, holdDays: 7 },
  invitedBy: null,
  claimUntil: null,
  ...changes,
});

export const aReferral = (changes: Partial<ReferralRow> = {}): ReferralRow => ({
  _id: '01a1f90b-66c1-7433-b14e-6f31fcc8dd4f',
  name: 'Ada',
  username: 'ad···',
  isPerformer: false,
  state: 'active',
  reason: null,
  joinedAt: '2026-03-03T09:00:00.000Z',
  endsAt: '2027-03-03T09:00:00.000Z',
  amount: 70,
  tokens: 14,
  pending: 4,
  ...changes,
});

export const aReferralEarning = (changes: Partial<ReferralEarning> = {}): ReferralEarning => ({
  _id: 'e1',
  referralId: '01a1f90b-66c1-7433-b14e-6f31fcc8dd4f',
  name: 'Ada',
  description: 'Referral: Ada',
  amount: 70,
  tokens: 14,
  createdAt: '2026-03-05T09:00:00.000Z',
  ...changes,
});
