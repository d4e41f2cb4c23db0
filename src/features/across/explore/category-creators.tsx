import { routes } from '#config/routes.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { PerformerRow } from '#contract/people/creators.ts';
import { CreatorGridSkeleton } from '#components/people/creators/creator-grid.tsx';
import { CreatorList } from '#components/people/creators/creator-list.tsx';
import { type InfinitePages, toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { searchPerformers } from '#services/people/creators.ts';
import { useBeginWhenIdle } from '#state/query/use-live.ts';
import { useSeededList } from '#state/query/use-seeded.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { type CategoryParams, type CategorySort, creatorsQuery, sorts } from './category-params.ts';
import styles from './explore.module.css';

function List({ list, name }: { list: InfinitePages<PerformerRow>; name: string }) {
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
  /** The first page, if the server sent it. */
  readonly sent: ReplyOf<'GET /performers/user/search'> | undefined;
  readonly onSort: (sort: CategorySort) => void;
}

/** The creators of a category, loaded page by page. */
export function CategoryCreators({ params, name, sent, onSort }: CategoryCreatorsProps) {
  const query = useSeededList(searchPerformers, { query: creatorsQuery(params) }, sent);
  useBeginWhenIdle(query.begin);
  return (
    <>
      <ChipRow label="Sort by" className={styles.sorts}>
        {sorts.map(({ key, label }) => (
          <ChipButton key={key} pressed={key === params.sort} onClick={() => onSort(key)}>
            {label}
          </ChipButton>
        ))}
      </ChipRow>
      <List list={toInfinitePages(query)} name={name} />
    </>
  );
}
