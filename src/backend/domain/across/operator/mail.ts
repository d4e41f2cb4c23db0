import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { emailOutbox } from '../../../db/schema/site.ts';
import { AppError } from '../../../kernel/errors.ts';
import { transaction } from '../../../kernel/context.ts';
import { resendMail } from '../../base/site/mails.ts';
import { type OperatorCtx, audit } from './audit.ts';
import { cappedTotal } from '../../../kernel/paging.ts';

export type OutboxMail = typeof emailOutbox.$inferSelect;

export interface MailFilter {
  readonly waiting?: boolean | undefined;
  /** The recipient's address. */
  readonly to?: string | undefined;
}
const matching = ({ waiting, to }: MailFilter) =>
  and(
    waiting === undefined ? undefined : waiting ? isNull(emailOutbox.sentAt) : isNotNull(emailOutbox.sentAt),
    to ? eq(emailOutbox.to, to) : undefined,
  );

/** Emails in the outbox, newest first. */
export function listMails(
  ctx: OperatorCtx,
  { limit, offset = 0, ...filter }: MailFilter & { limit: number; offset?: number },
): Promise<OutboxMail[]> {
  return ctx.db
    .select()
    .from(emailOutbox)
    .where(matching(filter))
    .orderBy(desc(emailOutbox.id))
    .offset(offset)
    .limit(limit);
}

/** How many there are, counted some way past the page. */
export const countMails = (
  ctx: OperatorCtx,
  { limit, offset, ...filter }: MailFilter & { limit: number; offset: number },
): Promise<number> =>
  cappedTotal(ctx, ctx.db.select({ id: emailOutbox.id }).from(emailOutbox).where(matching(filter)).getSQL(), {
    offset,
    limit,
  });

/**
 * The text of an email for the desk. What follows `?` or `#` in its links would let an operator act for the
 * recipient, for example set their password, so it is left out.
 */
export const withoutTokens = (text: string): string =>
  text.replaceAll(/(https?:\/\/[^\s?#]+)[?#]\S+/g, '$1?…');

/** One email by its id, or the newest for `latest`. */
export async function showMail(ctx: OperatorCtx, id: string): Promise<OutboxMail> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
  const [mail] =
    id === 'latest'
      ? await listMails(ctx, { limit: 1 })
      : isId
        ? await ctx.db.select().from(emailOutbox).where(eq(emailOutbox.id, id))
        : [];
  if (!mail)
    throw new AppError(
      404,
      'not_found',
      id === 'latest' ? 'The outbox is empty.' : `There is no email ${id}.`,
    );
  return mail;
}

/** One email for the desk; that it was opened is recorded. */
export const openMail = (ctx: OperatorCtx, id: string): Promise<OutboxMail> =>
  transaction(ctx, async (tx) => {
    const mail = await showMail(tx, id);
    await audit(tx, {
      action: 'mail.opened',
      subject: mail.id,
      facts: { to: mail.to, subject: mail.subject },
    });
    return { ...mail, text: withoutTokens(mail.text) };
  });

/** Sends one email once more, to the address it was written to. */
export function sendAgain(ctx: OperatorCtx, id: string, reason?: string): Promise<OutboxMail> {
  return transaction(ctx, async (tx) => {
    const mail = await showMail(tx, id);
    await resendMail(tx, mail.id);
    await audit(tx, {
      action: 'mail.resent',
      subject: mail.id,
      facts: { to: mail.to, subject: mail.subject, ...(reason && { reason }) },
    });
    return mail;
  });
}
