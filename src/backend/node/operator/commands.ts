import { Command, Option } from 'commander';
import { checkLedger } from '../../domain/audit/ledger-check.ts';
import { addUpAnew } from '../../domain/operator/days.ts';
import { type JobRow, type JobState, listJobs, retryJob, stateOf } from '../../domain/operator/jobs.ts';
import { takeDocuments } from '../../domain/operator/documents.ts';
import { type OutboxMail, listMails, showMail } from '../../domain/operator/mail.ts';
import {
  type Verified,
  approvePerformer,
  listPerformers,
  rejectPerformer,
} from '../../domain/operator/performers.ts';
import { type ListedPayment, listPayments, refundTransaction } from '../../domain/operator/refunds.ts';
import {
  type ListedReport,
  type ReportState,
  closeReport,
  listReports,
  showReport,
} from '../../domain/operator/reports.ts';
import { type ShownSetting, getSettings, setSetting } from '../../domain/operator/settings.ts';
import { catalogueCommands } from './catalogue.ts';
import { maintenanceCommands } from './maintenance.ts';
import { moneyCommands } from './money.ts';
import { type Hands, type Run, limit, reason } from './options.ts';
import { emptyFolder, saveDocuments } from './documents.ts';
import { confirm, createOutput } from './output.ts';
import { secretCommands } from './secret.ts';

function performers(run: Run): Command {
  const command = new Command('performers').description('creators and their approval');
  command
    .command('list')
    .description('every creator, the longest waiting first')
    .addOption(new Option('--state <state>', 'only these').choices(['pending', 'approved', 'rejected']))
    .action((options: { state?: Verified }) =>
      run(async (ctx, out) => {
        const rows = await listPerformers(ctx, { verified: options.state });
        out.rows(
          rows,
          (row) => ({
            username: row.username,
            name: row.name,
            email: row.email,
            state: row.verified,
            since: row.createdAt,
            reason: row.reason,
          }),
          'There are no creators here.',
        );
      }),
    );
  command
    .command('approve <username>')
    .description('show a creator to everybody')
    .action((username: string) =>
      run(async (ctx, out) => out.done(await approvePerformer(ctx, username), `${username} is approved.`)),
    );
  command
    .command('reject <username>')
    .description('keep or take a creator from everybody’s eyes')
    .requiredOption('--reason <text>', 'what they are told', reason)
    .action((username: string, options: { reason: string }) =>
      run(async (ctx, out) =>
        out.done(await rejectPerformer(ctx, username, options.reason), `${username} is rejected.`),
      ),
    );
  command
    .command('documents <username>')
    .description('save the identity documents of a creator; that you asked for them is written down')
    .requiredOption('--to <folder>', 'one that is empty or doesn’t exist')
    .action((username: string, options: { to: string }) =>
      run(async (ctx, out) => {
        await emptyFolder(options.to);
        const saved = await saveDocuments(await takeDocuments(ctx, username), options.to);
        out.done(
          { saved },
          `Saved ${saved.join(' and ')}. Remove ${saved.length === 1 ? 'it' : 'them'} when you have decided.`,
        );
      }),
    );
  return command;
}

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
      out.rows(await listMails(ctx, options), shown, 'There are no mails here.');
    });
  const command = new Command('mail').description('the outbox: what was written to people');
  command
    .command('list', { isDefault: true })
    .description('mails, newest first')
    .option('--waiting', 'only what isn’t sent yet')
    .addOption(limit())
    .action(list);
  command
    .command('show <id>')
    .description('one mail in full; “latest” is the newest')
    .action((id: string) =>
      run(async (ctx, out) => {
        const row = await showMail(ctx, id);
        out.done(
          row,
          `To: ${row.to}\nSubject: ${row.subject}\nWritten: ${row.createdAt.toISOString()}\nSent: ${row.sentAt?.toISOString() ?? 'not yet'}\n\n${row.text}`,
        );
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
  const command = new Command('settings').description('what the site is set to');
  command
    .command('get [name]')
    .description('every setting, or one')
    .action((name: string | undefined) =>
      run(async (ctx, out) => out.rows(await getSettings(ctx, name), shown, '')),
    );
  command
    .command('set <name> <value>')
    .description('change a setting; it shows within two seconds')
    .option('--yes', 'though it locks accounts out')
    .action((name: string, value: string, options: { yes?: boolean }) =>
      run(async (ctx, out) => {
        const row = await setSetting(ctx, { key: name, text: value, isSure: options.yes === true });
        out.done(row, `${row.key} is now ${JSON.stringify(row.value)}${row.unit ? ` (${row.unit})` : ''}.`);
      }),
    );
  return command;
}

const paidText = ({ amount, unit, currency }: ListedPayment): string =>
  unit === 'money' ? `${(amount / 100).toFixed(2)} ${currency}` : `${amount} tokens`;

function ledger(run: Run): Command {
  const command = new Command('ledger').description('the books');
  command
    .command('check')
    .description('add everything up again and say what doesn’t fit')
    .action(() =>
      run(async (ctx, out) => {
        const findings = await checkLedger(ctx);
        out.rows(findings, (finding) => ({ ...finding }), 'Everything adds up.');
        if (findings.length > 0) process.exitCode = 1;
      }),
    );
  command
    .command('rebuild')
    .description(
      'add up the past days of all earnings anew, from the ledger alone, when the check names one of them',
    )
    .action(() =>
      run(async (ctx, out) => {
        await addUpAnew(ctx);
        out.done({ rebuilt: true }, 'The past days of all earnings are added up anew.');
      }),
    );
  command
    .command('list')
    .description('payments, newest first')
    .option('--of <username>', 'only what they paid or earned')
    .addOption(limit())
    .action((options: { of?: string; limit: number }) =>
      run(async (ctx, out) => {
        const shown = (row: ListedPayment) => ({
          id: row.id,
          when: row.createdAt,
          what: row.description,
          amount: paidText(row),
          paid_by: row.paidBy,
          earned_by: row.earnedBy,
          refunded: row.isRefunded ? 'yes' : '',
        });
        out.rows(await listPayments(ctx, options), shown, 'There are no payments here.');
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
  const command = new Command('jobs').description('work that waits or failed');
  command
    .command('list')
    .description('jobs that aren’t done')
    .addOption(new Option('--state <state>', 'only these').choices(['waiting', 'failed']))
    .addOption(limit())
    .action((options: { state?: JobState; limit: number }) =>
      run(async (ctx, out) =>
        out.rows(await listJobs(ctx, options), shown, 'Nothing waits and nothing has failed.'),
      ),
    );
  command
    .command('retry <id>')
    .description('run a job again at once')
    .action((id: string) =>
      run(async (ctx, out) =>
        out.done(await retryJob(ctx, id), `Job ${id} runs within seconds, if the server is running.`),
      ),
    );
  return command;
}

function refunds(run: Run): Command {
  return new Command('refund')
    .description('give a payment back; what it bought closes')
    .argument('<transaction>', 'its id, as “ledger list” shows it')
    .requiredOption('--reason <text>', 'what the fan is told', reason)
    .option('--yes', 'don’t ask')
    .action((id: string, options: { reason: string; yes?: boolean }) =>
      run(async (ctx, out) => {
        await confirm(`Refund ${id}? This can’t be undone.`, options.yes === true);
        const done = await refundTransaction(ctx, id, options.reason);
        out.done(done, `Refunded: ${done.description}.`);
      }),
    );
}

function reports(run: Run): Command {
  const shown = (row: ListedReport) => ({
    id: row.id,
    since: row.createdAt,
    state: row.state,
    category: row.category,
    target: `${row.targetType} ${row.targetId}`,
    by: row.reporter,
    comment: row.comment,
  });
  const command = new Command('reports').description('what people reported');
  command
    .command('list')
    .description('reports, the longest waiting first')
    .addOption(new Option('--state <state>', 'only these').choices(['open', 'closed']))
    .addOption(limit())
    .action((options: { state?: ReportState; limit: number }) =>
      run(async (ctx, out) => out.rows(await listReports(ctx, options), shown, 'There are no reports here.')),
    );
  command
    .command('show <id>')
    .description('one report with what was reported, as it stood')
    .action((id: string) =>
      run(async (ctx, out) => {
        const row = await showReport(ctx, id);
        out.done(
          row,
          `${row.category}: ${row.targetType} ${row.targetId}\nBy: ${row.reporter ?? 'nobody'}\nComment: ${row.comment || 'none'}\nState: ${row.state} ${row.outcome}\n\n${JSON.stringify(row.snapshot, null, 2)}`,
        );
      }),
    );
  command
    .command('close <id>')
    .description('say what was done about a report')
    .requiredOption('--outcome <text>', 'what was done', reason)
    .action((id: string, options: { outcome: string }) =>
      run(async (ctx, out) =>
        out.done(await closeReport(ctx, id, options.outcome), `Report ${id} is closed.`),
      ),
    );
  return command;
}

/** The whole command line. */
export function operatorProgram({ asOperator, keeping, print }: Hands): Command {
  const program = new Command('operator')
    .description('Runs the installation: works on its data, whether the server is running or not.')
    .option('--json', 'answers for programs');
  const output = () => createOutput(program.opts<{ json?: boolean }>().json === true, print);
  const run: Run = (work) => asOperator((ctx) => work(ctx, output()));
  const commands = [
    performers(run),
    mail(run),
    settings(run),
    ledger(run),
    jobs(run),
    refunds(run),
    reports(run),
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
  npm run operator -- mail show latest
  npm run operator -- settings set commissionBps 1500
  npm run operator -- --json jobs list --state failed
  npm run operator -- ledger list --of anna
  npm run operator -- reports list --state open
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
