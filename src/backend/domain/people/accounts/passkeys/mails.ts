import { routes } from '#config/routes.ts';
import type { Ctx } from '../../../../kernel/context.ts';
import { mailAccount } from '../account-mail.ts';

/** Emails that a passkey was added, with a link that removes it again. */
export const mailPasskeyAdded = (
  tx: Ctx,
  accountId: string,
  { name, token }: { name: string; token: string },
): Promise<void> =>
  mailAccount(tx, accountId, (site) => ({
    subject: `A passkey was added to your ${site} account`,
    lines: [
      `You can log in with the passkey “${name}” from now on.`,
      `If this wasn’t you, remove it within a week. All sessions are logged out:\n${tx.config.publicUrl}${routes.emailChange}?undo=passkey&token=${token}`,
    ],
  }));

export const mailPasskeyRemoved = (tx: Ctx, accountId: string, name: string): Promise<void> =>
  mailAccount(tx, accountId, (site) => ({
    subject: `A passkey was removed from your ${site} account`,
    lines: [
      `The passkey “${name}” no longer logs in.`,
      `If this wasn’t you, someone was logged in to your account. Set a new password now: ${tx.config.publicUrl}${routes.forgotPassword}`,
    ],
  }));

export const mailPasskeyUndone = (tx: Ctx, accountId: string, name: string): Promise<void> =>
  mailAccount(tx, accountId, (site) => ({
    subject: `A passkey was removed from your ${site} account`,
    lines: [
      `The passkey “${name}” no longer logs in, and all sessions were logged out.`,
      `Someone may know your password. Set a new one now: ${tx.config.publicUrl}${routes.forgotPassword}`,
    ],
  }));
