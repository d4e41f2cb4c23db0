import { greeting } from '#config/line-text.ts';
import { routes } from '#config/routes.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { queueMail } from '../../base/site/mails.ts';
import { limitRate } from '../../../kernel/rate-limit.ts';
import { AppError } from '../../../kernel/errors.ts';

interface Reader {
  readonly name: string;
  readonly email: string;
}

async function write(
  tx: Ctx,
  { name, email }: Reader,
  letter: (site: string) => { subject: string; lines: readonly string[] },
): Promise<void> {
  const { siteName } = await tx.settings.all();
  const { subject, lines } = letter(siteName);
  await queueMail(tx, { to: email, subject, text: [greeting(name), ...lines, siteName].join('\n\n') });
}

/** Limits these emails to three an hour per address. Further ones are silently dropped. */
async function isTooOften(tx: Ctx, email: string): Promise<boolean> {
  return limitRate(tx, `address-in-use:${tx.ports.crypto.sha256(email)}`, { max: 3, seconds: 3600 }).then(
    () => false,
    (error: unknown) => {
      if (error instanceof AppError) return true;
      throw error;
    },
  );
}

/**
 * Emails both addresses about a requested change. `newToken` is null when the new address already belongs to
 * another account, whose owner gets a different email.
 */
export async function mailChangeRequested(
  tx: Ctx,
  { newEmail, ...old }: Reader & { readonly newEmail: string },
  tokens: { newToken: string | null; oldToken: string },
): Promise<void> {
  const { publicUrl } = tx.config;
  await write(tx, old, (site) => ({
    subject: `The email address of your ${site} account is being changed`,
    lines: [
      `We received a request to change your account’s email address to ${newEmail}.`,
      `Approve or cancel the change here:\n${publicUrl}${routes.emailChange}?token=${tokens.oldToken}`,
      'Nothing changes until the new address is confirmed. If you do nothing, the change takes effect in a week. You can undo it with this link for another week.',
      `If this wasn’t you, someone knows your password. Cancel the change and set a new password: ${publicUrl}${routes.forgotPassword}`,
    ],
  }));
  if (tokens.newToken === null) return;
  await write(tx, { ...old, email: newEmail }, (site) => ({
    subject: `Confirm your new email address for ${site}`,
    lines: [
      `Open this link to confirm your email address. It expires in two days:\n${publicUrl}${routes.verifyEmail}?token=${tokens.newToken}`,
      'If you didn’t expect this email, you can ignore it.',
    ],
  }));
}

export const mailAddressChanged = (tx: Ctx, old: Reader) =>
  write(tx, old, (site) => ({
    subject: `The email address of your ${site} account was changed`,
    lines: [
      'Your account now uses the new address. If this wasn’t you, undo the change within a week using the link in our earlier email.',
    ],
  }));

export const mailChangeUndone = (tx: Ctx, old: Reader) =>
  write(tx, old, (site) => ({
    subject: `The change of your ${site} email address was undone`,
    lines: [
      `Your account is back to this address and all sessions were logged out. Set a new password now so that only you know it: ${tx.config.publicUrl}${routes.forgotPassword}`,
    ],
  }));

/**
 * The email about an attempt to register with, or change to, an address that already has an account. Only the
 * address's owner receives it; the response to the attempt reveals nothing.
 */
export async function mailAddressInUse(tx: Ctx, owner: Reader): Promise<void> {
  if (await isTooOften(tx, owner.email)) return;
  const { publicUrl } = tx.config;
  await write(tx, owner, (site) => ({
    subject: `You already have an account on ${site}`,
    lines: [
      'Someone, probably you, tried to use this email address for another account. It already belongs to yours.',
      `Log in: ${publicUrl}${routes.login}\nSet a new password: ${publicUrl}${routes.forgotPassword}`,
      'If this wasn’t you, you don’t need to do anything. We didn’t reveal that you have an account.',
    ],
  }));
}
