import { deskRoutes } from '#config/desk-routes.ts';
import type { ContactRow, ContactState } from '#contract/across/operator/messages.ts';
import { listContact } from '#services/across/operator/site.ts';
import { useList } from '#state/query/hooks.ts';
import { Chip } from '#ui/content/chip.tsx';
import { Link } from '#ui/content/link.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { QueueView } from '../parts/queue-view.tsx';
import { allAnd, useStateFilter } from '../parts/state-filter.tsx';

export const contactStates: Readonly<Record<ContactState, string>> = { open: 'Open', closed: 'Closed' };

export const ContactChip = ({ row: { state, answers } }: { row: ContactRow }) => (
  <Chip tone={state === 'open' ? 'warning' : 'neutral'}>
    {state === 'closed' && answers > 0 ? 'Answered' : contactStates[state]}
  </Chip>
);

const columns: readonly Column<ContactRow>[] = [
  {
    key: 'subject',
    title: 'Message',
    main: true,
    cell: ({ _id, subject }) => <Link href={deskRoutes.contactMessage(_id)}>{subject || 'No subject'}</Link>,
  },
  { key: 'from', title: 'From', cell: ({ name, email }) => `${name} (${email})` },
  {
    key: 'account',
    title: 'Account',
    cell: ({ accountId, username }) =>
      accountId ? <Link href={deskRoutes.person(accountId)}>{username ? `@${username}` : 'View'}</Link> : '–',
  },
  { key: 'state', title: 'Status', cell: (row) => <ContactChip row={row} /> },
  {
    key: 'written',
    title: 'Received',
    whole: true,
    cell: ({ createdAt }) => <RelativeTime iso={createdAt} />,
  },
];

const choices = allAnd('All', contactStates);

/** `/operator/contact`: messages from the contact form. */
export function ContactListView() {
  const { state, filter } = useStateFilter(choices);
  const query = useList(listContact, { query: state ? { state } : {} });
  return (
    <QueueView
      title="Contact"
      text="Messages from the contact form. Answers are sent by email."
      name="operator-contact"
      caption="Messages"
      filters={filter}
      columns={columns}
      query={query}
      empty={{
        compact: true,
        title: state === 'open' ? 'No open messages' : 'No messages yet',
        text: 'What people write with the contact form appears here.',
      }}
    />
  );
}
