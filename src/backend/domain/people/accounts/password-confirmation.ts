import { eq } from 'drizzle-orm';
import type { UserCtx } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { invalid } from '../../../kernel/errors.ts';
import { verifyPassword } from './password-forms.ts';
import { clearRate, limitRate } from '../../../kernel/rate-limit.ts';

/**
 * Verifies the viewer's password, in case someone else is using their open browser. Slow: never call it
 * inside a transaction.
 * @throws AppError 422 on `password`, 429 after five wrong attempts.
 */
export async function confirmPassword(ctx: UserCtx, password: string): Promise<void> {
  const limit = `password:${ctx.viewer.id}`;
  await limitRate(ctx, limit, { max: 5, seconds: 900 });
  const [account] = await ctx.db
    .select({ id: accounts.id, passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(eq(accounts.id, ctx.viewer.id));
  if (!(await verifyPassword(ctx, password, account)))
    throw invalid('password', 'That password is incorrect.');
  await clearRate(ctx, limit);
}
