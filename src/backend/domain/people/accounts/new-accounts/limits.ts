import { eq, sql } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import { LimitedAct, type NewAccountLimits } from '#contract/people/accounts.ts';
import { againText, endText, inSpan, limitText } from '#lib/new-account-limit-text.ts';
import { type UserCtx, now } from '../../../../kernel/context.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { AppError, notLoggedIn } from '../../../../kernel/errors.ts';
import { countHit, loadHits } from '../../../../kernel/rate-limit.ts';
import type { SettingsValues } from '../../../../kernel/settings.ts';
import { type Newness, findNewness, verifiedState } from './newness.ts';

/*
 * New accounts can do some things only so often. They are told before and when they reach a limit; nothing is
 * dropped or hidden in silence.
 */

async function newness(ctx: UserCtx, settings: SettingsValues): Promise<Newness | null> {
  const [row] = await ctx.db
    .select({
      createdAt: accounts.createdAt,
      emailVerifiedAt: accounts.emailVerifiedAt,
      verified: verifiedState(sql`${accounts.id}`),
    })
    .from(accounts)
    .where(eq(accounts.id, ctx.viewer.id));
  if (!row) throw notLoggedIn();
  return findNewness(row, { settings, time: now(ctx) });
}

const seconds: Record<LimitedAct, number> = { conversations: 86_400, comments: 3_600, follows: 86_400 };
const newAccountLimits = (settings: SettingsValues): Record<LimitedAct, number> => ({
  conversations: settings.newAccountConversations,
  comments: settings.newAccountComments,
  follows: settings.newAccountFollows,
});
const limitKey = (ctx: UserCtx, what: LimitedAct): string => `new:${what}:${ctx.viewer.id}`;
const secondsUntil = (ctx: UserCtx, at: Date): number =>
  Math.max(1, Math.ceil((at.getTime() - now(ctx).getTime()) / 1_000));

/**
 * Counts something a new account does, in the transaction that does it, so that only what happened counts.
 * @throws AppError 429 `new_account_limit`, with when it is possible again and how the limit ends.
 */
export async function countAsNew(tx: UserCtx, what: LimitedAct): Promise<void> {
  const settings = await tx.settings.all();
  const found = await newness(tx, settings);
  if (!found) return;
  const max = newAccountLimits(settings)[what];
  const { hits, resetAt } = await countHit(tx, limitKey(tx, what), seconds[what]);
  if (hits <= max) return;
  const { endsAt, needsEmail } = found;
  // The limit itself may end before the count does.
  const again = endsAt && !needsEmail && endsAt < resetAt ? endsAt : resetAt;
  const retryAfter = secondsUntil(tx, again);
  const text = [
    limitText({ what, max, needsEmail, isOld: endsAt === null }),
    againText(what, retryAfter),
    endText({ needsEmail, end: endsAt && inSpan(secondsUntil(tx, endsAt)) }),
  ];
  throw new AppError(429, 'new_account_limit', text.join(' '), {
    details: { retryAfter, what, endsAt: endsAt?.toISOString() ?? null, needsEmail },
  });
}

/** The limits of the viewer's account, and how often it can still do what they limit. */
export async function viewLimits(ctx: UserCtx): Promise<NewAccountLimits> {
  const settings = await ctx.settings.all();
  const found = await newness(ctx, settings);
  if (!found) return { isNew: false, endsAt: null, needsEmail: false, limits: [] };
  const most = newAccountLimits(settings);
  const counted = await loadHits(
    ctx,
    LimitedAct.options.map((what) => limitKey(ctx, what)),
  );
  return {
    isNew: true,
    endsAt: found.endsAt?.toISOString() ?? null,
    needsEmail: found.needsEmail,
    limits: LimitedAct.options.map((what) => {
      const hits = counted.get(limitKey(ctx, what));
      const left = Math.max(0, most[what] - (hits?.hits ?? 0));
      return {
        what,
        max: most[what],
        left,
        seconds: seconds[what],
        resetsAt: hits?.resetAt.toISOString() ?? null,
        isLow: left <= limits.newAccount.few,
      };
    }),
  };
}
