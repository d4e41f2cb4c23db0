import { useState } from 'react';
import type { Job, JobState } from '#contract/operator/background.ts';
import { useListJobsInfiniteQuery, useRetryJobMutation } from '#state/api/operator/site.ts';
import { DataTable } from '#ui/antd/data-table.tsx';
import { Button } from '#ui/content/button.tsx';
import { Chip } from '#ui/content/chip.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { StateFilter, useChosenState } from '../state-filter.tsx';
import { ErrorText } from './error-text.tsx';
import { ActionDialog } from '../parts/action-dialog.tsx';

const states: Readonly<Record<JobState, string>> = { waiting: 'Waiting', failed: 'Failed' };

const columnsWith = (onRetry: (job: Job) => void): readonly Column<Job>[] => [
  { key: 'kind', title: 'Job', main: true, cell: ({ kind }) => kind },
  {
    key: 'state',
    title: 'Status',
    cell: ({ state }) => <Chip tone={state === 'failed' ? 'danger' : 'neutral'}>{states[state]}</Chip>,
  },
  { key: 'due', title: 'Due', whole: true, cell: ({ runAt }) => <RelativeTime iso={runAt} /> },
  { key: 'tries', title: 'Tries', end: true, cell: ({ attempts }) => attempts },
  { key: 'error', title: 'Last error', cell: ({ error }) => <ErrorText text={error} /> },
  {
    key: 'retry',
    title: 'Action',
    cell: (job) => <Button onClick={() => onRetry(job)}>Run now</Button>,
  },
];

/** `/operator/jobs`: work that waits in the background or has failed. */
export function JobsView() {
  const state = useChosenState(states);
  const query = useListJobsInfiniteQuery(state ? { state } : {});
  const [chosen, setChosen] = useState<Job | null>(null);
  const [retry] = useRetryJobMutation();
  return (
    <Stack gap={24}>
      <PageHead title="Jobs" unlisted />
      <PageHeader
        title="Jobs"
        text="What the server does in the background. A job that fails is tried again several times, and then waits here."
      />
      <StateFilter states={states} all="All unfinished" />
      <DataTable
        name="operator-jobs"
        caption="Jobs"
        columns={columnsWith(setChosen)}
        query={query}
        empty={
          <EmptyState
            compact
            level={2}
            title={state === 'failed' ? 'No failed jobs' : 'No jobs are waiting'}
            text="Jobs appear here while they wait for another try, and after they gave up."
          />
        }
      />
      {chosen ? (
        <ActionDialog
          onClose={() => setChosen(null)}
          action={{
            title: 'Run job now',
            text: `“${chosen.kind}” runs again within a few seconds.`,
            confirmLabel: 'Run now',
            done: 'The job runs in a moment',
            act: (reason) => retry({ id: chosen._id, reason }).unwrap(),
          }}
        />
      ) : null}
    </Stack>
  );
}
