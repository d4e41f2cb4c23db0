import SearchX from 'lucide-react/icons/search-x';
import type { PerformerRow } from '#contract/performers';
import { formatNumber } from '#lib/format';
import { CreatorGrid, CreatorGridSkeleton } from '#parts/creator-grid';
import { endless } from '#parts/endless';
import { itemsOf } from '#state/api-asking';
import { useSearchPerformersInfiniteQuery } from '#state/api-performers';
import { Button } from '#ui/button';
import { cx } from '#ui/class-names';
import { InfiniteList } from '#ui/infinite-list';
import { EmptyState, ErrorState } from '#ui/states';
import { VisuallyHidden } from '#ui/visually-hidden';
import { type Filters, noFilters, searchQuery } from './filters.tsx';
import { type SearchData, pageSize } from './load.tsx';
import styles from './search.module.css';

/** A multiple of every number of columns, so that only the last row can have gaps. */
const rowSize = 6;
const rowsOf = (creators: readonly PerformerRow[]): PerformerRow[][] =>
  Array.from({ length: Math.ceil(creators.length / rowSize) }, (_, at) => creators.slice(at * rowSize, (at + 1) * rowSize));
const keyOf = (row: readonly PerformerRow[]) => row[0]?._id ?? '';

const found = (total: number) => (total === 1 ? '1 creator' : `${formatNumber(total)} creators`);

export interface ResultsProps {
  readonly filters: Filters;
  /** The first page, where the page came with it. */
  readonly first: SearchData['first'] | undefined;
  readonly onClear: (filters: Filters) => void;
}

/** The answer to these filters; while that is on its way what the page came with, else what was found before, paler. */
function useResults({ filters, first }: ResultsProps) {
  const query = useSearchPerformersInfiniteQuery({ ...searchQuery(filters), limit: pageSize });
  const now = endless(query);
  if (now.known) return { ...now, stale: false };
  if (first) return { ...now, items: first.data, total: first.total, stale: false };
  return { ...now, items: itemsOf(query.data), stale: true };
}

/** The creators that the filters leave, page by page. */
export function Results(props: ResultsProps) {
  const { items, total, stale, hasMore, waiting, loading, error, more } = useResults(props);
  if (items.length === 0 && waiting) return <CreatorGridSkeleton count={9} />;
  if (error && (stale || items.length === 0)) return <ErrorState text={error} onRetry={more} />;
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<SearchX size={28} />}
        title="Nobody found"
        text="No creator fits all of these filters. Try fewer of them, or another word."
        action={<Button onClick={() => props.onClear(noFilters)}>Clear filters</Button>}
      />
    );
  }
  return (
    <div className={cx(styles.results, stale && styles.stale)} aria-busy={stale}>
      <h2><VisuallyHidden>Creators</VisuallyHidden></h2>
      <p className={styles.count} role="status">{stale ? 'Searching…' : found(total)}</p>
      <InfiniteList items={rowsOf(items)} keyOf={keyOf} hasMore={hasMore} loading={loading} onMore={more} error={error} skeleton={<CreatorGridSkeleton count={3} />} estimate={640} label="Creators">
        {(row, at) => <CreatorGrid creators={row} priority={at === 0 ? 3 : 0} />}
      </InfiniteList>
    </div>
  );
}
