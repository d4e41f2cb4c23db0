import { and, eq, isNull } from 'drizzle-orm';
import { type Ctx, now, transaction } from '../../../../kernel/context.ts';
import { accountDeletions, accounts } from '../../../../db/schema/accounts.ts';
import { mailAccount } from '../account-mail.ts';
import type { LoginInput } from '../challenges.ts';
import { type OpenedSession, openLogin } from '../new-devices.ts';

/** What a deleted account is called wherever something of it has to stay. */
export const deletedName = 'Deleted account';

/** Opens an account that its owner had closed: its page is shown as before. */
export async function reopenAccount(tx: Ctx, accountId: string): Promise<void> {
  await tx.db
    .update(accounts)
    .set({ suspendedAt: null, deactivatedAt: null, updatedAt: now(tx) })
    .where(eq(accounts.id, accountId));
}

/**
 * Finishes the login to an account that waits to be deleted: that alone says that its owner keeps it. Null for one
 * that doesn't wait.
 */
export function keepAccount(ctx: Ctx, accountId: string, input: LoginInput): Promise<OpenedSession | null> {
  return transaction(ctx, async (tx) => {
    // The job that deletes takes the same lock first.
    await tx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('update');
    const [cancelled] = await tx.db
      .delete(accountDeletions)
      .where(and(eq(accountDeletions.accountId, accountId), isNull(accountDeletions.begunAt)))
      .returning({ id: accountDeletions.accountId });
    if (!cancelled) return null;
    await reopenAccount(tx, accountId);
    await mailAccount(tx, accountId, (site) => ({
      subject: `Your ${site} account won’t be deleted`,
      lines: [
        'You logged in, so your account isn’t deleted. Your page is shown as before.',
        `If this wasn’t you, change your password and log out all other devices: ${tx.config.publicUrl}`,
      ],
    }));
    return { ...(await openLogin(tx, accountId, input)), deletionCancelled: true };
  });
}
