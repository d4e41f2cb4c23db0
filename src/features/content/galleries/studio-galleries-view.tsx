import { routes } from '#config/routes.ts';
import { ListFilters } from '#components/base/lists/list-filters.tsx';
import { PinnedViews } from '#components/base/lists/pinned-views.tsx';
import { useQueryParams } from '#components/base/lists/query-params.ts';
import { pictureStates } from '#components/content/media-items/media-states.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { GalleriesTable } from './galleries-table.tsx';

/** `/creator/galleries`: the creator's galleries with state and revenue. The filters are kept in the URL. */
export function GalleriesView() {
  const { get } = useQueryParams();
  const state = pictureStates.of(get('state'));
  return (
    <Stack gap={24}>
      <PageHead title="Galleries" unlisted />
      <PageHeader
        title="Galleries"
        actions={
          <ButtonLink href={routes.newGallery} variant="primary">
            New gallery
          </ButtonLink>
        }
      />
      <Stack gap={12}>
        <ListFilters search="Search your galleries" states={pictureStates.options} state={state} />
        <PinnedViews list="galleries" />
      </Stack>
      <GalleriesTable state={state} q={get('q')} />
    </Stack>
  );
}
