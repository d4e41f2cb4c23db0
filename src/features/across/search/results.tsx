import SearchX from 'lucide-react/icons/search-x';
import type { PerformerRow } from '#contract/people/creators.ts';
import { formatNumber } from '#lib/format.ts';
import { splitTypedWords, wordsBegunBy } from '#lib/search/words.ts';
import type { InfinitePages } from '#components/base/lists/infinite-list.ts';
import { CreatorGridSkeleton } from '#components/people/creators/creator-grid.tsx';
import { CreatorList } from '#components/people/creators/creator-list.tsx';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { cx } from '#ui/theme/class-names.ts';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { type Filters, isNarrowed, noFilters, tabAddress } from './filters.ts';
import { Marked } from '#components/content/media-items/marked.tsx';
import styles from './search.module.css';

const found = (total: number) => (total === 1 ? '1 creator' : `${formatNumber(total)} creators`);

export interface ResultsProps {
  readonly filters: Filters;
  readonly list: InfinitePages<PerformerRow>;
  /** The previous results. */
  readonly before: readonly PerformerRow[];
  readonly onClear: (filters: Filters) => void;
}

/** The results for the current filters; while they load, the previous ones, dimmed. */
const pickShown = ({ list, before }: ResultsProps) =>
  list.known ? { ...list, stale: false } : { ...list, items: before, stale: true };

function NoResults({
  searchedFor,
  isNarrow,
  onClear,
}: {
  searchedFor: string;
  isNarrow: boolean;
  onClear: () => void;
}) {
  const [title, text] = searchedFor
    ? [`No results for “${searchedFor}”`, 'Check the spelling or try another word.']
    : ['No creators match these filters', 'Try fewer filters.'];
  return (
    <EmptyState
      icon={<SearchX size={28} />}
      title={title}
      text={text}
      action={
        isNarrow || !searchedFor ? (
          <Button onClick={onClear}>Clear filters</Button>
        ) : (
          <ButtonLink href={tabAddress(searchedFor, 'all')}>Search everything</ButtonLink>
        )
      }
    />
  );
}

/** Marks the words that were typed; nothing where none were. */
function createMarker(q: string) {
  const typed = splitTypedWords(q);
  return typed.length > 0
    ? (text: string) => <Marked text={text} found={wordsBegunBy(text, typed)} />
    : undefined;
}

/** The matching creators, loaded page by page. */
export function Results(props: ResultsProps) {
  const { items, total, stale, hasMore, waiting, loading, error, more } = pickShown(props);
  if (items.length === 0 && waiting) return <CreatorGridSkeleton count={9} />;
  if (error && (stale || items.length === 0)) return <ErrorState text={error} onRetry={more} />;
  if (items.length === 0) {
    const { filters, onClear } = props;
    return (
      <NoResults
        searchedFor={filters.q}
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
        mark={createMarker(props.filters.q)}
      />
    </div>
  );
}
