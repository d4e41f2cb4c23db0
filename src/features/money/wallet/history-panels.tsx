import { Link } from '#ui/content/link.tsx';
import { routes } from '#config/routes.ts';
import type { PaidCreator } from '#contract/money/wallet.ts';
import { plural } from '#lib/format.ts';
import { PagedTable } from '#components/base/lists/paged-table.tsx';
import { Person } from '#components/people/accounts/person.tsx';
import { listPaidCreators } from '#services/money/wallet.ts';
import { useList } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Money, Tokens } from '#ui/content/money.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import type { Column } from '#ui/layout/table.tsx';
import type { SelectOption } from '#ui/forms/text-input.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { chargeKindNames, chargeKinds } from './charge-labels.ts';
import { ChargesCsv, ChargesTable } from './charges-table.tsx';
import { HistoryFilters } from './history-filters.tsx';
import {
  TransactionsCsv,
  TransactionsTable,
  transactionKindNames,
  transactionKinds,
} from './transactions-table.tsx';
import { toApiFilter, useHistoryFilter } from './use-history-filter.ts';

const toOptions = (words: Readonly<Record<string, string>>): SelectOption[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const chargeOptions = toOptions(chargeKinds);
const transactionOptions = toOptions(transactionKinds);

const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    compact
    title="No results"
    text="No transactions match your filters."
    action={<Button onClick={onClear}>Clear filters</Button>}
  />
);

/** All token transactions, with filters, search and export. */
export function ChargesPanel({ onTopUp }: { onTopUp: () => void }) {
  const { choice, isFiltered, choose, clear } = useHistoryFilter();
  const filter = toApiFilter(choice, chargeKindNames);
  const empty = isFiltered ? (
    <NothingFound onClear={clear} />
  ) : (
    <EmptyState
      compact
      title="No transactions yet"
      text="Top-ups and purchases appear here."
      action={
        <Button variant="soft" onClick={onTopUp}>
          Top up
        </Button>
      }
    />
  );
  return (
    <Stack gap={12}>
      <HistoryFilters
        choice={choice}
        isFiltered={isFiltered}
        onChoose={choose}
        onClear={clear}
        kinds={chargeOptions}
      >
        <ChargesCsv filter={filter} />
      </HistoryFilters>
      <ChargesTable filter={filter} empty={empty} />
    </Stack>
  );
}

/** All card payments. */
export function TransactionsPanel() {
  const { choice, isFiltered, choose, clear } = useHistoryFilter();
  const filter = toApiFilter(choice, transactionKindNames);
  const empty = isFiltered ? (
    <NothingFound onClear={clear} />
  ) : (
    <EmptyState
      compact
      title="No card payments yet"
      text="Top-ups and subscriptions you pay for by card appear here."
    />
  );
  return (
    <Stack gap={12}>
      <HistoryFilters
        choice={choice}
        isFiltered={isFiltered}
        onChoose={choose}
        onClear={clear}
        kinds={transactionOptions}
      >
        <TransactionsCsv filter={filter} />
      </HistoryFilters>
      <TransactionsTable filter={filter} empty={empty} />
    </Stack>
  );
}

const creatorColumns: readonly Column<PaidCreator>[] = [
  {
    key: 'who',
    title: 'Creator',
    main: true,
    cell: ({ performer }) => <Person person={performer} size={40} />,
  },
  {
    key: 'last',
    title: 'Last payment',
    whole: true,
    cell: ({ lastAt, count }) => (
      <>
        <RelativeTime iso={lastAt} /> · {plural(count, 'payment')}
      </>
    ),
  },
  {
    key: 'tokens',
    title: 'Tokens',
    end: true,
    cell: ({ tokens }) => (tokens === 0 ? '–' : <Tokens tokens={tokens} />),
  },
  { key: 'money', title: 'Total', end: true, cell: ({ money }) => <Money cents={money} /> },
  {
    key: 'statement',
    title: 'Statement',
    end: true,
    cell: ({ _id, performer }) => (
      <Link href={routes.statement(_id)}>
        Statement<VisuallyHidden> of {performer.name}</VisuallyHidden>
      </Link>
    ),
  },
];

/** All creators that the user has paid, each with a link to their statement. */
export function CreatorsPanel() {
  const query = useList(listPaidCreators);
  return (
    <PagedTable
      caption="Creators"
      columns={creatorColumns}
      query={query}
      empty={
        <EmptyState
          compact
          title="No payments yet"
          text="Creators you tip, subscribe to or buy from appear here, each with a statement."
        />
      }
    />
  );
}
