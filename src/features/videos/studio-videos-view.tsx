import { routes } from '#config/routes.ts';
import { ListFilters } from '#components/lists/list-filters.tsx';
import { useQueryParams } from '#components/lists/query-params.ts';
import { filmStates } from '#components/media-items/media-states.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { RequestsLink } from './co-creator-requests-link.tsx';
import { VideosTable } from './videos-table.tsx';

/** `/creator/videos`: the creator's videos with state and revenue. The filters are kept in the URL. */
export function VideosView() {
  const { get } = useQueryParams();
  const state = filmStates.of(get('state'));
  return (
    <Stack gap={24}>
      <PageHead title="Videos" unlisted />
      <PageHeader
        title="Videos"
        actions={
          <Row>
            <RequestsLink />
            <ButtonLink href={routes.newVideo} variant="primary">
              New video
            </ButtonLink>
          </Row>
        }
      />
      <ListFilters search="Search your videos" states={filmStates.options} state={state} />
      <VideosTable state={state} q={get('q')} />
    </Stack>
  );
}
