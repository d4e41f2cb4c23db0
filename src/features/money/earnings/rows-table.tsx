import X from 'lucide-react/icons/x';
import { formatMoney, formatNumber, plural } from '#lib/format.ts';
import { formatUtcDay } from '#lib/utc-days.ts';
import { CsvButton } from '#components/base/lists/csv-button.tsx';
import { OwnTime, dayTextIn } from '#components/base/ranges/own-time.tsx';
import { PersonName } from '#components/people/accounts/person.tsx';
import { type Earning, type TopEarners, getTopEarners, listEarnings } from '#services/money/earnings.ts';
import { useList, useRead } from '#state/query/hooks.ts';
import { DataTable } from '#ui/antd/data-table.tsx';
import { Button } from '#ui/content/button.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { Money, useRate } from '#ui/content/money.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import type { Column } from '#ui/layout/table.tsx';
import styles from './earnings.module.css';
import { csvHeads, useRowsForCsv } from './csv-rows.ts';
import { RowsTarget, toRows } from './figure.tsx';
import { type Item, type Place, type Rows, toApiFilter, toApiRange } from './query-params.ts';
import { formatItemTitle } from './top-earners.tsx';
import { sourceLabels } from '#components/money/source-labels.ts';
import { describeEarning, itemLabels, moveLabels, partLabels } from './labels.ts';

/** Most rows in an exported file. */
const mostInFile = 10_000;

/** Dated as the days of the figures above are. */
const columnsIn = (zone: string): readonly Column<Earning>[] => [
  { key: 'what', title: 'Description', main: true, cell: (row) => describeEarning(row) },
  { key: 'source', title: 'Source', from: 760, cell: ({ source }) => sourceLabels[source] },
  { key: 'from', title: 'From', cell: ({ user }) => (user ? <PersonName person={user} /> : '–') },
  {
    key: 'when',
    title: 'Date',
    whole: true,
    cell: ({ createdAt }) => <OwnTime iso={createdAt} zone={zone} />,
  },
  {
    key: 'free',
    title: 'Available',
    from: 900,
    whole: true,
    cell: ({ availableAt }) => (availableAt ? dayTextIn(zone, availableAt) : 'On hold: order problem'),
  },
  { key: 'gross', title: 'Fan paid', end: true, cell: ({ gross }) => <Money cents={gross} /> },
  {
    key: 'commission',
    title: 'Commission',
    from: 760,
    end: true,
    cell: ({ commission }) => <Money cents={commission} />,
  },
  { key: 'net', title: 'You earned', end: true, cell: ({ net }) => <Money cents={net} /> },
];

const findFanName = (
  id: string | undefined,
  tops: TopEarners | undefined,
  first: Earning | undefined,
): string =>
  [...(tops?.users ?? []).map(({ user }) => user), first?.user].find((person) => person?._id === id)?.name ??
  '1 fan';

function describeItem(item: Item, tops: TopEarners | undefined): string {
  const top = tops?.items.find((each) => each.item._id === item._id && each.item.kind === item.kind);
  return top ? formatItemTitle(top) : itemLabels[item.kind];
}

/** The active filters as labels, each of which can be removed. */
function useFilterWords(place: Place, first: Earning | undefined): { key: keyof Rows; words: string }[] {
  const { fan, item } = place.rows;
  // Names of fans and items come from the list of top earners, or from the first row.
  const { currentData: tops } = useRead(getTopEarners, fan || item ? { query: toApiRange(place) } : null);
  const said: { readonly [K in keyof Rows]-?: (value: NonNullable<Rows[K]>) => string } = {
    day: formatUtcDay,
    part: (part) => partLabels[part],
    source: (source) => sourceLabels[source],
    subscribers: (move) => moveLabels[move],
    fan: (id) => findFanName(id, tops, first),
    item: (one) => describeItem(one, tops),
  };
  return (Object.keys(said) as (keyof Rows)[]).flatMap((key) => {
    const value = place.rows[key];
    return value ? [{ key, words: (said[key] as (value: unknown) => string)(value) }] : [];
  });
}

export interface RowsSectionProps {
  readonly place: Place;
  readonly onRows: (rows: Rows) => void;
}

interface FilterChipsProps {
  readonly filters: readonly { readonly key: keyof Rows; readonly words: string }[];
  readonly onRemove: (key: keyof Rows) => void;
}

function FilterChips({ filters, onRemove }: FilterChipsProps) {
  if (filters.length === 0) return null;
  return (
    <ChipRow label="Filters">
      {filters.map(({ key, words }) => (
        <ChipButton key={key} pressed aria-label={`Remove filter: ${words}`} onClick={() => onRemove(key)}>
          {words} <X size={14} aria-hidden="true" />
        </ChipButton>
      ))}
    </ChipRow>
  );
}

/** The ledger rows that add up to the figures above. */
export function RowsSection({ place, onRows }: RowsSectionProps) {
  const filter = toApiFilter(place);
  const query = useList(listEarnings, { query: filter });
  const { currency } = useRate();
  const csv = useRowsForCsv(filter, { most: mostInFile, zone: place.zone });
  const [page] = query.currentData?.pages ?? [];
  const filters = useFilterWords(place, page?.data[0]);
  const without = (key: keyof Rows) => {
    const { [key]: _gone, ...rest } = place.rows;
    onRows(rest);
    toRows();
  };
  const label =
    page && page.total > mostInFile
      ? `Download the newest ${formatNumber(mostInFile)} as CSV`
      : 'Download as CSV';
  const empty = (
    <EmptyState
      compact
      level={3}
      title="No matching payments"
      action={filters.length > 0 ? <Button onClick={() => onRows({})}>Show all payments</Button> : undefined}
    />
  );
  return (
    <RowsTarget>
      <Section
        title="Payments"
        actions={
          <CsvButton
            filename={`earnings-${place.days.from}-${place.days.to}`}
            heads={csvHeads}
            rows={csv}
            label={label}
          />
        }
      >
        <FilterChips filters={filters} onRemove={without} />
        {page ? (
          <p className={styles.sums} role="status">
            {plural(page.total, 'entry', 'entries')}: fans paid {formatMoney(page.sums.gross, currency)},
            commission {formatMoney(page.sums.commission, currency)}, you earned{' '}
            {formatMoney(page.sums.net, currency)}
          </p>
        ) : null}
        <DataTable
          name="earnings"
          caption="Payments"
          columns={columnsIn(place.zone)}
          query={query}
          empty={empty}
        />
      </Section>
    </RowsTarget>
  );
}
