import type { Env } from '#config/env.ts';
import type { Mailer } from '../../ports.ts';

/** Milliseconds: a mail server that doesn't answer makes the job try again later rather than hold it. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Without a mail server every mail stays in the outbox, where the operator reads it (`npm run operator --
 * mail`).
 */
const outboxOnly: Mailer = { send: async () => {} };

/**
 * Hands mails to `SMTP_URL`, or to nobody where there is none. The client library is loaded with the first
 * mail.
 */
export function createMailer({
  SMTP_URL: url,
  MAIL_FROM: from,
}: Pick<Env, 'SMTP_URL' | 'MAIL_FROM'>): Mailer {
  if (!url) return outboxOnly;
  const open = async () => (await import('nodemailer')).createTransport({ url, ...patience });
  let transport: ReturnType<typeof open> | undefined;
  return {
    async send({ to, subject, text }) {
      transport ??= open();
      await (await transport).sendMail({ from, to, subject, text });
    },
  };
}
