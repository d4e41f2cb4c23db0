import { Command, Option } from 'commander';
import { type JobState, listJobs, retryJob, stateOf } from '../../domain/operator/jobs.ts';
import type { JobRow } from '../../kernel/job-queue.ts';
import { type OutboxMail, listMails, sendAgain, showMail } from '../../domain/operator/mail.ts';
import { type ShownSetting, getSettings, setSetting } from '../../domain/operator/settings.ts';
import { cases } from './cases.ts';
import { catalogueCommands } from './catalogue.ts';
import { contact } from './contact.ts';
import { maintenanceCommands } from './maintenance.ts';
import { performers } from './moderation.ts';
import { ledger, moneyCommands, refunds } from './money.ts';
import { operators } from './operators.ts';
import { people } from './people.ts';
import { type Hands, type Run, limit } from './options.ts';
import { createOutput } from './output.ts';
import { pictures } from './pictures.ts';
import { secretCommands } from './secret.ts';
import { words } from './words.ts';

function mail(run: Run): Command {
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
  const command = new Command('mail').description('the outbox: emails to users');
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

function settings(run: Run): Command {
  const shown = (row: ShownSetting) => ({
    setting: row.key,
    value: JSON.stringify(row.value),
    default: JSON.stringify(row.default),
    unit: row.unit,
  });
  const command = new Command('settings').description('the site’s settings');
  command
    .command('get [name]')
    .description('show all settings, or one')
    .action((name: string | undefined) =>
      run(async (ctx, out) => out.rows(await getSettings(ctx, name), shown, '')),
    );
  command
    .command('set <name> <value>')
    .description('change a setting; takes effect within two seconds')
    .option('--yes', 'even if it locks accounts out')
    .action((name: string, value: string, options: { yes?: boolean }) =>
      run(async (ctx, out) => {
        const row = await setSetting(ctx, { key: name, text: value, isSure: options.yes === true });
        out.done(row, `${row.key} is now ${JSON.stringify(row.value)}${row.unit ? ` (${row.unit})` : ''}.`);
      }),
    );
  return command;
}

function jobs(run: Run): Command {
  const shown = (row: JobRow) => ({
    id: row.id,
    kind: row.kind,
    state: stateOf(row),
    due: row.runAt,
    tries: row.attempts,
    error: row.lastError,
  });
  const command = new Command('jobs').description('waiting and failed jobs');
  command
    .command('list')
    .description('list unfinished jobs')
    .addOption(new Option('--state <state>', 'filter by state').choices(['waiting', 'failed']))
    .addOption(limit())
    .action((options: { state?: JobState; limit: number }) =>
      run(async (ctx, out) =>
        out.rows(await listJobs(ctx, options), shown, 'No jobs are waiting or failed.'),
      ),
    );
  command
    .command('retry <id>')
    .description('run a job again now')
    .action((id: string) =>
      run(async (ctx, out) =>
        out.done(await retryJob(ctx, id), `Job ${id} runs within seconds, if the server is running.`),
      ),
    );
  return command;
}

export function operatorProgram({ asOperator, keeping, print }: Hands): Command {
  const program = new Command('operator')
    .description(
      'Administers this installation. Works directly on its data, whether or not the server is running.',
    )
    .option('--json', 'output as JSON');
  const output = () => createOutput(program.opts<{ json?: boolean }>().json === true, print);
  const run: Run = (work) => asOperator((ctx) => work(ctx, output()));
  const commands = [
    performers(run),
    people(run),
    operators(run),
    mail(run),
    contact(run),
    settings(run),
    ledger(run),
    jobs(run),
    refunds(run),
    words(run),
    pictures(run),
    cases(run),
    ...moneyCommands(run),
    ...catalogueCommands(run),
    ...secretCommands(run),
    ...maintenanceCommands(keeping, output),
  ];
  for (const command of commands) program.addCommand(command);
  return program.showHelpAfterError('Add --help to see how.').addHelpText(
    'after',
    `
Examples:
  npm run operator -- performers list --state pending
  npm run operator -- performers documents anna --to ../anna
  npm run operator -- performers approve anna
  npm run operator -- performers reject bob --reason "The photo of the document is blurred."
  npm run operator -- people suspend bob --until 2027-01-31 --reason "Repeated insults in comments."
  npm run operator -- people remove-second-factor anna --reason "She called and knew her last two payments."
  npm run operator -- operators add olga
  npm run operator -- mail show latest
  npm run operator -- mail resend latest
  npm run operator -- contact list --state open
  npm run operator -- settings set commissionBps 1500
  npm run operator -- --json jobs list --state failed
  npm run operator -- ledger list --of anna
  npm run operator -- words add "easy money" spamword
  npm run operator -- cases list --state open
  npm run operator -- cases decide 0197c6a0-0000-7000-8000-000000000001 --action remove --reason spam
  npm run operator -- payouts approve 0197c6a0-0000-7000-8000-000000000001
  npm run operator -- events list --state failed
  npm run operator -- coupons add WELCOME --percent 10 --first
  npm run operator -- packages add "Big one" --tokens 2000 --bonus 200 --price 9999
  npm run operator -- posts write terms --title "Terms" --file terms.html --page
  npm run operator -- backup ../backups/monday
  npm run operator -- secret renew
  npm run operator -- refund 0197c6a0-0000-7000-8000-000000000001 --reason "Bought twice." --yes`,
  );
}
