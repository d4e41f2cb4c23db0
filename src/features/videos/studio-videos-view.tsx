import { useRouter } from 'next/router';
import { routes } from '#config/routes.ts';
import { SearchBox } from '#components/lists/search-box.tsx';
import { filmStates } from '#components/media-items/media-states.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { Select } from '#ui/forms/text-input.tsx';
import { RequestsLink } from './co-creator-requests-link.tsx';
import styles from './studio-videos.module.css';
import { VideosTable } from './videos-table.tsx';

/** `/creator/videos`: the creator's videos with state and revenue. The filters are kept in the URL. */
export function VideosView() {
  const router = useRouter();
  const state = filmStates.of(router.query['state']);
  const q = typeof router.query['q'] === 'string' ? router.query['q'] : '';
  const filter = (change: { state?: string | null; q?: string }) => {
    const query = Object.fromEntries(Object.entries({ state, q, ...change }).filter(([, value]) => value));
    void router.replace(
      { pathname: routes.creatorVideos, query: query as Record<string, string> },
      undefined,
      { shallow: true, scroll: false },
    );
  };
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
      <div className={styles.filters}>
        <SearchBox
          label="Search your videos"
          placeholder="Search your videos"
          value={q}
          onChange={(next) => filter({ q: next })}
        />
        <Select
          label="Status"
          hideLabel
          placeholder="Any status"
          options={filmStates.options}
          value={state ?? ''}
          onChange={(event) => filter({ state: event.target.value })}
        />
      </div>
      <VideosTable state={state} q={q} />
    </Stack>
  );
}
