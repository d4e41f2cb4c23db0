import type { Event, EventState } from '#contract/across/operator/background.ts';
import { listEvents, retryEvent } from '#services/across/operator/site.ts';
import { useList, useWrite } from '#state/query/hooks.ts';
import { Chip, type ChipTone } from '#ui/content/chip.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { QueueView } from '../parts/queue-view.tsx';
import { allAnd, useStateFilter } from '../parts/state-filter.tsx';
import { ErrorText } from './error-text.tsx';

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

const choices = allAnd('Not applied', states);

const columns: readonly Column<Event>[] = [
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
];

/** `/operator/events`: what the payment gateway told and couldn't be applied yet. */
export function EventsView() {
  const { state, filter } = useStateFilter(choices);
  const query = useList(listEvents, { query: state ? { state } : {} });
  const [retry] = useWrite(retryEvent);
  return (
    <QueueView
      title="Payment events"
      text="Events from the payment gateway. Those that can’t be applied are tried again several times, and then wait here."
      name="operator-events"
      caption="Payment events"
      filters={filter}
      columns={columns}
      query={query}
      empty={{
        compact: true,
        title: state === 'applied' ? 'No events yet' : 'Every event is applied',
        text: 'Events that wait or failed appear here.',
      }}
      rowActions={[
        {
          label: 'Apply now',
          isOffered: (event) => event.state !== 'applied',
          ask: ({ _id, type }) => ({
            title: 'Apply event now',
            text: `“${type}” is applied within a few seconds. Retrying is safe: an event takes effect only once.`,
            confirmLabel: 'Apply now',
            done: 'The event will be applied in a moment',
            act: (reason) => retry({ params: { id: _id }, body: { reason } }).unwrap(),
          }),
        },
      ]}
    />
  );
}
