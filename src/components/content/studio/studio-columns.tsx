import type { ReactNode } from 'react';
import type { Audience } from '#contract/core/schemas.ts';
import { audienceLabels } from '#components/content/media-items/media-states.tsx';
import { formatNumber } from '#lib/format.ts';
import { Money, Tokens } from '#ui/content/money.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import type { Column } from '#ui/layout/table.tsx';
import styles from './studio.module.css';

type StateLabel<Item> = (props: { readonly item: Item }) => ReactNode;
interface Priced {
  readonly price: number;
}
interface Restricted extends Priced {
  readonly audience: Audience;
}

export const stateColumn = <Item,>(Label: StateLabel<Item>): Column<Item> => ({
  key: 'state',
  title: 'Status',
  cell: (item) => <Label item={item} />,
});

/** The state, and who can see the item. */
export const stateAndAudienceColumn = <Item extends Restricted>(Label: StateLabel<Item>): Column<Item> => ({
  key: 'state',
  title: 'Status',
  cell: (item) => (
    <span className={styles.state}>
      <Label item={item} />
      <span>{item.price > 0 ? 'Buyers' : audienceLabels[item.audience]}</span>
    </span>
  ),
});

export const priceColumn: Column<Priced> = {
  key: 'price',
  title: 'Price',
  end: true,
  cell: ({ price }) =>
    price > 0 ? (
      <span className={styles.price}>
        <Tokens tokens={price} />
      </span>
    ) : (
      '–'
    ),
};

export const viewsColumn: Column<{ readonly recentViews: number }> = {
  key: 'views',
  title: 'Views, 28 days',
  from: 1000,
  end: true,
  cell: ({ recentViews }) => formatNumber(recentViews),
};

export const soldColumn: Column<{ readonly sold: number }> = {
  key: 'sold',
  title: 'Sold',
  from: 700,
  end: true,
  cell: ({ sold }) => formatNumber(sold),
};

export const earnedColumn: Column<{ readonly earned: number }> = {
  key: 'earned',
  title: 'Earned',
  end: true,
  cell: ({ earned }) => <Money cents={earned} />,
};

/** When it will be published, was published, or was created. */
export const dateColumn: Column<{
  readonly scheduledAt?: string | null;
  readonly publishedAt: string | null;
  readonly createdAt: string;
}> = {
  key: 'when',
  title: 'Date',
  whole: true,
  cell: ({ scheduledAt, publishedAt, createdAt }) => (
    <RelativeTime iso={scheduledAt ?? publishedAt ?? createdAt} />
  ),
};
