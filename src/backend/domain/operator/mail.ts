import { desc, eq, isNull } from 'drizzle-orm';
import { outboxMails } from '../../db/schema/site.ts';
import { AppError } from '../../kernel/errors.ts';
import { transaction } from '../../kernel/context.ts';
import { resendMail } from '../site/mails.ts';
import { type OperatorCtx, audit } from './audit.ts';

export type OutboxMail = typeof outboxMails.$inferSelect;

/** Emails in the outbox, newest first. */
export function listMails(
  ctx: OperatorCtx,
  filter: { waiting?: boolean; limit: number },
): Promise<OutboxMail[]> {
  return ctx.db
    .select()
    .from(outboxMails)
    .where(filter.waiting ? isNull(outboxMails.sentAt) : undefined)
    .orderBy(desc(outboxMails.createdAt), desc(outboxMails.id))
    .limit(filter.limit);
}

/** One email by its id, or the newest for `latest`. */
export async function showMail(ctx: OperatorCtx, id: string): Promise<OutboxMail> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
  const [mail] =
    id === 'latest'
      ? await listMails(ctx, { limit: 1 })
      : isId
        ? await ctx.db.select().from(outboxMails).where(eq(outboxMails.id, id))
        : [];
  if (!mail)
    throw new AppError(
      404,
      'not_found',
      id === 'latest' ? 'The outbox is empty.' : `There is no email ${id}.`,
    );
  return mail;
}

/** Sends one email once more, to the address it was written to. */
export function sendAgain(ctx: OperatorCtx, id: string): Promise<OutboxMail> {
  return transaction(ctx, async (tx) => {
    const mail = await showMail(tx, id);
    await resendMail(tx, mail.id);
    await audit(tx, {
      action: 'mail.resent',
      subject: mail.id,
      facts: { to: mail.to, subject: mail.subject },
    });
    return mail;
  });
}
