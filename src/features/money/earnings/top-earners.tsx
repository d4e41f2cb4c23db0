import { Link } from '#ui/content/link.tsx';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { PersonName } from '#components/people/accounts/person.tsx';
import { type TopEarners, getTopEarners } from '#services/money/earnings.ts';
import { useRead } from '#state/query/hooks.ts';
import { Money } from '#ui/content/money.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { type Column, Table } from '#ui/layout/table.tsx';
import styles from './earnings.module.css';
import { Figure } from './figure.tsx';
import { type Place, toApiRange } from './query-params.ts';
import { itemLabels, itemPath } from './labels.ts';

type FanRow = TopEarners['users'][number];
type ItemRow = TopEarners['items'][number];

export const formatItemTitle = ({ item: { kind }, title }: Pick<ItemRow, 'item' | 'title'>) =>
  title === null ? itemLabels[kind] : kind === 'tip' ? `Tips: ${title}` : title;

function ItemName({ row }: { row: ItemRow }) {
  const page = itemPath(row.item);
  return page && row.title !== null ? (
    <Link href={page}>{formatItemTitle(row)}</Link>
  ) : (
    <>{formatItemTitle(row)}</>
  );
}

const none = <EmptyState compact level={3} title="No payments in this period" />;

function Tables({ tops: { users, items }, place }: { tops: TopEarners; place: Place }) {
  const fanColumns: readonly Column<FanRow>[] = [
    { key: 'fan', title: 'Fan', main: true, cell: ({ user }) => <PersonName person={user} /> },
    { key: 'count', title: 'Payments', end: true, cell: ({ count }) => count },
    {
      key: 'net',
      title: 'You earned',
      end: true,
      cell: ({ user, net }) => (
        <Figure place={place} rows={{ fan: user._id }} label={user.name}>
          <Money cents={net} />
        </Figure>
      ),
    },
  ];
  const itemColumns: readonly Column<ItemRow>[] = [
    { key: 'item', title: 'Content', main: true, cell: (row) => <ItemName row={row} /> },
    { key: 'kind', title: 'Type', cell: ({ item }) => itemLabels[item.kind] },
    { key: 'count', title: 'Payments', end: true, cell: ({ count }) => count },
    {
      key: 'net',
      title: 'You earned',
      end: true,
      cell: (row) => (
        <Figure place={place} rows={{ item: row.item }} label={formatItemTitle(row)}>
          <Money cents={row.net} />
        </Figure>
      ),
    },
  ];
  return (
    <div className={styles.tops}>
      <Section title="Top fans">
        {users.length === 0 ? (
          none
        ) : (
          <Table caption="Top fans" columns={fanColumns} rows={users} getKey={({ user }) => user._id} />
        )}
      </Section>
      <Section title="Top content">
        {items.length === 0 ? (
          none
        ) : (
          <Table
            caption="Top content"
            columns={itemColumns}
            rows={items}
            getKey={({ item }) => `${item.kind} ${item._id}`}
          />
        )}
      </Section>
    </div>
  );
}

/**
 * The fans and content with the highest revenue. Loaded separately, so that the totals don't have to wait.
 */
export function TopContent({ place }: { place: Place }) {
  const request = useRead(getTopEarners, { query: toApiRange(place) });
  const skeleton = (
    <Skeleton label="Loading top fans and content">
      <SkeletonBlock height={280} width="100%" />
    </Skeleton>
  );
  return (
    <LoadedView request={request} skeleton={skeleton} level={3}>
      {(tops) => <Tables tops={tops} place={place} />}
    </LoadedView>
  );
}
