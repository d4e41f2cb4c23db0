import { Command } from 'commander';
import { forgetPicture, listRemovedPictures } from '../../domain/across/moderation/removed-pictures.ts';
import { type Run, limit, reason } from './options.ts';

/** Commands about removed pictures, which can't be uploaded again. */
export function pictures(run: Run): Command {
  const command = new Command('pictures');
  command
    .command('list', { isDefault: true })
    .description('list removed pictures and how often they were refused, newest first')
    .option('--decision <id>', 'only those of one decision')
    .addOption(limit())
    .action(({ decision, ...options }: { decision?: string; limit: number }) =>
      run(async (ctx, out) =>
        out.rows(
          await listRemovedPictures(ctx, {
            ...options,
            ...(decision === undefined ? {} : { decisionId: decision }),
          }),
          (row) => ({ ...row }),
          'There are no removed pictures.',
        ),
      ),
    );
  command
    .command('forget <id>')
    .description('let a picture be uploaded again; what was removed stays removed')
    .requiredOption('--reason <text>', 'why, for the audit log', reason)
    .action((id: string, options: { reason: string }) =>
      run(async (ctx, out) => {
        await forgetPicture(ctx, id, options.reason);
        out.done({ id }, `Picture ${id} can be uploaded again.`);
      }),
    );
  return command;
}
