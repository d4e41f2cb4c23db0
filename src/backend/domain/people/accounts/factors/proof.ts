import { eq } from 'drizzle-orm';
import type { PasskeyAnswer } from '#contract/people/auth/passkeys.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../../kernel/context.ts';
import { accounts, sessions } from '../../../../db/schema/accounts.ts';
import { AppError, invalid } from '../../../../kernel/errors.ts';
import { clearRate, limitRate } from '../../../../kernel/rate-limit.ts';
import { confirmPassword } from '../password-confirmation.ts';
import { acceptAnswer, findPasskey, loadPasskeys, unknownPasskey } from '../passkeys/answers.ts';
import { activeFactor, takeCode } from './codes.ts';

/** How long a proof lasts. */
const proofMs = 10 * 60_000;

/** The ways in which the viewer can prove who they are. Beside a second factor, the password alone isn't one. */
async function listWays(ctx: UserCtx): Promise<('password' | 'code' | 'passkey')[]> {
  const [account] = await ctx.db
    .select({ passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(eq(accounts.id, ctx.viewer.id));
  const hasFactor = (await activeFactor(ctx, ctx.viewer.id)) !== null;
  return [
    ...(account?.passwordHash && !hasFactor ? (['password'] as const) : []),
    ...(hasFactor ? (['code'] as const) : []),
    ...((await loadPasskeys(ctx, ctx.viewer.id)).length > 0 ? (['passkey'] as const) : []),
  ];
}

/** Whether this session proved within the last ten minutes that the account's owner is using it. */
export async function isProven(ctx: UserCtx): Promise<boolean> {
  const [session] = await ctx.db
    .select({ provedAt: sessions.provedAt, factorPassedAt: sessions.factorPassedAt })
    .from(sessions)
    .where(eq(sessions.id, ctx.viewer.sessionId));
  const hasFactor = (await activeFactor(ctx, ctx.viewer.id)) !== null;
  const proof = hasFactor ? session?.factorPassedAt : session?.provedAt;
  return !!proof && now(ctx).getTime() - proof.getTime() < proofMs;
}

/**
 * Refuses unless this session proved within the last ten minutes that the account's owner is using it: by
 * logging in, or by answering this refusal. Where two-factor authentication is on, the proof is the second factor.
 * The client asks for the proof and repeats the call.
 * @throws AppError 403 `step_up_required`
 */
export async function requireProof(ctx: UserCtx): Promise<void> {
  if (await isProven(ctx)) return;
  throw new AppError(403, 'step_up_required', 'Confirm that it’s you to continue.', {
    details: { ways: await listWays(ctx) },
  });
}

/**
 * Like `requireProof`; a password sent with the call proves the same, as callers of the specification do. It is
 * checked in any case, but doesn't stand for a second factor.
 * @throws AppError 403 `step_up_required`; 422 on `password`; 429
 */
export async function requireProofOr(ctx: UserCtx, password: string | undefined): Promise<void> {
  if (password !== undefined) await confirmPassword(ctx, password);
  if (password === undefined || (await activeFactor(ctx, ctx.viewer.id))) await requireProof(ctx);
}

async function confirmPasskey(ctx: UserCtx, answer: PasskeyAnswer): Promise<void> {
  const stored = await findPasskey(ctx, answer.id);
  if (stored?.accountId !== ctx.viewer.id) throw unknownPasskey();
  const use = { purpose: 'step-up', subject: ctx.viewer.sessionId } as const;
  await transaction(ctx, (tx) => acceptAnswer(tx, stored, { answer, use }));
}

/**
 * Notes that this session proved who is using it.
 * @throws AppError 422 on `password` or `code`, or `passkey_…`; 429.
 */
export async function prove(
  ctx: UserCtx,
  given: { password: string } | { code: string } | { passkey: PasskeyAnswer },
): Promise<{ until: string }> {
  if ('password' in given) {
    await confirmPassword(ctx, given.password);
    if (await activeFactor(ctx, ctx.viewer.id))
      throw invalid('password', 'Use a code from your authenticator app or a recovery code.');
  } else {
    const limit = `factor:proof:${ctx.viewer.id}`;
    await limitRate(ctx, limit, { max: 5, seconds: 900 });
    if ('passkey' in given) await confirmPasskey(ctx, given.passkey);
    else if (!(await takeCode(ctx, ctx.viewer.id, given.code))) throw wrongCode(ctx);
    await clearRate(ctx, limit);
  }
  const provedAt = now(ctx);
  if ('password' in given)
    await ctx.db.update(sessions).set({ provedAt }).where(eq(sessions.id, ctx.viewer.sessionId));
  else await passFactor(ctx);
  return { until: new Date(provedAt.getTime() + proofMs).toISOString() };
}

/** Notes that this session passed the second factor. */
export async function passFactor(ctx: UserCtx): Promise<void> {
  const time = now(ctx);
  await ctx.db
    .update(sessions)
    .set({ provedAt: time, factorPassedAt: time })
    .where(eq(sessions.id, ctx.viewer.sessionId));
}

/**
 * The same for a wrong code, a used one, and one of an account without an authenticator. It tells the time that codes
 * are checked by, because all of them fail where a clock is minutes off.
 */
export const wrongCode = (ctx: Ctx) =>
  invalid(
    'code',
    `That code is incorrect or was already used. Codes depend on the time: here it’s ${now(ctx).toISOString().slice(11, 16)} UTC.`,
  );
