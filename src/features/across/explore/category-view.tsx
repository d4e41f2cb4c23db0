import { useMemo } from 'react';
import { routes } from '#config/routes.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { useQueryParams } from '#components/base/lists/query-params.ts';
import { PostSkeleton } from '#components/content/posts/post-skeleton.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { CategoryCreators } from './category-creators.tsx';
import { type CategoryData, type CategoryParams, categoryParams, tabs } from './category-params.ts';
import styles from './explore.module.css';

// Loaded with its tab, because posts need far more code than creators.
const CategoryPosts = lazyPart(async () => (await import('./category-posts.tsx')).CategoryPosts);

/** Categories are stored in lower case. */
const titleOf = (category: string): string => category.charAt(0).toUpperCase() + category.slice(1);

const isSame = (a: CategoryParams | undefined, b: CategoryParams): boolean =>
  a?.category === b.category && a.tab === b.tab && a.sort === b.sort;

/** `/explore/[category]`: creators and posts of a category. The tab and the order are kept in the URL. */
export function CategoryView(data: Partial<CategoryData>) {
  const { get, set } = useQueryParams();
  const { category, tab, sort } = categoryParams(get);
  const params = useMemo(() => ({ category, tab, sort }), [category, tab, sort]);
  const given = isSame(data.params, params) ? data : undefined;
  const isEmpty = given?.creators?.total === 0;
  const name = titleOf(category);
  return (
    <>
      <PageHead
        title={name}
        description={`Creators and posts in ${name}.`}
        canonical={routes.category(category)}
        unlisted={isEmpty}
      />
      <PageHeader title={name} actions={<ButtonLink href={routes.explore}>All categories</ButtonLink>} />
      <Tabs
        label={name}
        items={tabs}
        value={tab}
        onChange={(next) => set({ tab: next === 'creators' ? '' : next, sort: '' })}
      >
        <div className={styles.panel}>
          {category === '' ? null : tab === 'creators' ? (
            <CategoryCreators
              params={params}
              name={name}
              first={given?.creators}
              onSort={(next) => set({ sort: next === 'popular' ? '' : next })}
            />
          ) : (
            <LazyClient skeleton={<PostSkeleton count={3} />}>
              <CategoryPosts params={params} name={name} first={given?.posts} />
            </LazyClient>
          )}
        </div>
      </Tabs>
    </>
  );
}
