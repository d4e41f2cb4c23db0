import { useMemo } from 'react';
import type { SearchReply } from '#contract/across/search/search.ts';
import { toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { type SearchItemKind, pageOfKind, searchSite } from '#services/across/search/search.ts';
import { useBeginWhenIdle } from '#state/query/use-live.ts';
import { useSeededList } from '#state/query/use-seeded.ts';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { type ItemOrder, kindQuery } from './filters.ts';
import { type FoundOfKind, KindResults } from './kind-results.tsx';
import styles from './search.module.css';

export interface KindSearchProps {
  readonly q: string;
  readonly kind: SearchItemKind;
  readonly label: string;
  readonly order: ItemOrder;
  /** The first page, if the server sent it. */
  readonly sent: SearchReply | undefined;
  readonly onOrder: (order: ItemOrder) => void;
}

const orders = [
  { key: 'best', label: 'Best match' },
  { key: 'newest', label: 'Newest' },
] as const;

const Orders = ({ order, onOrder }: Pick<KindSearchProps, 'order' | 'onOrder'>) => (
  <ChipRow label="Sort by" className={styles.orders}>
    {orders.map(({ key, label }) => (
      <ChipButton key={key} pressed={key === order} onClick={() => onOrder(key)}>
        {label}
      </ChipButton>
    ))}
  </ChipRow>
);

type Question = Pick<KindSearchProps, 'q' | 'kind' | 'order' | 'sent'>;

/** The results as far as they have loaded; null until then. */
function useFound({ q, kind, order, sent }: Question): FoundOfKind | null {
  const query = useSeededList(searchSite, { query: kindQuery({ q, kind, order }) }, sent);
  useBeginWhenIdle(query.begin);
  const { currentData } = query;
  const pages = useMemo(() => currentData?.pages.map(pageOfKind), [currentData]);
  const list = toInfinitePages({ ...query, currentData: pages && { pages } });
  if (!list.known && !list.error) return null;
  const { corrected = null, isCounted = true } = pages?.[0] ?? {};
  return { ...list, corrected, isCounted, matches: pages?.flatMap(({ matches }) => matches) ?? [] };
}

/** The results of one kind. */
export function KindSearch(props: KindSearchProps) {
  const { q, kind, label, order, onOrder } = props;
  return (
    <KindResults
      {...{ q, kind, label }}
      orders={q ? <Orders order={order} onOrder={onOrder} /> : null}
      list={useFound(props)}
    />
  );
}
