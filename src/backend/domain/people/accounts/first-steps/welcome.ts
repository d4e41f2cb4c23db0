import { and, eq, isNull } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { type Ctx, now } from '../../../../kernel/context.ts';
import { mailAccount } from '../account-mail.ts';

/**
 * Emails a new fan what to do first, once: when the account is made or, where addresses are confirmed, when this
 * one is. Creators are told by their verification.
 */
export async function welcomeByMail(tx: Ctx, accountId: string): Promise<void> {
  const welcomed = await tx.db
    .update(accounts)
    .set({ welcomedAt: now(tx) })
    .where(and(eq(accounts.id, accountId), isNull(accounts.welcomedAt), eq(accounts.isPerformer, false)))
    .returning({ id: accounts.id });
  if (welcomed.length === 0) return;
  const { publicUrl } = tx.config;
  await mailAccount(tx, accountId, (site) => ({
    subject: `Welcome to ${site}`,
    lines: [
      'Your account is ready.',
      `Choose what you’re interested in and follow a few creators to fill your home feed:\n${publicUrl}${routes.welcome}`,
      `Or look around by category, and see who is trending:\n${publicUrl}${routes.explore}`,
      `Your profile, notifications and other settings are here:\n${publicUrl}${routes.userAccount}`,
    ],
  }));
}
