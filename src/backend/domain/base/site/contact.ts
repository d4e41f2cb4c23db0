import { eq } from 'drizzle-orm';
import { greeting } from '#config/line-text.ts';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { contactMessages, contactReplies } from '../../../db/schema/site.ts';
import { toNetwork } from '../../../kernel/networks.ts';
import { limitOrAsk } from './captcha.ts';
import { queueMail } from './mails.ts';

export type ContactMessage = typeof contactMessages.$inferSelect;

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

export const contactAddress = ({ config }: Pick<Ctx, 'config'>, contactEmail: string | null): string =>
  contactEmail ?? `operator@${new URL(config.publicUrl).hostname}`;

/** Stores a message from the contact form, and emails it to the operator. */
export async function writeToOperator(
  ctx: Ctx,
  input: { name: string; email: string; subject: string; message: string },
): Promise<void> {
  await limitOrAsk(ctx, [{ key: `contact:${toNetwork(ctx.request)}`, max: 5, seconds: 3600, free: 2 }]);
  const { siteName, contactEmail } = await ctx.settings.all();
  const to = contactAddress(ctx, contactEmail);
  await transaction(ctx, async (tx) => {
    const accountId = tx.viewer?.id ?? null;
    await tx.db
      .insert(contactMessages)
      .values({ id: tx.ports.ids(), accountId, ...input, createdAt: now(tx) });
    await queueMail(tx, {
      to,
      subject: oneLine(`[${siteName}] ${input.subject || 'A message'}`),
      text: `From: ${oneLine(input.name)} <${input.email}>\n\n${input.message}\n`,
    });
  });
}

const quoted = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join('\n');

/** Emails an answer to whoever wrote a message. The caller holds its row. */
export async function answerByMail(
  tx: Ctx,
  message: ContactMessage,
  { author, text }: { author: string; text: string },
): Promise<void> {
  const { siteName } = await tx.settings.all();
  const moment = now(tx);
  await tx.db
    .insert(contactReplies)
    .values({ id: tx.ports.ids(), messageId: message.id, author, text, createdAt: moment });
  await setContactClosed(tx, message.id, true);
  await queueMail(tx, {
    to: message.email,
    subject: oneLine(`Re: ${message.subject || `your message to ${siteName}`}`),
    text: [
      greeting(oneLine(message.name)),
      text,
      siteName,
      `On ${message.createdAt.toISOString().slice(0, 10)} you wrote:\n${quoted(message.message)}`,
    ].join('\n\n'),
  });
}

/** Marks a message as done, or puts it back into the queue. */
export async function setContactClosed(tx: Ctx, messageId: string, isClosed: boolean): Promise<void> {
  await tx.db
    .update(contactMessages)
    .set({ closedAt: isClosed ? now(tx) : null })
    .where(eq(contactMessages.id, messageId));
}
