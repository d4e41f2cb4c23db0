import { deskRoutes } from '#config/desk-routes.ts';
import type { PersonEvent } from '#contract/across/operator/people.ts';
import { PagedTable } from '#components/base/lists/paged-table.tsx';
import { listPersonEvents } from '#services/across/operator/people.ts';
import { useList } from '#state/query/hooks.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { Link } from '#ui/content/link.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { eventText } from './person-labels.ts';

/** Where an event about a payment, payout or adjustment leads. */
const eventPath = ({ kind, about }: PersonEvent): string | null => {
  if (about === null) return null;
  if (kind === 'payout') return deskRoutes.payout(about);
  return kind === 'adjusted' ? deskRoutes.adjustment(about) : deskRoutes.payment(about);
};

const columnsIn = (currency: string): readonly Column<PersonEvent>[] => [
  {
    key: 'what',
    title: 'What',
    main: true,
    cell: (event) => {
      const [text, href] = [eventText(event, currency), eventPath(event)];
      return href ? <Link href={href}>{text}</Link> : text;
    },
  },
  { key: 'note', title: 'Note', cell: ({ note }) => note || '–' },
  { key: 'when', title: 'When', whole: true, cell: ({ at }) => <RelativeTime iso={at} /> },
];

/** What happened to an account and what its owner did, newest first. */
export function PersonTimeline({ id }: { id: string }) {
  const { currency } = useAppSelector(selectSettings);
  const query = useList(listPersonEvents, { params: { id } });
  return (
    <PagedTable
      caption="Timeline"
      columns={columnsIn(currency)}
      query={query}
      empty={<EmptyState compact level={3} title="Nothing yet" />}
    />
  );
}
