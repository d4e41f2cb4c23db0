import { deskRoutes } from '#config/desk-routes.ts';
import type { ContactRow, ContactState } from '#contract/operator/messages.ts';
import { useListContactInfiniteQuery } from '#state/api/operator/site.ts';
import { DataTable } from '#ui/antd/data-table.tsx';
import { Chip } from '#ui/content/chip.tsx';
import { Link } from '#ui/content/link.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { StateFilter, useChosenState } from '../state-filter.tsx';

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

/** `/operator/contact`: messages from the contact form. */
export function ContactListView() {
  const state = useChosenState(contactStates);
  const query = useListContactInfiniteQuery(state ? { state } : {});
  return (
    <Stack gap={24}>
      <PageHead title="Contact" unlisted />
      <PageHeader title="Contact" text="Messages from the contact form. Answers are sent by email." />
      <StateFilter states={contactStates} all="All" />
      <DataTable
        name="operator-contact"
        caption="Messages"
        columns={columns}
        query={query}
        empty={
          <EmptyState
            compact
            level={2}
            title={state === 'open' ? 'No open messages' : 'No messages yet'}
            text="What people write with the contact form appears here."
          />
        }
      />
    </Stack>
  );
}
