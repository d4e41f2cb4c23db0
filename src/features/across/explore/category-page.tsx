import { routes } from '#config/routes.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { useQueryParams } from '#components/base/lists/query-params.ts';
import { PostSkeleton } from '#components/content/posts/post-skeleton.tsx';
import { listPosts } from '#services/content/posts/posts.ts';
import type { Api } from '#services/http/api.ts';
import { searchPerformers } from '#services/people/creators.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { CategoryCreators } from './category-creators.tsx';
import { type CategoryParams, categoryParams, creatorsQuery, postsQuery, tabs } from './category-params.ts';
import styles from './explore.module.css';

// Loaded with its tab, because posts need far more code than creators.
const CategoryPosts = lazyPart(async () => (await import('./category-posts.tsx')).CategoryPosts);

interface CategoryData {
  /** What the rest was loaded for. */
  readonly params: CategoryParams;
  readonly creators?: ReplyOf<'GET /performers/user/search'>;
  readonly posts?: ReplyOf<'GET /user/feeds'>;
}

/** Loads the first creators or posts of the category. */
export async function loadCategory({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<CategoryData> {
  const params = categoryParams((name) => query[name] ?? '');
  return params.tab === 'posts'
    ? { params, posts: await listPosts(api, { query: postsQuery(params) }) }
    : { params, creators: await searchPerformers(api, { query: creatorsQuery(params) }) };
}

/** Categories are stored in lower case. */
const capitalize = (category: string): string => category.charAt(0).toUpperCase() + category.slice(1);

const isSame = (a: CategoryParams | undefined, b: CategoryParams): boolean =>
  a?.category === b.category && a.tab === b.tab && a.sort === b.sort;

/** `/explore/[category]`: creators and posts of a category. The tab and the order are kept in the URL. */
export function CategoryPage(data: Partial<CategoryData>) {
  const { get, set } = useQueryParams();
  const params = categoryParams(get);
  const { category, tab } = params;
  const given = isSame(data.params, params) ? data : undefined;
  const isEmpty = given?.creators?.total === 0;
  const name = capitalize(category);
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
              sent={given?.creators}
              onSort={(next) => set({ sort: next === 'popular' ? '' : next })}
            />
          ) : (
            <LazyClient skeleton={<PostSkeleton count={3} />}>
              <CategoryPosts params={params} name={name} sent={given?.posts} />
            </LazyClient>
          )}
        </div>
      </Tabs>
    </>
  );
}
