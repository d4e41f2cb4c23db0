import { eq } from 'drizzle-orm';
import { greeting } from '#config/line-text.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { queueMail } from '../../base/site/mails.ts';

interface Letter {
  readonly subject: string;
  readonly lines: readonly string[];
}

/** Formats as `2026-11-23 12:00 UTC`, because an email doesn't know its reader's time zone. */
export const utcMinute = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Emails the account's address on record, if it has one, whatever its notification settings say. */
export async function mailAccount(
  tx: Ctx,
  accountId: string,
  letter: (site: string) => Letter,
): Promise<void> {
  const [person] = await tx.db
    .select({ name: accounts.name, email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (!person?.email) return;
  const { siteName } = await tx.settings.all();
  const { subject, lines } = letter(siteName);
  await queueMail(tx, {
    to: person.email,
    subject,
    text: [greeting(person.name), ...lines, siteName].join('\n\n'),
  });
}
