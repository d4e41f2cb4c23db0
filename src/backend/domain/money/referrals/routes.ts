import { eq } from 'drizzle-orm';
import type { referrals as family } from '#contract/money/referrals.ts';
import type { ReplySource } from '#contract/core/registry.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { referrals } from '../../../db/schema/referrals.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { claim, claimEnd } from './attribution.ts';
import { findInviter, firstName, ownCode } from './codes.ts';
import { referralStats, searchReferralEarnings } from './earnings.ts';
import { searchReferrals } from './people.ts';

/** The viewer's code and link, its current terms, and who invited the viewer. */
async function codeAndTerms(ctx: UserCtx): Promise<ReplySource<'GET /referrals/user/code'>> {
  const { viewer } = ctx;
  const code = await ownCode(ctx, viewer);
  const { referralBps, referralDays, commissionBps, payoutHoldDays } = await ctx.settings.all();
  const [own] = await ctx.db
    .select({ joinedAt: accounts.createdAt })
    .from(accounts)
    .where(eq(accounts.id, viewer.id));
  const [by] = await ctx.db
    .select({ name: accounts.name })
    .from(referrals)
    .innerJoin(accounts, eq(accounts.id, referrals.referrerId))
    .where(eq(referrals.referredId, viewer.id));
  const until = own && !by ? claimEnd(own.joinedAt) : null;
  return {
    code,
    link: `${ctx.config.publicUrl}/?ref=${code}`,
    unit: viewer.isPerformer ? 'money' : 'token',
    terms: { referralBps, commissionBps, days: referralDays, holdDays: payoutHoldDays },
    invitedBy: by ? firstName(by.name) : null,
    claimUntil: until && until > now(ctx) ? until.toISOString() : null,
  };
}

export const referralHandlers: HandlersOf<typeof family> = {
  'GET /referrals/user/code': (ctx) => codeAndTerms(ctx),
  'GET /referrals/user/search': (ctx, { query }) => searchReferrals(ctx, query),
  'GET /referrals/codes/:code': async (ctx, { params }) => {
    const inviter = await findInviter(ctx, params.code);
    if (!inviter) throw notFound();
    return inviter;
  },
  'POST /referrals/user/claim': (ctx, { body }) => claim(ctx, body.code).then(() => codeAndTerms(ctx)),
  'GET /referral-earnings/stats': (ctx, { query }) => referralStats(ctx, query),
  'GET /referral-earnings/search': (ctx, { query }) => searchReferralEarnings(ctx, query),
};
