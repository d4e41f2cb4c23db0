import { sql } from 'drizzle-orm';
import type { Ctx, Viewer } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';
import { AppError, unknownOperation } from '../../../kernel/errors.ts';

interface Standing {
  /** Whether something besides the password protects the account. */
  isProtected: boolean;
  hasPasskey: boolean;
  /** Seconds since this very session passed the second factor; null if it never did. */
  proofAge: number | null;
}

/** What the desk has to know of an operator's account and session; null for everybody else. */
async function loadStanding(
  ctx: Pick<Ctx, 'db' | 'ports'>,
  { id, sessionId }: Pick<Viewer, 'id' | 'sessionId'>,
): Promise<Standing | null> {
  const [row] = await fetchRows<Standing>(
    ctx.db.execute(sql`
    SELECT
      EXISTS (SELECT 1 FROM second_factors f WHERE f.account_id = o.account_id AND f.enabled_at IS NOT NULL) AS "isProtected",
      EXISTS (SELECT 1 FROM passkeys p WHERE p.account_id = o.account_id) AS "hasPasskey",
      (SELECT extract(epoch FROM ${ctx.ports.clock.now().toISOString()}::timestamptz - s.factor_passed_at)::float8
        FROM sessions s WHERE s.id = ${sessionId}::uuid AND s.account_id = o.account_id) AS "proofAge"
    FROM operators o WHERE o.account_id = ${id}::uuid`),
  );
  return row ?? null;
}

/** Whether an account is an operator's. */
export async function isOperator(ctx: Pick<Ctx, 'db'>, accountId: string): Promise<boolean> {
  const rows = await fetchRows(
    ctx.db.execute(sql`SELECT 1 FROM operators o WHERE o.account_id = ${accountId}::uuid`),
  );
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
  const standing = viewer && !ctx.config.deskClosed ? await loadStanding(ctx, viewer) : null;
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
