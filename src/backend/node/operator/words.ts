import { Command } from 'commander';
import {
  addSiteWords,
  listHeldComments,
  listSiteWords,
  removeSiteWords,
  reviewComment,
} from '../../domain/across/operator/held-words.ts';
import { type Run, limit, reason } from './options.ts';

/** Commands about the words that hold comments for a review, on the whole site. */
export function words(run: Run): Command {
  const command = new Command('words');
  command
    .command('list')
    .description('list the words')
    .action(() =>
      run(async (ctx, out) =>
        out.rows(
          (await listSiteWords(ctx)).map((word) => ({ word })),
          (row) => row,
          'There are no words in the list.',
        ),
      ),
    );
  command
    .command('add <words...>')
    .description('add words; quote a phrase')
    .action((given: string[]) =>
      run(async (ctx, out) => {
        const all = await addSiteWords(ctx, given);
        out.done(all, `Added. The list has ${all.length === 1 ? '1 word' : `${all.length} words`}.`);
      }),
    );
  command
    .command('remove <words...>')
    .description('remove words; comments that wait because of them keep waiting')
    .action((given: string[]) =>
      run(async (ctx, out) => {
        const all = await removeSiteWords(ctx, given);
        out.done(all, `Removed. The list has ${all.length === 1 ? '1 word' : `${all.length} words`}.`);
      }),
    );
  command
    .command('held')
    .description('list the comments that wait because of these words, the longest waiting first')
    .addOption(limit())
    .action((options: { limit: number }) =>
      run(async (ctx, out) =>
        out.rows(
          await listHeldComments(ctx, options.limit),
          (row) => ({ ...row }),
          'No comments are waiting for a review.',
        ),
      ),
    );
  review(command, run);
  return command;
}

function review(command: Command, run: Run): void {
  for (const [name, outcome, description] of [
    ['approve', 'approved', 'show a held comment and tell its author'],
    ['delete', 'deleted', 'delete a held comment and tell its author'],
  ] as const)
    command
      .command(`${name} <comment-id>`)
      .description(description)
      .requiredOption('--reason <text>', 'why, for the audit log', reason)
      .action((id: string, options: { reason: string }) =>
        run(async (ctx, out) => {
          await reviewComment(ctx, id, { outcome, reason: options.reason });
          out.done({ id, outcome }, `Comment ${id} is ${outcome}.`);
        }),
      );
}
