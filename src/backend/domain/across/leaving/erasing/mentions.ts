import { and, eq, inArray, isNotNull, lte, or, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Ctx } from '../../../../kernel/context.ts';
import { jobs } from '../../../../db/schema/kernel.ts';
import { notifications } from '../../../../db/schema/notifications.ts';
import { auditLog } from '../../../../db/schema/operator.ts';
import { contactMessages, contactReplies, emailOutbox } from '../../../../db/schema/site.ts';
import { deletedName } from '../../../people/accounts/closing/deletion.ts';
import { leaveNotifications } from './counted-query.ts';

/** By what an account is found in the words of others. */
export interface Named {
  readonly accountId: string;
  readonly name: string;
  readonly username: string | null;
  /** Its address, and those it had before. */
  readonly emails: readonly string[];
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** A pattern of the words that name the account, each standing for itself. */
const buildPattern = ({ name, username, emails }: Named): string => {
  const words = [name, username, ...emails].filter((word): word is string => Boolean(word));
  return `(^|[^[:alnum:]])(${words.map(escaped).join('|')})($|[^[:alnum:]])`;
};

/** Takes a word out of the operator's notes. */
async function forgetWord(tx: Ctx, word: string): Promise<void> {
  const there = JSON.stringify(word);
  const facts = sql`${auditLog.facts}::text`;
  await tx.db
    .update(auditLog)
    .set({ facts: sql`replace(${facts}, ${there}::text, ${JSON.stringify(deletedName)}::text)::jsonb` })
    .where(sql`position(${there}::text IN ${facts}) > 0`);
}

/**
 * Removes what the site wrote about an account for others: what they were notified of, mails that were sent, and its
 * name in the operator's notes. What people wrote themselves stays.
 */
export async function forgetMentions(tx: Ctx, named: Named): Promise<void> {
  const me = named.accountId;
  const emails = [...named.emails];
  const pattern = buildPattern(named);
  const matches = (column: AnyPgColumn) => sql`${column} ~ ${pattern}`;
  await leaveNotifications(tx.db, me);
  await tx.db.delete(notifications).where(or(lte(notifications.count, 0), matches(notifications.text)));
  await tx.db
    .delete(emailOutbox)
    .where(
      or(
        inArray(emailOutbox.to, emails),
        eq(emailOutbox.recipientId, me),
        sql`${me}::uuid = ANY (${emailOutbox.actorIds})`,
        and(isNotNull(emailOutbox.sentAt), or(matches(emailOutbox.subject), matches(emailOutbox.text))),
      ),
    );
  await tx.db
    .delete(jobs)
    .where(and(eq(jobs.kind, 'account-link'), inArray(sql`${jobs.payload} ->> 'email'`, emails)));
  // The contact form also takes messages from people who aren't logged in.
  const written = tx.db
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(inArray(contactMessages.email, emails));
  await tx.db.delete(contactReplies).where(inArray(contactReplies.messageId, written));
  await tx.db.delete(contactMessages).where(inArray(contactMessages.email, emails));
  for (const word of [named.name, named.username, ...named.emails]) if (word) await forgetWord(tx, word);
}
