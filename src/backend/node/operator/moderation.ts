import { Command, Option } from 'commander';
import { verificationStates } from '#contract/people/creators.ts';
import { takeDocuments } from '../../domain/across/operator/documents.ts';
import {
  type Approval,
  type Verified,
  approvePerformer,
  listPerformers,
  rejectPerformer,
  withdrawApproval,
} from '../../domain/across/operator/performers.ts';
import { emptyFolder, saveDocuments } from './documents.ts';
import { type Run, parseTime, reason } from './options.ts';

function decisions(command: Command, run: Run): void {
  command
    .command('approve <username>')
    .description('approve a creator and make their page public')
    .option('--until <date>', 'the day the document expires', parseTime)
    .option('--note <text>', 'why, for the audit log; the creator doesn’t see it', reason)
    .option('--message <text>', 'what the creator reads in the email about it', reason)
    .action((username: string, options: Approval) =>
      run(async (ctx, out) =>
        out.done(await approvePerformer(ctx, username, options), `${username} is approved.`),
      ),
    );
  command
    .command('reject <username>')
    .description('reject a creator’s documents; an earlier approval stays')
    .requiredOption('--reason <text>', 'the reason they receive', reason)
    .action((username: string, options: { reason: string }) =>
      run(async (ctx, out) => {
        const row = await rejectPerformer(ctx, username, options.reason);
        out.done(
          row,
          row.verified === 'approved'
            ? `${username}’s new documents are rejected. The earlier approval stays.`
            : `${username} is rejected.`,
        );
      }),
    );
  command
    .command('withdraw <username>')
    .description('withdraw a creator’s approval and hide their page')
    .requiredOption('--reason <text>', 'the reason they receive', reason)
    .action((username: string, options: { reason: string }) =>
      run(async (ctx, out) =>
        out.done(
          await withdrawApproval(ctx, username, options.reason),
          `${username} isn’t approved anymore.`,
        ),
      ),
    );
}

/** Commands for approving creators. */
export function performers(run: Run): Command {
  const command = new Command('performers');
  command
    .command('list')
    .description('list creators, longest waiting first')
    .addOption(new Option('--state <state>', 'filter by state').choices(verificationStates))
    .option('--waiting', 'only those with documents to decide on')
    .action((options: { state?: Verified; waiting?: boolean }) =>
      run(async (ctx, out) => {
        const rows = await listPerformers(ctx, { verified: options.state, waiting: options.waiting });
        out.rows(
          rows,
          (row) => ({
            username: row.username,
            name: row.name,
            email: row.email,
            state: row.verified,
            since: row.createdAt,
            sent: row.submittedAt,
            until: row.until,
            reason: row.reason,
          }),
          'There are no creators here.',
        );
      }),
    );
  decisions(command, run);
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
