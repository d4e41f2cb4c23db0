import { and, eq, isNull, sql } from 'drizzle-orm';
import { withoutOverrides } from '#config/line-text.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { emailOutbox } from '../../../db/schema/site.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { unblocked } from '../access/block-rules.ts';
import { closedTo } from '../access/last-seen.ts';
import { mailParts } from './mail-parts.ts';

/** The address in the `List-Unsubscribe` header, with the token in its query. */
export const unsubscribePath = '/api/v1/email/unsubscribe';

export interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** For mails that the reader can turn off. */
  readonly unsubscribeToken?: string;
  /** For mails that tell what others did: whom they tell, and whose actions. */
  readonly recipientId?: string;
  readonly actorIds?: readonly string[];
}

/** Writes an email to the outbox together with the job that sends it, in the transaction of its cause. */
export async function queueMail(tx: Ctx, mail: OutgoingMail): Promise<void> {
  const mailId = tx.ports.ids();
  const actorIds = [...(mail.actorIds ?? [])];
  // Names that an earlier version stored may turn the direction of what is written beside them.
  const [subject, text] = [withoutOverrides(mail.subject), withoutOverrides(mail.text)];
  await tx.db
    .insert(emailOutbox)
    .values({ id: mailId, ...mail, subject, text, actorIds, createdAt: now(tx) });
  await enqueue(tx, { kind: 'mail-send', payload: { mailId } });
}

/** Puts a mail back into the outbox as if it hadn't been sent, with a job of its own. */
export async function resendMail(tx: Ctx, mailId: string): Promise<void> {
  await tx.db.update(emailOutbox).set({ sentAt: null }).where(eq(emailOutbox.id, mailId));
  await enqueue(tx, { kind: 'mail-send', payload: { mailId } });
}

/**
 * SQL condition: since the mail was written, its recipient was suspended, or they and one of the people it
 * tells of blocked each other.
 */
const lostAccess = sql<boolean>`(
  EXISTS (SELECT 1 FROM accounts a WHERE a.id = ${emailOutbox.recipientId} AND a.suspended_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM unnest(${emailOutbox.actorIds}) AS actor(id) WHERE NOT ${unblocked(sql`actor.id`, emailOutbox.recipientId)}))`;

/**
 * The job that sends an email outside any transaction, then marks it as sent. After a crash, an email may be
 * sent twice, but it is never lost.
 */
export async function sendMail(ctx: Ctx, mailId: string): Promise<void> {
  const unsent = and(eq(emailOutbox.id, mailId), isNull(emailOutbox.sentAt));
  // Hours may have passed, for example while the mail server was down.
  const [lost] = await ctx.db
    .delete(emailOutbox)
    .where(and(unsent, lostAccess))
    .returning({ id: emailOutbox.id });
  const [mail] = lost ? [] : await ctx.db.select().from(emailOutbox).where(unsent);
  if (!mail) return;
  if (mail.recipientId !== null && (await closedTo(ctx, mail.recipientId, mail.actorIds)).size > 0) {
    await ctx.db.delete(emailOutbox).where(unsent);
    return;
  }
  const { siteName } = await ctx.settings.all();
  await ctx.ports.mailer.send({
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    parts: mailParts(mail, { siteName, publicUrl: ctx.config.publicUrl }),
    ...(mail.unsubscribeToken === null
      ? {}
      : { unsubscribeUrl: `${ctx.config.publicUrl}${unsubscribePath}?token=${mail.unsubscribeToken}` }),
  });
  await ctx.db
    .update(emailOutbox)
    .set({ sentAt: now(ctx) })
    .where(eq(emailOutbox.id, mail.id));
}
