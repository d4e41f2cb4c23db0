import { Command } from 'commander';
import { type OutboxMail, listMails, sendAgain, showMail } from '../../domain/across/operator/mail.ts';
import { type Run, limit } from './options.ts';

export function mail(run: Run): Command {
  const list = (options: { waiting?: boolean; limit: number }) =>
    run(async (ctx, out) => {
      const shown = (row: OutboxMail) => ({
        id: row.id,
        to: row.to,
        subject: row.subject,
        written: row.createdAt,
        sent: row.sentAt,
      });
      out.rows(await listMails(ctx, options), shown, 'There are no emails here.');
    });
  const command = new Command('mail');
  command
    .command('list', { isDefault: true })
    .description('list emails, newest first')
    .option('--waiting', 'only unsent emails')
    .addOption(limit())
    .action(list);
  command
    .command('show <id>')
    .description('show one email; “latest” is the newest')
    .action((id: string) =>
      run(async (ctx, out) => {
        const row = await showMail(ctx, id);
        out.done(
          row,
          `To: ${row.to}\nSubject: ${row.subject}\nWritten: ${row.createdAt.toISOString()}\nSent: ${row.sentAt?.toISOString() ?? 'not yet'}\n\n${row.text}`,
        );
      }),
    );
  command
    .command('resend <id>')
    .description('send one email again, to the address it was written to; “latest” is the newest')
    .action((id: string) =>
      run(async (ctx, out) => {
        const row = await sendAgain(ctx, id);
        out.done(row, `“${row.subject}” goes to ${row.to} again within a few seconds.`);
      }),
    );
  return command;
}
