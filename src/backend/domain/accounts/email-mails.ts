import { routes } from '#config/routes.ts';
import type { Ctx } from '../../kernel/context.ts';
import { queueMail } from '../site/mails.ts';
import { limitRate } from '../../kernel/rate-limit.ts';
import { AppError } from '../../kernel/errors.ts';

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
  await queueMail(tx, { to: email, subject, text: [`Hello ${name},`, ...lines, siteName].join('\n\n') });
}

/** Three letters an hour to one address, however often strangers ask; what goes beyond that isn't written, and nobody is told. */
async function isTooOften(tx: Ctx, email: string): Promise<boolean> {
  return limitRate(tx, `address-in-use:${tx.ports.crypto.sha256(email)}`, { max: 3, seconds: 3600 }).then(
    () => false,
    (error: unknown) => {
      if (error instanceof AppError) return true;
      throw error;
    },
  );
}

/** Somebody asks for another address: both are asked. `newToken`: null where the new one belongs to somebody already, who gets another letter. */
export async function mailChangeRequested(
  tx: Ctx,
  { newEmail, ...old }: Reader & { readonly newEmail: string },
  tokens: { newToken: string | null; oldToken: string },
): Promise<void> {
  const { publicUrl } = tx.config;
  await write(tx, old, (site) => ({
    subject: `The email address of your ${site} account is being changed`,
    lines: [
      `Somebody, probably you, asked to change the email address of your account to ${newEmail}.`,
      `Say here whether that is right, or take it back:\n${publicUrl}${routes.emailChange}?token=${tokens.oldToken}`,
      'Nothing changes before the new address is confirmed. If you do nothing, the change is made after a week; you can take it back with this link for another week.',
      `If it wasn’t you, somebody knows your password. Take the change back and set a new password: ${publicUrl}${routes.forgotPassword}`,
    ],
  }));
  if (tokens.newToken === null) return;
  await write(tx, { ...old, email: newEmail }, (site) => ({
    subject: `Confirm your new email address for ${site}`,
    lines: [
      `Confirm that this is your email address by opening this link, within two days:\n${publicUrl}${routes.verifyEmail}?token=${tokens.newToken}`,
      'If you don’t know what this is about, ignore this mail.',
    ],
  }));
}

export const mailAddressChanged = (tx: Ctx, old: Reader) =>
  write(tx, old, (site) => ({
    subject: `The email address of your ${site} account was changed`,
    lines: [
      'Your account now has the new address. If it wasn’t you, take the change back within a week, with the link of the mail that asked you about it.',
    ],
  }));

export const mailChangeUndone = (tx: Ctx, old: Reader) =>
  write(tx, old, (site) => ({
    subject: `The change of your ${site} email address was taken back`,
    lines: [
      `Your account has this address, and everybody was logged out. Set a new password now, so that nobody else knows it: ${tx.config.publicUrl}${routes.forgotPassword}`,
    ],
  }));

/** Somebody tried to join with, or to move to, an address that has an account. Only its owner learns that. */
export async function mailAddressInUse(tx: Ctx, owner: Reader): Promise<void> {
  if (await isTooOften(tx, owner.email)) return;
  const { publicUrl } = tx.config;
  await write(tx, owner, (site) => ({
    subject: `You already have an account on ${site}`,
    lines: [
      'Somebody, probably you, tried to use this email address for another account. It belongs to yours already.',
      `Log in: ${publicUrl}${routes.login}\nSet a new password: ${publicUrl}${routes.forgotPassword}`,
      'If it wasn’t you, there is nothing to do: nobody was told that you have an account.',
    ],
  }));
}
