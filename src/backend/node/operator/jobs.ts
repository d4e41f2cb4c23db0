import { Command, Option } from 'commander';
import { type JobState, jobState, listJobs, retryJob } from '../../domain/across/operator/jobs.ts';
import type { JobRow } from '../../kernel/job-queue.ts';
import { type Run, limit } from './options.ts';

export function jobs(run: Run): Command {
  const shown = (row: JobRow) => ({
    id: row.id,
    kind: row.kind,
    state: jobState(row),
    due: row.runAt,
    tries: row.attempts,
    error: row.lastError,
  });
  const command = new Command('jobs');
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
