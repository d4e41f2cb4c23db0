import { and, eq, isNull } from 'drizzle-orm';
import { type Ctx, now } from '../../kernel/context.ts';
import { outboxMails } from '../../db/schema/site.ts';
import { enqueue } from '../../kernel/job-queue.ts';
import type { Mail } from '../../ports.ts';

/** Writes a mail and the job that sends it; both commit, or neither, with what caused them. */
export async function queueMail(tx: Ctx, mail: Mail): Promise<void> {
  const mailId = tx.ports.ids();
  await tx.db.insert(outboxMails).values({ id: mailId, ...mail, createdAt: now(tx) });
  await enqueue(tx, { kind: 'mail-send', payload: { mailId } });
}

/**
 * The job: hands the mail over outside any transaction, then notes it. Run twice after a crash, a mail may
 * arrive twice but never not.
 */
export async function sendMail(ctx: Ctx, mailId: string): Promise<void> {
  const [mail] = await ctx.db
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.id, mailId), isNull(outboxMails.sentAt)));
  if (!mail) return;
  await ctx.ports.mailer.send({ to: mail.to, subject: mail.subject, text: mail.text });
  await ctx.db
    .update(outboxMails)
    .set({ sentAt: now(ctx) })
    .where(eq(outboxMails.id, mail.id));
}
