import type { Job, JobState } from '#contract/across/operator/background.ts';
import { listJobs, retryJob } from '#services/across/operator/site.ts';
import { useList, useWrite } from '#state/query/hooks.ts';
import { Chip } from '#ui/content/chip.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { QueueView } from '../parts/queue-view.tsx';
import { allAnd, useStateFilter } from '../parts/state-filter.tsx';
import { ErrorText } from './error-text.tsx';

const states: Readonly<Record<JobState, string>> = { waiting: 'Waiting', failed: 'Failed' };

const choices = allAnd('All unfinished', states);

const columns: readonly Column<Job>[] = [
  { key: 'kind', title: 'Job', main: true, cell: ({ kind }) => kind },
  {
    key: 'state',
    title: 'Status',
    cell: ({ state }) => <Chip tone={state === 'failed' ? 'danger' : 'neutral'}>{states[state]}</Chip>,
  },
  { key: 'due', title: 'Due', whole: true, cell: ({ runAt }) => <RelativeTime iso={runAt} /> },
  { key: 'tries', title: 'Tries', end: true, cell: ({ attempts }) => attempts },
  { key: 'error', title: 'Last error', cell: ({ error }) => <ErrorText text={error} /> },
];

/** `/operator/jobs`: work that waits in the background or has failed. */
export function JobsView() {
  const { state, filter } = useStateFilter(choices);
  const query = useList(listJobs, { query: state ? { state } : {} });
  const [retry] = useWrite(retryJob);
  return (
    <QueueView
      title="Jobs"
      text="What the server does in the background. A job that fails is tried again several times, and then waits here."
      name="operator-jobs"
      caption="Jobs"
      filters={filter}
      columns={columns}
      query={query}
      empty={{
        compact: true,
        title: state === 'failed' ? 'No failed jobs' : 'No jobs are waiting',
        text: 'Jobs appear here while they wait for another try, and after they gave up.',
      }}
      rowActions={[
        {
          label: 'Run now',
          ask: ({ _id, kind }) => ({
            title: 'Run job now',
            text: `“${kind}” runs again within a few seconds.`,
            confirmLabel: 'Run now',
            done: 'The job will run in a moment',
            act: (reason) => retry({ params: { id: _id }, body: { reason } }).unwrap(),
          }),
        },
      ]}
    />
  );
}
