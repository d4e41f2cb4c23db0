import type { Api } from '../http/api.ts';
import type { QueryOf } from '../http/call.ts';

/** The user's referral code and link, and the current terms. */
export const getReferralCode = (api: Api, _arg?: void, signal?: AbortSignal) =>
  api.call('GET /referrals/user/code', { signal });
/** The person who invites with a code. */
export const findInviter = (api: Api, code: string, signal?: AbortSignal) =>
  api.call('GET /referrals/codes/:code', { params: { code }, signal });
export const claimReferral = (api: Api, code: string) =>
  api.call('POST /referrals/user/claim', { body: { code } });
export const listReferrals = (api: Api, query: QueryOf<'GET /referrals/user/search'>, signal?: AbortSignal) =>
  api.call('GET /referrals/user/search', { query, signal });
export const getReferralStats = (
  api: Api,
  query: QueryOf<'GET /referral-earnings/stats'>,
  signal?: AbortSignal,
) => api.call('GET /referral-earnings/stats', { query, signal });
export const listReferralEarnings = (
  api: Api,
  query: QueryOf<'GET /referral-earnings/search'>,
  signal?: AbortSignal,
) => api.call('GET /referral-earnings/search', { query, signal });
