import { routes } from '#config/routes.ts';
import type { PerformerRow } from '#contract/people/creators.ts';
import { CreatorGridSkeleton } from '#components/people/creators/creator-grid.tsx';
import { CreatorList } from '#components/people/creators/creator-list.tsx';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import type { InfinitePages } from '#components/base/lists/infinite-list.ts';
import { type CategoryData, type CategoryParams, type CategorySort, sorts } from './category-params.ts';
import { useFound } from './use-found.ts';
import styles from './explore.module.css';

const LiveCreators = lazyPart(async () => (await import('./live-category.ts')).LiveCreators);

function List({ list, name }: { list: Omit<InfinitePages<PerformerRow>, 'known' | 'total'>; name: string }) {
  const { items, hasMore, waiting, loading, error, more } = list;
  if (items.length === 0 && waiting) return <CreatorGridSkeleton count={9} />;
  if (items.length === 0 && error) return <ErrorState text={error} onRetry={more} />;
  if (items.length === 0)
    return (
      <EmptyState
        title={`No creators in ${name} yet`}
        text="Creators choose their categories in their profile."
        action={<ButtonLink href={routes.explore}>All categories</ButtonLink>}
      />
    );
  return <CreatorList creators={items} hasMore={hasMore} loading={loading} onMore={more} error={error} />;
}

export interface CategoryCreatorsProps {
  readonly params: CategoryParams;
  readonly name: string;
  readonly first: CategoryData['creators'] | undefined;
  readonly onSort: (sort: CategorySort) => void;
}

/** The creators of a category, loaded page by page. */
export function CategoryCreators({ params, name, first, onSort }: CategoryCreatorsProps) {
  const { isAwake, list, setFound } = useFound<PerformerRow>(
    params,
    first && { data: first.data, hasMore: first.data.length < first.total },
  );
  return (
    <>
      <ChipRow label="Sort by" className={styles.sorts}>
        {sorts.map(({ key, label }) => (
          <ChipButton key={key} pressed={key === params.sort} onClick={() => onSort(key)}>
            {label}
          </ChipButton>
        ))}
      </ChipRow>
      <List list={list} name={name} />
      {isAwake ? (
        <LazyClient skeleton={null}>
          <LiveCreators params={params} onFound={setFound} />
        </LazyClient>
      ) : null}
    </>
  );
}
