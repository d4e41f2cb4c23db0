import { useState } from 'react';
import type { Event, EventState } from '#contract/operator/background.ts';
import { useListEventsInfiniteQuery, useRetryEventMutation } from '#state/api/operator/site.ts';
import { DataTable } from '#ui/antd/data-table.tsx';
import { Button } from '#ui/content/button.tsx';
import { Chip, type ChipTone } from '#ui/content/chip.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { StateFilter, useChosenState } from '../state-filter.tsx';
import { ErrorText } from './error-text.tsx';
import { ActionDialog } from '../parts/action-dialog.tsx';

const states: Readonly<Record<EventState, string>> = {
  waiting: 'Waiting',
  failed: 'Failed',
  applied: 'Applied',
};
const tones: Readonly<Record<EventState, ChipTone>> = {
  waiting: 'neutral',
  failed: 'danger',
  applied: 'success',
};

const columnsWith = (onRetry: (event: Event) => void): readonly Column<Event>[] => [
  { key: 'type', title: 'Event', main: true, cell: ({ type }) => type },
  { key: 'id', title: 'ID', cell: ({ _id }) => <ErrorText text={_id} /> },
  { key: 'state', title: 'Status', cell: ({ state }) => <Chip tone={tones[state]}>{states[state]}</Chip> },
  {
    key: 'received',
    title: 'Received',
    whole: true,
    cell: ({ receivedAt }) => <RelativeTime iso={receivedAt} />,
  },
  { key: 'tries', title: 'Tries', end: true, cell: ({ attempts }) => attempts },
  { key: 'error', title: 'Last error', cell: ({ error }) => <ErrorText text={error} /> },
  {
    key: 'retry',
    title: 'Action',
    cell: (event) =>
      event.state === 'applied' ? '–' : <Button onClick={() => onRetry(event)}>Apply now</Button>,
  },
];

/** `/operator/events`: what the payment gateway told and couldn't be applied yet. */
export function EventsView() {
  const state = useChosenState(states);
  const query = useListEventsInfiniteQuery(state ? { state } : {});
  const [chosen, setChosen] = useState<Event | null>(null);
  const [retry] = useRetryEventMutation();
  return (
    <Stack gap={24}>
      <PageHead title="Payment events" unlisted />
      <PageHeader
        title="Payment events"
        text="Events from the payment gateway. Those that can’t be applied are tried again several times, and then wait here."
      />
      <StateFilter states={states} all="Not applied" />
      <DataTable
        name="operator-events"
        caption="Payment events"
        columns={columnsWith(setChosen)}
        query={query}
        empty={
          <EmptyState
            compact
            level={2}
            title={state === 'applied' ? 'No events yet' : 'Every event is applied'}
            text="Events that wait or failed appear here."
          />
        }
      />
      {chosen ? (
        <ActionDialog
          onClose={() => setChosen(null)}
          action={{
            title: 'Apply event now',
            text: `“${chosen.type}” is applied within a few seconds. An event has its effect once, however often it is tried.`,
            confirmLabel: 'Apply now',
            done: 'The event is applied in a moment',
            act: (reason) => retry({ id: chosen._id, reason }).unwrap(),
          }}
        />
      ) : null}
    </Stack>
  );
}
