import type { ReplyOf } from '#contract/core/registry.ts';
import { list, read, write } from '../http/endpoints.ts';

export type ReferralStats = ReplyOf<'GET /referral-earnings/stats'>;

/** The user's referral code and link, and the current terms. */
export const getReferralCode = read('GET /referrals/user/code', { tags: ['Referrals'] });
/** The person who invites with a code. */
export const findInviter = read('GET /referrals/codes/:code');
export const claimReferral = write('POST /referrals/user/claim', {
  invalidates: (_input, { problem }) => (problem ? [] : ['Referrals']),
});
export const listReferrals = list('GET /referrals/user/search', { tags: ['Referrals'] });
export const getReferralStats = read('GET /referral-earnings/stats', { tags: ['Referrals'] });
export const listReferralEarnings = list('GET /referral-earnings/search', { tags: ['Referrals'] });
