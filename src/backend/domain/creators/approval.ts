import { eq } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { type Ctx, now } from '../../kernel/context.ts';
import type { accounts } from '../../db/schema/accounts.ts';
import { performers } from '../../db/schema/creators.ts';
import { queueMail } from '../site/mails.ts';

export interface Verdict {
  readonly verified: 'approved' | 'rejected';
  readonly reason: string | null;
}
type DecidedAccount = Pick<typeof accounts.$inferSelect, 'id' | 'username' | 'name' | 'email'>;

async function letter(
  tx: Ctx,
  account: DecidedAccount,
  { verified, reason }: Verdict,
): Promise<{ subject: string; text: string }> {
  const { siteName } = await tx.settings.all();
  const { publicUrl } = tx.config;
  const [subject, ...lines] =
    verified === 'approved'
      ? [
          `Welcome to ${siteName}`,
          'your profile is approved and now public.',
          `${publicUrl}${routes.profile(account.username ?? account.id)}`,
        ]
      : [
          `Your profile on ${siteName}`,
          `we couldn’t approve your profile. ${reason ?? ''}`,
          `You can upload new documents here: ${publicUrl}${routes.creatorAccount}`,
        ];
  return { subject, text: [`Hello ${account.name},`, ...lines, siteName].join('\n\n') };
}

/** Approves or rejects a creator, which shows or hides the profile, and emails them. */
export async function decideApproval(tx: Ctx, account: DecidedAccount, verdict: Verdict): Promise<void> {
  await tx.db
    .update(performers)
    .set({ verified: verdict.verified, verifiedReason: verdict.reason, updatedAt: now(tx) })
    .where(eq(performers.accountId, account.id));
  if (account.email) await queueMail(tx, { to: account.email, ...(await letter(tx, account, verdict)) });
}
