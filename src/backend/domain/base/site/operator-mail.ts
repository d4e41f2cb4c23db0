import { eq } from 'drizzle-orm';
import { accounts } from '../../../db/schema/accounts.ts';
import { operators } from '../../../db/schema/operator.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { contactAddress } from './contact.ts';
import { queueMail } from './mails.ts';

/** The email addresses of every operator, and the site's contact address. Empty where there are none. */
export async function operatorAddresses(ctx: Ctx): Promise<string[]> {
  const { contactEmail } = await ctx.settings.all();
  const people = await ctx.db
    .select({ email: accounts.email })
    .from(operators)
    .innerJoin(accounts, eq(accounts.id, operators.accountId));
  const known = [...people.map(({ email }) => email), contactEmail];
  return [...new Set(known.filter((email) => email !== null))];
}

/**
 * Emails everyone who runs the site about something that can't wait: it may be long until one of them looks at the
 * desk. Where no address is known, it goes to the one that is guessed from the site's.
 */
export async function mailOperators(
  tx: Ctx,
  { subject, text }: { subject: string; text: string },
): Promise<void> {
  const known = await operatorAddresses(tx);
  for (const to of known.length > 0 ? known : [contactAddress(tx, null)])
    await queueMail(tx, { to, subject, text });
}
