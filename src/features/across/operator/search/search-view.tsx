import type { ReactNode } from 'react';
import { deskRoutes } from '#config/desk-routes.ts';
import type { DeskPayment } from '#contract/across/operator/payments.ts';
import type { FoundFile, FoundPerson, FoundThing } from '#contract/across/operator/people.ts';
import { problemMessage } from '#lib/problem.ts';
import { useQueryParams } from '#components/base/lists/query-params.ts';
import { SearchBox } from '#components/base/lists/search-box.tsx';
import { searchDesk } from '#services/across/operator/people.ts';
import { useRead } from '#state/query/hooks.ts';
import { Link } from '#ui/content/link.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Skeleton, SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader, Section } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { type Column, Table } from '#ui/layout/table.tsx';
import { OpenCase } from '../parts/open-case.tsx';
import { PersonLink, formatPersonName } from '../parts/person-link.tsx';
import { paymentAmount } from '../payments/payment-amount.ts';
import { personStates } from '../people/person-labels.ts';
import { reportableAs, thingHref, thingText } from './things.ts';

const people: readonly Column<FoundPerson>[] = [
  {
    key: 'who',
    title: 'Person',
    main: true,
    cell: (person) => <Link href={deskRoutes.person(person._id)}>{formatPersonName(person)}</Link>,
  },
  { key: 'name', title: 'Name', cell: ({ name }) => name },
  { key: 'email', title: 'Email', cell: ({ email }) => email ?? '–' },
  { key: 'kind', title: 'Kind', cell: ({ isPerformer }) => (isPerformer ? 'Creator' : 'Fan') },
  { key: 'state', title: 'Status', cell: ({ state }) => personStates[state] },
];
const payments: readonly Column<DeskPayment>[] = [
  {
    key: 'what',
    title: 'Payment',
    main: true,
    cell: ({ _id, description }) => <Link href={deskRoutes.payment(_id)}>{description}</Link>,
  },
  { key: 'amount', title: 'Amount', end: true, cell: paymentAmount },
  { key: 'by', title: 'Paid by', cell: ({ paidBy }) => (paidBy ? <PersonLink person={paidBy} /> : '–') },
  { key: 'when', title: 'When', whole: true, cell: ({ createdAt }) => <RelativeTime iso={createdAt} /> },
];
const files: readonly Column<FoundFile>[] = [
  { key: 'id', title: 'File', main: true, cell: ({ _id }) => _id },
  { key: 'type', title: 'Kind', cell: ({ type, mime }) => `${type} (${mime})` },
  { key: 'owner', title: 'Owner', cell: ({ owner }) => <PersonLink person={owner} /> },
  { key: 'state', title: 'Status', cell: ({ state }) => state },
  { key: 'when', title: 'Uploaded', whole: true, cell: ({ createdAt }) => <RelativeTime iso={createdAt} /> },
];

const things: readonly Column<FoundThing>[] = [
  {
    key: 'what',
    title: 'What',
    main: true,
    cell: (thing) => {
      const [text, href] = [thingText(thing), thingHref(thing)];
      return href === null ? text : <Link href={href}>{text}</Link>;
    },
  },
  { key: 'owner', title: 'Whose', cell: ({ owner }) => (owner ? <PersonLink person={owner} /> : '–') },
  { key: 'other', title: 'With', cell: ({ other }) => (other ? <PersonLink person={other} /> : '–') },
  { key: 'state', title: 'Status', cell: ({ state }) => state ?? '–' },
  { key: 'when', title: 'When', whole: true, cell: ({ createdAt }) => <RelativeTime iso={createdAt} /> },
  {
    key: 'act',
    title: 'Action',
    cell: ({ kind, _id }) => {
      const targetType = reportableAs[kind];
      return targetType ? <OpenCase targetType={targetType} targetId={_id} /> : '–';
    },
  },
];

const Found = <Row extends { readonly _id: string }>({
  title,
  columns,
  rows,
}: {
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}): ReactNode =>
  rows.length > 0 ? (
    <Section title={title}>
      <Table caption={title} columns={columns} rows={rows} getKey={({ _id }) => _id} />
    </Section>
  ) : null;

function Results({ q }: { q: string }) {
  const { currentData: found, error, isFetching, refetch } = useRead(searchDesk, { query: { q } });
  if (error && !found)
    return (
      <ErrorState compact text={problemMessage(error)} onRetry={() => void refetch()} busy={isFetching} />
    );
  if (!found)
    return (
      <Skeleton label="Searching">
        <SkeletonBlock width="100%" height={160} />
      </Skeleton>
    );
  if (found.people.length + found.payments.length + found.files.length + found.things.length === 0)
    return (
      <EmptyState title={`No results for “${q}”`} text="Check the spelling, or search for an ID or number." />
    );
  return (
    <Stack gap={24}>
      <Found title="People" columns={people} rows={found.people} />
      <Found title="Payments" columns={payments} rows={found.payments} />
      <Found title="Files" columns={files} rows={found.files} />
      <Found title="Everything else" columns={things} rows={found.things} />
    </Stack>
  );
}

/** `/operator/search`: whatever has a name, a number or an address. */
export function SearchView() {
  const { get, set } = useQueryParams();
  const q = get('q').trim();
  return (
    <Stack gap={24}>
      <PageHead title="Search" unlisted />
      <PageHeader title="Search" text="People, payments, and anything with a number or an address." />
      <SearchBox
        label="Search the site"
        placeholder="Name, email, ID, number or address"
        value={q}
        onChange={(next) => set({ q: next })}
      />
      {q === '' ? (
        <EmptyState
          title="Find anyone or anything"
          text="Search for part of a username, name or email, for an ID or the address of a page, for the number of an order or receipt, or for a payment’s reference at the gateway."
        />
      ) : (
        <Results q={q} />
      )}
    </Stack>
  );
}
