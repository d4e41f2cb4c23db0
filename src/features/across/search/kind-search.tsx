import { useState } from 'react';
import type { SearchReply } from '#contract/across/search/search.ts';
import { type SearchItemKind, pageOfKind } from '#services/across/search/search.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import type { ItemOrder } from './filters.ts';
import { KindResults } from './kind-results.tsx';
import type { FoundKind } from './live-site.ts';
import styles from './search.module.css';
import { useAwake } from '#components/base/lists/use-awake.ts';

const LiveKind = lazyPart(async () => (await import('./live-site.ts')).LiveKind);

export interface KindSearchProps {
  readonly q: string;
  readonly kind: SearchItemKind;
  readonly label: string;
  readonly order: ItemOrder;
  readonly given: SearchReply | undefined;
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

/** The results of one kind. */
export function KindSearch({ q, kind, label, order, given, onOrder }: KindSearchProps) {
  const { isAwake, wake } = useAwake(given !== undefined);
  const [found, setFound] = useState<FoundKind | null>(null);
  return (
    <>
      <KindResults
        {...{ q, kind, label }}
        orders={q ? <Orders order={order} onOrder={onOrder} /> : null}
        found={found?.q === q && found.kind === kind && found.order === order ? found : null}
        first={given && pageOfKind(given)}
        onMore={wake}
      />
      {isAwake ? (
        <LazyClient skeleton={null}>
          <LiveKind q={q} kind={kind} order={order} onFound={setFound} />
        </LazyClient>
      ) : null}
    </>
  );
}
