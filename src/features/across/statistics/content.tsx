import { FigureLink } from '#ui/content/figure-link.tsx';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import { formatNumber } from '#lib/format.ts';
import { CsvButton } from '#components/base/lists/csv-button.tsx';
import { listItemStatistics, type ItemFigures, type ItemFilter } from '#services/across/statistics.ts';
import { useList } from '#state/query/hooks.ts';
import { everyRow } from '#services/http/every-page.ts';
import { useApi } from '#state/hooks.ts';
import { DataTable } from '#ui/antd/data-table.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { Link } from '#ui/content/link.tsx';
import { Money } from '#ui/content/money.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { here, inEarnings } from './overview.tsx';
import type { Place } from './place.ts';
import type { TabProps } from './statistics-view.tsx';

type Kind = ItemFigures['kind'];
type Sort = NonNullable<ItemFilter['sort']>;

const kinds: Readonly<Record<Kind, { one: string; many: string }>> = {
  feed: { one: 'Post', many: 'Posts' },
  video: { one: 'Video', many: 'Videos' },
  gallery: { one: 'Gallery', many: 'Galleries' },
  product: { one: 'Product', many: 'Products' },
  auction: { one: 'Auction', many: 'Auctions' },
  stream: { one: 'Stream', many: 'Streams' },
};
const orders = [
  { value: 'views', label: 'Most views', column: 'views', order: 'descend' },
  { value: 'locked', label: 'Most locked views', column: 'locked', order: 'descend' },
  { value: 'unlocks', label: 'Most purchases', column: 'unlocks', order: 'descend' },
  { value: 'conversion', label: 'Highest conversion', column: 'conversion', order: 'descend' },
  { value: 'tips', label: 'Most tips', column: 'tips', order: 'descend' },
  { value: 'earned', label: 'Highest earnings', column: 'earned', order: 'descend' },
] as const satisfies readonly { value: Sort; label: string; column: string; order: 'descend' }[];

const formatTitle = ({ title, kind }: ItemFigures): string => title ?? `${kinds[kind].one} without a title`;
const percentText = (value: number | null): string => (value === null ? '–' : `${formatNumber(value)}%`);

/** Sales of an item and tips on it are separate rows of the earnings, so their sum leads to neither. */
function Earned({ row: { _id, kind, tips, earned }, place }: { row: ItemFigures; place: Place }) {
  if (earned === 0 || (tips !== 0 && tips !== earned)) return <Money cents={earned} />;
  return (
    <FigureLink label="You earned" href={inEarnings(place, { item: `${tips === 0 ? kind : 'tip'}:${_id}` })}>
      <Money cents={earned} />
    </FigureLink>
  );
}

const Tips = ({ row: { _id, tips }, place }: { row: ItemFigures; place: Place }) =>
  tips === 0 ? (
    <Money cents={0} />
  ) : (
    <FigureLink label="Tips" href={inEarnings(place, { item: `tip:${_id}` })}>
      <Money cents={tips} />
    </FigureLink>
  );

const buildColumns = (place: Place): readonly Column<ItemFigures>[] => [
  {
    key: 'title',
    title: 'Title',
    main: true,
    cell: (row) => <Link href={routes[row.kind](row._id)}>{formatTitle(row)}</Link>,
  },
  { key: 'kind', title: 'Type', cell: ({ kind }) => kinds[kind].one },
  {
    key: 'views',
    title: 'Views',
    end: true,
    cell: ({ _id, views }) => (
      <FigureLink label="Views" href={here({ ...place, tab: 'sources', item: _id })}>
        {formatNumber(views)}
      </FigureLink>
    ),
  },
  { key: 'locked', title: 'Locked views', end: true, from: 760, cell: ({ locked }) => formatNumber(locked) },
  { key: 'unlocks', title: 'Purchases', end: true, cell: ({ unlocks }) => formatNumber(unlocks) },
  { key: 'conversion', title: 'Conversion', end: true, cell: ({ conversion }) => percentText(conversion) },
  { key: 'likes', title: 'Likes', end: true, from: 800, cell: ({ likes }) => formatNumber(likes) },
  {
    key: 'comments',
    title: 'Comments',
    end: true,
    from: 900,
    cell: ({ comments }) => formatNumber(comments),
  },
  { key: 'tips', title: 'Tips', end: true, from: 900, cell: (row) => <Tips row={row} place={place} /> },
  {
    key: 'earned',
    title: 'You earned',
    end: true,
    cell: (row) => <Earned row={row} place={place} />,
  },
];

const heads = [
  'Title',
  'Type',
  'Views',
  'Locked views',
  'Purchases',
  'Conversion (%)',
  'Likes',
  'Comments',
  'Tips',
  'You earned',
  'ID',
];
const toCsvLine = (row: ItemFigures) => [
  formatTitle(row),
  kinds[row.kind].one,
  row.views,
  row.locked,
  row.unlocks,
  row.conversion,
  row.likes,
  row.comments,
  row.tips / 100,
  row.earned / 100,
  row._id,
];

/** What each item did in these days. */
export function ContentTab({ place }: TabProps) {
  const [kind, setKind] = useState<Kind | null>(null);
  const [sort, setSort] = useState<Sort>('views');
  const filter: ItemFilter = { ...place.days, sort, ...(kind && { kind }) };
  const query = useList(listItemStatistics, { query: filter });
  const api = useApi();
  return (
    <Section
      title="Content"
      text="Tips are part of what you earned. Conversion is the share of people who saw an item locked and then bought it."
      actions={
        <CsvButton
          filename={`content-${place.days.from}-${place.days.to}`}
          heads={heads}
          rows={async () => (await everyRow(api, listItemStatistics, { query: filter })).map(toCsvLine)}
        />
      }
    >
      <ChipRow label="Type">
        <ChipButton pressed={kind === null} onClick={() => setKind(null)}>
          All
        </ChipButton>
        {(Object.keys(kinds) as Kind[]).map((key) => (
          <ChipButton key={key} pressed={kind === key} onClick={() => setKind(key)}>
            {kinds[key].many}
          </ChipButton>
        ))}
      </ChipRow>
      <DataTable
        name="statistics"
        caption="Content"
        columns={buildColumns(place)}
        query={query}
        sort={{ orders, value: sort, onChange: setSort }}
        empty={
          <EmptyState
            compact
            level={3}
            title="No activity"
            text="Items appear here once someone has seen or bought them. Try a longer period."
          />
        }
      />
    </Section>
  );
}
