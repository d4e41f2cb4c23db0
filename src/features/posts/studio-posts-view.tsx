import { useRouter } from 'next/router';
import { routes } from '#config/routes.ts';
import { PostStateLabel } from './post-state-label.tsx';
import { SearchBox } from '#components/lists/search-box.tsx';
import { TypeFilter, typeOf } from '#components/posts/type-filter.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Select } from '#ui/forms/text-input.tsx';
import { PostsTable } from './posts-table.tsx';
import styles from './studio.module.css';

/** `/creator/feeds`: the creator's posts with state and revenue. The filters are kept in the URL. */
export function StudioPostsView() {
  const router = useRouter();
  const type = typeOf(router.query['type']);
  const state = PostStateLabel.of(router.query['state']);
  const q = typeof router.query['q'] === 'string' ? router.query['q'] : '';
  const filter = (change: { type?: string | null; state?: string | null; q?: string }) => {
    const query = Object.fromEntries(
      Object.entries({ type, state, q, ...change }).filter(([, value]) => value),
    );
    void router.replace(
      { pathname: routes.creatorPosts, query: query as Record<string, string> },
      undefined,
      { shallow: true, scroll: false },
    );
  };
  return (
    <Stack gap={24}>
      <PageHead title="Posts" unlisted />
      <PageHeader
        title="Posts"
        actions={
          <ButtonLink href={routes.newPost} variant="primary">
            New post
          </ButtonLink>
        }
      />
      <Stack gap={12}>
        <TypeFilter value={type} onChange={(next) => filter({ type: next })} />
        <div className={styles.finding}>
          <SearchBox
            label="Search your posts"
            placeholder="Search your posts"
            value={q}
            onChange={(next) => filter({ q: next })}
          />
          <Select
            label="Status"
            hideLabel
            placeholder="Any status"
            options={PostStateLabel.options}
            value={state ?? ''}
            onChange={(event) => filter({ state: event.target.value })}
          />
        </div>
      </Stack>
      <PostsTable type={type} state={state} q={q} />
    </Stack>
  );
}
