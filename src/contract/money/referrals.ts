import { z } from 'zod';
import { Id, KeyPage, Money, SignedMoney, SignedTokens, Timestamp, listReply } from '../core/schemas.ts';
import { op } from '../core/op.ts';

/** The code in a referral link, which people can also type. Case-insensitive. */
export const ReferralCode = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9]{4,24}$/, 'Check the code: it is made of letters and digits.');

export const ReferralState = z.enum(['active', 'ended', 'voided']);
export type ReferralState = z.infer<typeof ReferralState>;

/** The owner of a referral code, as anyone may see them. */
export const Inviter = z.object({
  code: z.string(),
  name: z.string(),
  avatar: z.string(),
  isPerformer: z.boolean(),
});
export type Inviter = z.infer<typeof Inviter>;

/** Money, and for a fan the tokens it was converted to. Negative when more was taken back than given. */
const Totals = { amount: SignedMoney, tokens: SignedTokens };

export const OwnReferralCode = z.object({
  code: z.string(),
  link: z.string(),
  /** Creators receive money in their earnings, fans tokens in their wallet. */
  unit: z.enum(['money', 'token']),
  /** Current terms. Accounts that already joined keep theirs. */
  terms: z.object({
    /** In basis points: the share of the commission, and the commission itself. */
    referralBps: z.int().describe('Share of the commission in hundredths of a percent.'),
    commissionBps: z.int().describe('Commission in hundredths of a percent.'),
    days: z.int().describe('Days that a referral earns for.'),
    holdDays: z.int().describe('Days until an amount is paid.'),
  }),
  /** The first name of whoever invited this account, if known. */
  invitedBy: z.string().nullable(),
  /** Until when a code can still be entered; null when it can't. */
  claimUntil: Timestamp.nullable(),
});
export type OwnReferralCode = z.infer<typeof OwnReferralCode>;

export const ReferralRow = z.object({
  _id: Id,
  /** First name only, and the username with its middle hidden. */
  name: z.string(),
  username: z.string().nullable(),
  isPerformer: z.boolean(),
  state: ReferralState,
  /** Why it was voided, in words. */
  reason: z.string().nullable(),
  joinedAt: Timestamp,
  endsAt: Timestamp,
  ...Totals,
  /** Cents waiting to add up to a whole token. */
  pending: Money,
});
export type ReferralRow = z.infer<typeof ReferralRow>;

/** One ledger row: a share that was paid or taken back. */
export const ReferralEarning = z.object({
  _id: Id,
  referralId: Id,
  name: z.string(),
  description: z.string(),
  ...Totals,
  createdAt: Timestamp,
});
export type ReferralEarning = z.infer<typeof ReferralEarning>;

const Range = { from: Timestamp.optional(), to: Timestamp.optional() };

export const referrals = {
  'GET /referrals/user/code': op({
    summary: 'Your referral code and link, created on first use, and its terms',
    access: 'user',
    reply: OwnReferralCode,
  }),
  'GET /referrals/user/search': op({
    summary: 'People who joined with your code, newest first, and what each earned you',
    access: 'user',
    query: z.strictObject({
      ...KeyPage,
      q: z.string().trim().max(100).optional(),
      state: ReferralState.optional(),
    }),
    reply: listReply(ReferralRow),
  }),
  'GET /referrals/codes/:code': op({
    summary: 'Who a referral code belongs to',
    access: 'anyone',
    params: z.strictObject({ code: ReferralCode }),
    reply: Inviter,
    ours: true,
  }),
  'POST /referrals/user/claim': op({
    summary: 'Enter a referral code after joining',
    access: 'user',
    body: z.strictObject({ code: ReferralCode }),
    reply: OwnReferralCode,
    ours: true,
  }),
  'GET /referral-earnings/stats': op({
    summary: 'Your referral earnings in a date range',
    access: 'user',
    query: z.strictObject(Range),
    reply: z.object({
      people: z.object({
        joined: z.int().describe('Number of people who joined.'),
        active: z.int().describe('Number of people who count now.'),
        ended: z.int().describe('Number of people whose time is over.'),
        voided: z.int().describe('Number of people who don’t count.'),
      }),
      total: z.object({ ...Totals, count: z.int().describe('Number of payments.') }),
      /** Those that brought in the most, and the sum of all others. */
      byReferral: z.array(
        z.object({
          referralId: Id,
          name: z.string(),
          ...Totals,
          count: z.int().describe('Number of payments.'),
        }),
      ),
      others: z.object({ ...Totals, count: z.int().describe('Number of payments.') }),
      /**
       * Current values, independent of the range. `pending`: cents waiting to add up to a whole token.
       * `owed`: cents to be offset against later shares.
       */
      pending: Money,
      owed: Money,
    }),
  }),
  'GET /referral-earnings/search': op({
    summary: 'The payments behind the figures, newest first',
    access: 'user',
    query: z.strictObject({ ...KeyPage, ...Range, referral: Id.optional() }),
    reply: listReply(ReferralEarning),
  }),
};
