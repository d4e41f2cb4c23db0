import { routes } from '#config/routes.ts';
import { ListFilters } from '#components/base/lists/list-filters.tsx';
import { PinnedViews } from '#components/base/lists/pinned-views.tsx';
import { useQueryParams } from '#components/base/lists/query-params.ts';
import { filmStates } from '#components/content/media-items/media-states.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { VideosTable } from './videos-table.tsx';
import { plural } from '#lib/format.ts';
import { latestTotal } from '#state/query/pages.ts';
import { listCoCreations } from '#services/content/co-creators.ts';
import { useList } from '#state/query/hooks.ts';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import styles from './studio-videos.module.css';

/** Link to co-creator requests, with a dot if any are pending. The dot doesn't change its size. */
function RequestsLink() {
  const { data } = useList(listCoCreations, { query: { state: 'pending', limit: 1 } });
  const waiting = latestTotal(data);
  return (
    <span className={styles.requests}>
      <ButtonLink href={routes.coCreations}>
        Requests
        {waiting > 0 ? (
          <VisuallyHidden>
            , {plural(waiting, 'creator waits', 'creators wait')} for your answer
          </VisuallyHidden>
        ) : null}
      </ButtonLink>
      {waiting > 0 ? <span className={styles.dot} aria-hidden="true" /> : null}
    </span>
  );
}

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
      <Stack gap={12}>
        <ListFilters search="Search your videos" states={filmStates.options} state={state} />
        <PinnedViews list="videos" />
      </Stack>
      <VideosTable state={state} q={get('q')} />
    </Stack>
  );
}
