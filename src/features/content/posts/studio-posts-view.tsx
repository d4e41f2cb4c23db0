import { routes } from '#config/routes.ts';
import { PostStateLabel } from './post-state-label.tsx';
import { ListFilters } from '#components/base/lists/list-filters.tsx';
import { PinnedViews } from '#components/base/lists/pinned-views.tsx';
import { useQueryParams } from '#components/base/lists/query-params.ts';
import { TypeFilter, typeOf } from '#components/content/posts/type-filter.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { PostsTable } from './posts-table.tsx';

/** `/creator/feeds`: the creator's posts with state and revenue. The filters are kept in the URL. */
export function StudioPostsView() {
  const { get, set } = useQueryParams();
  const type = typeOf(get('type'));
  const state = PostStateLabel.of(get('state'));
  return (
    <Stack gap={24}>
      <PageHead title="Posts" unlisted />
      <PageHeader
        title="Posts"
        actions={
          <>
            <ButtonLink href={routes.postCalendar}>Calendar</ButtonLink>
            <ButtonLink href={routes.postSeries}>Series</ButtonLink>
            <ButtonLink href={routes.newPost} variant="primary">
              New post
            </ButtonLink>
          </>
        }
      />
      <Stack gap={12}>
        <TypeFilter value={type} onChange={(next) => set({ type: next ?? '' })} />
        <ListFilters search="Search your posts" states={PostStateLabel.options} state={state} />
        <PinnedViews list="posts" />
      </Stack>
      <PostsTable type={type} state={state} q={get('q')} />
    </Stack>
  );
}
