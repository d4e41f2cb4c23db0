import SearchX from 'lucide-react/icons/search-x';
import type { PerformerRow } from '#contract/people/creators.ts';
import { formatNumber } from '#lib/format.ts';
import { typedWordsOf, wordsBegunBy } from '#lib/search/words.ts';
import { CreatorGridSkeleton } from '#components/people/creators/creator-grid.tsx';
import { CreatorList } from '#components/people/creators/creator-list.tsx';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { cx } from '#ui/theme/class-names.ts';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { type Filters, isNarrowed, noFilters, tabAddress } from './filters.ts';
import type { Found } from './live-search.ts';
import type { SearchData } from './load-search.ts';
import { Marked } from '#components/content/media-items/marked.tsx';
import styles from './search.module.css';

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

/** Marks the words that were typed; nothing where none were. */
function markerOf(q: string) {
  const typed = typedWordsOf(q);
  return typed.length > 0
    ? (text: string) => <Marked text={text} found={wordsBegunBy(text, typed)} />
    : undefined;
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
      <CreatorList
        creators={items}
        {...{ hasMore, loading, error }}
        onMore={more}
        mark={markerOf(props.filters.q)}
      />
    </div>
  );
}
