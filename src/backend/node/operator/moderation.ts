import { Command, Option } from 'commander';
import { takeDocuments } from '../../domain/operator/documents.ts';
import {
  type Verified,
  approvePerformer,
  listPerformers,
  rejectPerformer,
} from '../../domain/operator/performers.ts';
import {
  type ListedReport,
  type ReportState,
  closeReport,
  listReports,
  showReport,
} from '../../domain/operator/reports.ts';
import { emptyFolder, saveDocuments } from './documents.ts';
import { type Run, limit, reason } from './options.ts';

/** Commands for approving creators. */
export function performers(run: Run): Command {
  const command = new Command('performers').description('creators and their approval');
  command
    .command('list')
    .description('list creators, longest waiting first')
    .addOption(new Option('--state <state>', 'filter by state').choices(['pending', 'approved', 'rejected']))
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
    .description('approve a creator and make their page public')
    .action((username: string) =>
      run(async (ctx, out) => out.done(await approvePerformer(ctx, username), `${username} is approved.`)),
    );
  command
    .command('reject <username>')
    .description('reject a creator and hide their page')
    .requiredOption('--reason <text>', 'the reason they receive', reason)
    .action((username: string, options: { reason: string }) =>
      run(async (ctx, out) =>
        out.done(await rejectPerformer(ctx, username, options.reason), `${username} is rejected.`),
      ),
    );
  command
    .command('documents <username>')
    .description('save a creator’s identity documents; this is recorded in the audit log')
    .requiredOption('--to <folder>', 'an empty folder or one that doesn’t exist yet')
    .action((username: string, options: { to: string }) =>
      run(async (ctx, out) => {
        await emptyFolder(options.to);
        const saved = await saveDocuments(await takeDocuments(ctx, username), options.to);
        out.done(
          { saved },
          `Saved ${saved.join(' and ')}. Remove ${saved.length === 1 ? 'it' : 'them'} once you have decided.`,
        );
      }),
    );
  return command;
}

export function reports(run: Run): Command {
  const shown = (row: ListedReport) => ({
    id: row.id,
    since: row.createdAt,
    state: row.state,
    category: row.category,
    target: `${row.targetType} ${row.targetId}`,
    by: row.reporter,
    comment: row.comment,
  });
  const command = new Command('reports').description('reports from users');
  command
    .command('list')
    .description('list reports, longest waiting first')
    .addOption(new Option('--state <state>', 'filter by state').choices(['open', 'closed']))
    .addOption(limit())
    .action((options: { state?: ReportState; limit: number }) =>
      run(async (ctx, out) => out.rows(await listReports(ctx, options), shown, 'There are no reports here.')),
    );
  command
    .command('show <id>')
    .description('show a report with a copy of what was reported')
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
    .description('close a report and note what was done')
    .requiredOption('--outcome <text>', 'what was done', reason)
    .action((id: string, options: { outcome: string }) =>
      run(async (ctx, out) =>
        out.done(await closeReport(ctx, id, options.outcome), `Report ${id} is closed.`),
      ),
    );
  return command;
}
