import { sql } from 'drizzle-orm';
import type { Ctx, Viewer } from '../../kernel/context.ts';
import { rowsOf } from '../../db/db.ts';
import { AppError, unknownOperation } from '../../kernel/errors.ts';

/** Whether an account is an operator's, and whether something besides the password protects it. */
async function standingOf(ctx: Pick<Ctx, 'db'>, accountId: string) {
  const [row] = await rowsOf<{ isProtected: boolean }>(
    ctx.db.execute(sql`
    SELECT EXISTS (SELECT 1 FROM second_factors f WHERE f.account_id = o.account_id AND f.enabled_at IS NOT NULL) AS "isProtected"
    FROM operators o WHERE o.account_id = ${accountId}::uuid`),
  );
  return row ?? null;
}

/**
 * Lets operators through. A suspended one has no session, so no viewer.
 * @throws AppError 404 like an unknown route for everyone else; 403 `second_factor_required_for_desk`
 */
export async function requireOperator(
  ctx: Pick<Ctx, 'db' | 'config'>,
  viewer: Pick<Viewer, 'id'> | null,
): Promise<void> {
  const standing = viewer && !ctx.config.deskClosed ? await standingOf(ctx, viewer.id) : null;
  if (!standing) throw unknownOperation();
  if (!standing.isProtected)
    throw new AppError(
      403,
      'second_factor_required_for_desk',
      'Turn on two-factor authentication in your account settings to use the operator’s desk.',
    );
}
