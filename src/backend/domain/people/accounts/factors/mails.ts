import { routes } from '#config/routes.ts';
import type { Ctx } from '../../../../kernel/context.ts';
import { mailAccount } from '../account-mail.ts';

const notYou = ({ config }: Ctx) =>
  `If this wasn’t you, someone knows your password. Set a new one now: ${config.publicUrl}${routes.forgotPassword}`;

/** Emails that it was turned on, with a link that undoes it. */
export const mailFactorOn = (tx: Ctx, accountId: string, token: string): Promise<void> =>
  mailAccount(tx, accountId, (site) => ({
    subject: `Two-factor authentication is on for your ${site} account`,
    lines: [
      'From now on, logging in takes a code from your authenticator app. Keep your recovery codes in a safe place.',
      `If this wasn’t you, undo it within a week. All sessions are logged out:\n${tx.config.publicUrl}${routes.emailChange}?undo=second-factor&token=${token}`,
    ],
  }));

export const mailFactorOff = (tx: Ctx, accountId: string): Promise<void> =>
  mailAccount(tx, accountId, (site) => ({
    subject: `Two-factor authentication is off for your ${site} account`,
    lines: ['Logging in only takes your password now.', notYou(tx)],
  }));

export const mailFactorUndone = (tx: Ctx, accountId: string): Promise<void> =>
  mailAccount(tx, accountId, (site) => ({
    subject: `Two-factor authentication was undone for your ${site} account`,
    lines: [
      'Logging in only takes your password again, and all sessions were logged out.',
      `Set a new password now so that only you know it: ${tx.config.publicUrl}${routes.forgotPassword}`,
    ],
  }));

export const mailCodesReplaced = (tx: Ctx, accountId: string): Promise<void> =>
  mailAccount(tx, accountId, (site) => ({
    subject: `New recovery codes for your ${site} account`,
    lines: ['New recovery codes were created. The earlier ones no longer work.', notYou(tx)],
  }));

export const mailRecoveryCodeUsed = (tx: Ctx, accountId: string, left: number): Promise<void> =>
  mailAccount(tx, accountId, (site) => ({
    subject: `A recovery code of your ${site} account was used`,
    lines: [
      `${left === 0 ? 'It was the last one. Create' : `You have ${left} left. You can create`} new ones here: ${tx.config.publicUrl}${routes.userAccount}?tab=security`,
      notYou(tx),
    ],
  }));
