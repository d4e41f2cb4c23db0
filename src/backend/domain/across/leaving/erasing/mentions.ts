import { sql } from 'drizzle-orm';
import type { Ctx } from '../../../../kernel/context.ts';
import { deletedName } from '../../../people/accounts/closing/deletion.ts';

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

/** A list of texts that reaches the database as one value. */
const textArray = (texts: readonly string[]) =>
  sql`ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(texts)}::text::jsonb))`;

/**
 * Removes what the site wrote about an account for others: what they were notified of, mails that were sent, and its
 * name in the operator's notes. What people wrote themselves stays.
 */
export async function forgetMentions(tx: Ctx, named: Named): Promise<void> {
  const me = sql`${named.accountId}::uuid`;
  const pattern = buildPattern(named);
  const emails = textArray(named.emails);
  await tx.db.execute(sql`
    WITH gone AS (DELETE FROM notification_actors WHERE account_id = ${me} RETURNING notification_id)
    UPDATE notifications SET count = count - 1 WHERE id IN (SELECT notification_id FROM gone)`);
  await tx.db.execute(sql`DELETE FROM notifications WHERE count <= 0 OR text ~ ${pattern}`);
  await tx.db.execute(sql`
    DELETE FROM email_outbox WHERE "to" = ANY (${emails}) OR recipient_id = ${me} OR ${me} = ANY (actor_ids)
      OR (sent_at IS NOT NULL AND (subject ~ ${pattern} OR text ~ ${pattern}))`);
  await tx.db.execute(sql`
    DELETE FROM jobs WHERE kind = 'account-link' AND payload ->> 'email' = ANY (${emails})`);
  // The contact form also takes messages from people who aren't logged in.
  await tx.db.execute(sql`
    DELETE FROM contact_replies WHERE message_id IN (SELECT id FROM contact_messages WHERE email = ANY (${emails}))`);
  await tx.db.execute(sql`DELETE FROM contact_messages WHERE email = ANY (${emails})`);
  const nobody = JSON.stringify(deletedName);
  for (const word of [named.name, named.username, ...named.emails])
    if (word)
      await tx.db.execute(sql`
        UPDATE audit_log SET facts = replace(facts::text, ${JSON.stringify(word)}::text, ${nobody}::text)::jsonb
        WHERE position(${JSON.stringify(word)}::text IN facts::text) > 0`);
}
