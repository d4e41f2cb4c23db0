import SearchX from 'lucide-react/icons/search-x';
import type { PerformerRow } from '#contract/creators.ts';
import { formatNumber } from '#lib/format.ts';
import { CreatorGrid, CreatorGridSkeleton } from '#components/creators/creator-grid.tsx';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { cx } from '#ui/theme/class-names.ts';
import { InfiniteList } from '#ui/layout/infinite-list.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { type Filters, isNarrowed, noFilters, tabAddress } from './filters.ts';
import type { Found } from './live-search.ts';
import type { SearchData } from './load-search.ts';
import styles from './search.module.css';

/** A multiple of every possible column count, so that only the last row can have gaps. */
const rowSize = 6;
const rowsOf = (creators: readonly PerformerRow[]): PerformerRow[][] =>
  Array.from({ length: Math.ceil(creators.length / rowSize) }, (_, at) =>
    creators.slice(at * rowSize, (at + 1) * rowSize),
  );
const keyOf = (row: readonly PerformerRow[]) => row[0]?._id ?? '';

const found = (total: number) => (total === 1 ? '1 creator' : `${formatNumber(total)} creators`);

export interface ResultsProps {
  readonly filters: Filters;
  /** The latest results if they match the current filters; null while loading. */
  readonly found: Found | null;
  /** The first page of results, if the server rendered it. */
  readonly first: SearchData['first'] | undefined;
  /** The previous results. */
  readonly before: readonly PerformerRow[];
  /** More results are needed than the server rendered. */
  readonly onMore: () => void;
  readonly onClear: (filters: Filters) => void;
}

/**
 * The results for the current filters. While they load, those rendered by the server, else the previous ones,
 * dimmed.
 */
function resultsOf({ found, first, before, onMore }: ResultsProps) {
  if (found?.known) return { ...found, stale: false };
  const now = found ?? { hasMore: false, loading: false, waiting: true, error: null, more: onMore };
  if (first)
    return {
      ...now,
      items: first.data,
      total: first.total,
      hasMore: first.data.length < first.total,
      stale: false,
    };
  return { ...now, items: before, total: 0, stale: true };
}

function NoResults({ asked, isNarrow, onClear }: { asked: string; isNarrow: boolean; onClear: () => void }) {
  const [title, text] = asked
    ? [`No results for “${asked}”`, 'Check the spelling or try another word.']
    : ['No creators match these filters', 'Try fewer filters.'];
  return (
    <EmptyState
      icon={<SearchX size={28} />}
      title={title}
      text={text}
      action={
        isNarrow || !asked ? (
          <Button onClick={onClear}>Clear filters</Button>
        ) : (
          <ButtonLink href={tabAddress(asked, 'all')}>Search everything</ButtonLink>
        )
      }
    />
  );
}

/** The matching creators, loaded page by page. */
export function Results(props: ResultsProps) {
  const { items, total, stale, hasMore, waiting, loading, error, more } = resultsOf(props);
  if (items.length === 0 && waiting) return <CreatorGridSkeleton count={9} />;
  if (error && (stale || items.length === 0)) return <ErrorState text={error} onRetry={more} />;
  if (items.length === 0) {
    const { filters, onClear } = props;
    return (
      <NoResults
        asked={filters.q}
        isNarrow={isNarrowed(filters)}
        onClear={() => onClear({ ...noFilters, q: filters.q, kind: 'creators' })}
      />
    );
  }
  return (
    <div className={cx(styles.results, stale && styles.stale)} aria-busy={stale}>
      <h2>
        <VisuallyHidden>Creators</VisuallyHidden>
      </h2>
      <p className={styles.count} role="status">
        {stale ? 'Searching…' : found(total)}
      </p>
      <InfiniteList
        items={rowsOf(items)}
        keyOf={keyOf}
        hasMore={hasMore}
        loading={loading}
        onMore={more}
        error={error}
        skeleton={<CreatorGridSkeleton count={3} />}
        estimate={640}
        label="Creators"
      >
        {(row, at) => <CreatorGrid creators={row} priority={at === 0 ? 3 : 0} />}
      </InfiniteList>
    </div>
  );
}
