import { and, eq, isNull, or } from 'drizzle-orm';
import type { Inviter } from '#contract/money/referrals.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { referralCodes } from '../../../db/schema/referrals.ts';
import { canMeet } from '../../base/access/block-rules.ts';
import { avatarUrl } from '../../people/accounts/profile-cards.ts';
import { toNetwork } from '../../../kernel/networks.ts';
import { forgiveHit, limitRate } from '../../../kernel/rate-limit.ts';

/** Wrong codes per network: enough for typing errors, too few for guessing. */
const guesses = { max: 20, seconds: 900 };

/** The part of a fan's name that strangers see. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? '';

/** A readable code that can't be guessed from the username alone. */
function newCode(ctx: Ctx, name: string): string {
  const words =
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '')
      .slice(0, 16) || 'friend';
  const random = ctx.ports.crypto.randomToken(6);
  const digits = Array.from({ length: 4 }, (_, at) => random.charCodeAt(at) % 10);
  return `${words}${digits.join('')}`;
}

const findCode = async (ctx: Ctx, accountId: string): Promise<string | null> =>
  (
    await ctx.db
      .select({ code: referralCodes.code })
      .from(referralCodes)
      .where(eq(referralCodes.accountId, accountId))
  )[0]?.code ?? null;

/** The account's code, created on first request. It never changes. */
export async function ownCode(
  ctx: Ctx,
  account: { id: string; username: string | null; name: string },
): Promise<string> {
  for (;;) {
    const known = await findCode(ctx, account.id);
    if (known !== null) return known;
    // If the code is taken, or a concurrent request created one, look again.
    await ctx.db
      .insert(referralCodes)
      .values({
        accountId: account.id,
        code: newCode(ctx, account.username ?? account.name),
        createdAt: now(ctx),
      })
      .onConflictDoNothing();
  }
}

export interface FoundInviter extends Inviter {
  readonly id: string;
  readonly joinedAt: Date;
}

/**
 * The owner of a code; null for an unknown code and for someone who doesn't exist for the viewer. Misses are
 * counted per network, so that codes can't be guessed.
 * @throws AppError 429 after too many misses.
 */
export async function findInviter(ctx: Ctx, code: string): Promise<FoundInviter | null> {
  const limit = `referral-code:${toNetwork(ctx.request)}`;
  await limitRate(ctx, limit, guesses);
  const shown = or(eq(accounts.isPerformer, false), eq(performers.verified, 'approved'));
  const [row] = await ctx.db
    .select({
      id: accounts.id,
      name: accounts.name,
      avatar: accounts.avatar,
      isPerformer: accounts.isPerformer,
      joinedAt: accounts.createdAt,
    })
    .from(referralCodes)
    .innerJoin(accounts, eq(accounts.id, referralCodes.accountId))
    .leftJoin(performers, eq(performers.accountId, accounts.id))
    .where(and(eq(referralCodes.code, code), isNull(accounts.suspendedAt), shown, canMeet(ctx, accounts.id)));
  if (!row) return null;
  await forgiveHit(ctx, limit);
  return { ...row, code, name: row.isPerformer ? row.name : firstName(row.name), avatar: avatarUrl(row) };
}
