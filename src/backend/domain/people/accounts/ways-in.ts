import { eq } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { passkeys, socialLogins } from '../../../db/schema/factors.ts';
import { conflict } from '../../../kernel/errors.ts';

/**
 * Holds the account and refuses if it has only one way to log in, so that two can't be removed at once.
 * @throws AppError 409
 */
export async function keepWayIn(tx: Ctx, accountId: string): Promise<void> {
  const [account] = await tx.db
    .select({ passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('update');
  if (account?.passwordHash) return;
  const providers = await tx.db.$count(socialLogins, eq(socialLogins.accountId, accountId));
  const keys = await tx.db.$count(passkeys, eq(passkeys.accountId, accountId));
  if (providers + keys <= 1) throw conflict('This is your only way to log in. Set a password first.');
}
