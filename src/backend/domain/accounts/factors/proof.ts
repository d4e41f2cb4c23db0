import { eq } from 'drizzle-orm';
import type { PasskeyAnswer } from '#contract/auth/passkeys.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { accounts, sessions } from '../../../db/schema/accounts.ts';
import { AppError, invalid } from '../../../kernel/errors.ts';
import { clearRate, limitRate } from '../../../kernel/rate-limit.ts';
import { confirmPassword } from '../password-confirmation.ts';
import { acceptAnswer, findPasskey, passkeysOf, unknownPasskey } from '../passkeys/answers.ts';
import { activeFactor, takeCode } from './codes.ts';

/** How long a proof lasts. */
const proofMs = 10 * 60_000;

/** The ways in which the viewer can prove who they are. */
async function waysOf(ctx: UserCtx): Promise<('password' | 'code' | 'passkey')[]> {
  const [account] = await ctx.db
    .select({ passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(eq(accounts.id, ctx.viewer.id));
  return [
    ...(account?.passwordHash ? (['password'] as const) : []),
    ...((await activeFactor(ctx, ctx.viewer.id)) ? (['code'] as const) : []),
    ...((await passkeysOf(ctx, ctx.viewer.id)).length > 0 ? (['passkey'] as const) : []),
  ];
}

/**
 * Refuses unless this session proved within the last ten minutes that the account's owner is using it: by
 * logging in, or by answering this refusal. The client asks for the proof and repeats the call.
 * @throws AppError 403 `step_up_required`
 */
export async function requireProof(ctx: UserCtx): Promise<void> {
  const [session] = await ctx.db
    .select({ provedAt: sessions.provedAt })
    .from(sessions)
    .where(eq(sessions.id, ctx.viewer.sessionId));
  if (session?.provedAt && now(ctx).getTime() - session.provedAt.getTime() < proofMs) return;
  throw new AppError(403, 'step_up_required', 'Confirm that it’s you to continue.', {
    details: { ways: await waysOf(ctx) },
  });
}

/**
 * Like `requireProof`; a password sent with the call proves the same, as callers of the specification do.
 * @throws AppError 403 `step_up_required`; 422 on `password`; 429
 */
export async function requireProofOr(ctx: UserCtx, password: string | undefined): Promise<void> {
  if (password === undefined) await requireProof(ctx);
  else await confirmPassword(ctx, password);
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
  if ('password' in given) await confirmPassword(ctx, given.password);
  else {
    const limit = `factor:proof:${ctx.viewer.id}`;
    await limitRate(ctx, limit, { max: 5, seconds: 900 });
    if ('passkey' in given) await confirmPasskey(ctx, given.passkey);
    else if (!(await takeCode(ctx, ctx.viewer.id, given.code))) throw wrongCode();
    await clearRate(ctx, limit);
  }
  const provedAt = now(ctx);
  await ctx.db.update(sessions).set({ provedAt }).where(eq(sessions.id, ctx.viewer.sessionId));
  return { until: new Date(provedAt.getTime() + proofMs).toISOString() };
}

/** The same for a wrong code, a used one, and one of an account without an authenticator. */
export const wrongCode = () => invalid('code', 'That code is incorrect or was already used.');
