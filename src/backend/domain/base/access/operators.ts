import { eq } from 'drizzle-orm';
import type { Ctx, Viewer } from '../../../kernel/context.ts';
import { operators } from '../../../db/schema/operator.ts';
import { AppError, unknownOperation } from '../../../kernel/errors.ts';
import { findStanding } from './operators-query.ts';

/** Whether an account is an operator's. */
export async function isOperator(ctx: Pick<Ctx, 'db'>, accountId: string): Promise<boolean> {
  const rows = await ctx.db
    .select({ accountId: operators.accountId })
    .from(operators)
    .where(eq(operators.accountId, accountId));
  return rows.length > 0;
}

/**
 * Lets operators through whose session has passed the second factor: within hours to look, within minutes to act.
 * That the account has one isn't enough, because a session may be older than it. A suspended operator has no
 * session, so no viewer.
 * @throws AppError 404 like an unknown route for everyone else; 403 `second_factor_required_for_desk`,
 *   `step_up_required`
 */
export async function requireOperator(
  ctx: Pick<Ctx, 'db' | 'config' | 'ports' | 'settings'>,
  viewer: Pick<Viewer, 'id' | 'sessionId'> | null,
  need: 'look' | 'act' = 'look',
): Promise<void> {
  const standing =
    viewer && !ctx.config.deskClosed ? await findStanding(ctx.db, viewer, ctx.ports.clock.now()) : null;
  if (!standing) throw unknownOperation();
  const { isProtected, hasPasskey, proofAge } = standing;
  if (!isProtected)
    throw new AppError(
      403,
      'second_factor_required_for_desk',
      'Turn on two-factor authentication in your account settings to use the operator’s desk.',
    );
  const { operatorProofMinutes, operatorSessionHours } = await ctx.settings.all();
  const lasts = need === 'act' ? operatorProofMinutes * 60 : operatorSessionHours * 3_600;
  if (proofAge === null || proofAge >= lasts)
    throw new AppError(403, 'step_up_required', 'Confirm that it’s you to continue.', {
      details: { ways: ['code', ...(hasPasskey ? ['passkey'] : [])] },
    });
}
