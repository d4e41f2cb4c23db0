import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Ctx } from '../../../../kernel/context.ts';
import { secondFactors } from '../../../../db/schema/factors.ts';
import { findStep } from './authenticator.ts';
import { mailRecoveryCodeUsed } from './mails.ts';
import { countCodes, takeRecoveryCode } from './recovery-codes.ts';

/** The account's authenticator app, if one is turned on. */
export async function activeFactor(ctx: Ctx, accountId: string) {
  const [factor] = await ctx.db
    .select()
    .from(secondFactors)
    .where(and(eq(secondFactors.accountId, accountId), isNotNull(secondFactors.enabledAt)));
  return factor ?? null;
}

/** Whether a code from the app is right and newer than the last one; it is then used up. */
async function takeAppCode(ctx: Ctx, accountId: string, code: string): Promise<boolean> {
  const factor = await activeFactor(ctx, accountId);
  const step = factor && (await findStep(ctx, factor, code));
  if (step === null) return false;
  // Compared by the statement that stores it, so that of two calls with the same code one fails.
  const used = await ctx.db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(
      and(
        eq(secondFactors.accountId, accountId),
        isNotNull(secondFactors.enabledAt),
        or(isNull(secondFactors.lastStep), lt(secondFactors.lastStep, step)),
      ),
    )
    .returning({ accountId: secondFactors.accountId });
  return used.length > 0;
}

/** Uses up a code from the app or a recovery code; false if it is wrong or was used before. */
export async function takeCode(ctx: Ctx, accountId: string, given: string): Promise<boolean> {
  const code = given.replaceAll(/[\s-]/g, '');
  if (/^\d{6}$/.test(code)) return takeAppCode(ctx, accountId, code);
  if (!(await takeRecoveryCode(ctx, accountId, code))) return false;
  await mailRecoveryCodeUsed(ctx, accountId, await countCodes(ctx, accountId));
  return true;
}
