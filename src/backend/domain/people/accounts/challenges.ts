import { and, eq, gt } from 'drizzle-orm';
import { type Ctx, now } from '../../../kernel/context.ts';
import { loginChallenges } from '../../../db/schema/factors.ts';
import { AppError } from '../../../kernel/errors.ts';

type Challenge = typeof loginChallenges.$inferSelect;
export interface LoginInput {
  readonly remember: boolean;
  readonly device?: string | undefined;
  /** Whether the login passed a second factor. */
  readonly factor?: boolean;
}

/** How long a login can be finished after the password. */
const challengeMs = 10 * 60_000;

/**
 * Nothing is open yet: the challenge only stands for what was proved so far. One for a code can't reactivate
 * an account, which would get around the code.
 */
export async function issueChallenge(
  ctx: Ctx,
  accountId: string,
  { purpose, remember }: Pick<Challenge, 'purpose' | 'remember'>,
): Promise<{ challenge: string; expiresAt: string }> {
  const token = ctx.ports.crypto.randomToken(32);
  const time = now(ctx);
  const expiresAt = new Date(time.getTime() + challengeMs);
  await ctx.db.insert(loginChallenges).values({
    id: ctx.ports.ids(),
    accountId,
    tokenHash: ctx.ports.crypto.sha256(token),
    purpose,
    remember,
    createdAt: time,
    expiresAt,
  });
  return { challenge: token, expiresAt: expiresAt.toISOString() };
}

const open = (ctx: Ctx, token: string, purpose: Challenge['purpose']) =>
  and(
    eq(loginChallenges.tokenHash, ctx.ports.crypto.sha256(token)),
    eq(loginChallenges.purpose, purpose),
    gt(loginChallenges.expiresAt, now(ctx)),
  );

/** The open challenge with this token. */
export async function challengedBy(
  ctx: Ctx,
  token: string,
  purpose: Challenge['purpose'],
): Promise<Challenge | undefined> {
  const [challenged] = await ctx.db
    .select()
    .from(loginChallenges)
    .where(open(ctx, token, purpose));
  return challenged;
}

/** Ends a challenge; false if it had ended already. */
export async function endChallenge(tx: Ctx, token: string, purpose: Challenge['purpose']): Promise<boolean> {
  const ended = await tx.db
    .delete(loginChallenges)
    .where(open(tx, token, purpose))
    .returning({ id: loginChallenges.id });
  return ended.length > 0;
}

export const loginExpired = () =>
  new AppError(422, 'login_expired', 'That took too long. Log in with your password again.');
