import type { Env } from '#config/env.ts';
import type { Mailer } from '../../ports/ports.ts';

/** In milliseconds. An unresponsive mail server makes the job retry later instead of blocking it. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Without a mail server, emails stay in the outbox, where the operator can read them (`npm run operator --
 * mail`).
 */
const outboxOnly: Mailer = { send: async () => {} };

/**
 * Sends emails through `SMTP_URL`, or nowhere when it isn't set. The libraries that send and draw are loaded
 * with the first email.
 */
export function createMailer({
  SMTP_URL: url,
  MAIL_FROM: from,
}: Pick<Env, 'SMTP_URL' | 'MAIL_FROM'>): Mailer {
  if (!url) return outboxOnly;
  const open = async () => (await import('nodemailer')).createTransport({ url, ...patience });
  let transport: ReturnType<typeof open> | undefined;
  return {
    async send({ unsubscribeUrl, parts, ...mail }) {
      transport ??= open();
      const { mailHtml } = await import('./mail-html.ts');
      await (
        await transport
      ).sendMail({
        from,
        ...mail,
        html: mailHtml(parts),
        headers: unsubscribeUrl
          ? {
              'List-Unsubscribe': `<${unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }
          : {},
      });
    },
  };
}
