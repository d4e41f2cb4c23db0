import { Command, Option } from 'commander';
import { type SuspensionDraft, restorePerson, suspendPerson } from '../../domain/across/moderation/people.ts';
import { type ListedPerson, listPeople, removePersonsFactor } from '../../domain/across/operator/people.ts';
import { type Run, limit, parseTime, reason } from './options.ts';

type Closed = Pick<ListedPerson, 'suspendedAt' | 'deactivatedAt' | 'erasedAt'>;

function describeState(
  { reason, deletionDue }: Pick<ListedPerson, 'reason' | 'deletionDue'>,
  { suspendedAt, deactivatedAt, erasedAt }: Closed,
): string {
  if (erasedAt) return 'deleted';
  if (reason === null && deactivatedAt) return deletionDue ? 'to be deleted' : 'deactivated';
  return suspendedAt ? 'suspended' : 'open';
}

/** Commands about accounts, of fans and creators alike. */
export function people(run: Run, deciding: Run): Command {
  const command = new Command('people');
  command
    .command('list')
    .description('list accounts, newest first')
    .option('--suspended', 'only suspended accounts')
    .option('--search <text>', 'part of a name, username or email')
    .addOption(limit())
    .action((options: { suspended?: boolean; search?: string; limit: number }) =>
      run(async (ctx, out) =>
        out.rows(
          await listPeople(ctx, options),
          ({ suspendedAt, deactivatedAt, erasedAt, ...row }) => ({
            ...row,
            state: describeState(row, { suspendedAt, deactivatedAt, erasedAt }),
          }),
          'There are no accounts here.',
        ),
      ),
    );
  command
    .command('suspend <username-or-email>')
    .description('close an account and email its owner; its sessions end at once')
    .requiredOption('--reason <text>', 'the reason they receive', reason)
    .addOption(new Option('--ground <ground>', 'against the law, or the rules').choices(['illegal', 'terms']))
    .option('--rule <text>', 'the law or rule it relies on; by default the terms of service')
    .option(
      '--until <date>',
      'when it ends automatically, in UTC; without it, `people restore` ends it',
      parseTime,
    )
    .action((name: string, options: Omit<SuspensionDraft, 'until'> & { until?: Date }) =>
      deciding(async (ctx, out) => {
        const until = options.until ?? null;
        await suspendPerson(ctx, name, { ...options, until });
        out.done({ until }, `${name} is suspended${until ? ` until ${until.toISOString()}` : ''}.`);
      }),
    );
  command
    .command('restore <username-or-email>')
    .description('open a suspended account again and email its owner')
    .requiredOption('--reason <text>', 'why, for the audit log', reason)
    .action((name: string, options: { reason: string }) =>
      deciding(async (ctx, out) => {
        await restorePerson(ctx, name, options.reason);
        out.done({}, `${name} can log in again.`);
      }),
    );
  command
    .command('remove-second-factor <username-or-email>')
    .description('turn two-factor authentication off, once you know that it’s them; emails them')
    .requiredOption('--reason <text>', 'how you know, for the audit log', reason)
    .action((name: string, options: { reason: string }) =>
      run(async (ctx, out) => {
        await removePersonsFactor(ctx, name, options.reason);
        out.done({}, `${name} logs in with the password alone.`);
      }),
    );
  return command;
}
