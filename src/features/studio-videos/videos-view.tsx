import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { routes } from '#config/routes';
import { SearchBox } from '#parts/search-box';
import { filmStates } from '#parts/work-states';
import { ButtonLink } from '#ui/button-link';
import { PageHead } from '#ui/page-head';
import { PageHeader } from '#ui/page-header';
import { Row, Stack } from '#ui/stack';
import { Select } from '#ui/text-input';
import { RequestsLink } from './requests-link.tsx';
import { TableBones } from './table-bones.tsx';
import styles from './studio-videos.module.css';

// The table is antd's; it comes with this page only.
const VideosTable = dynamic(() => import('./videos-table.tsx').then((module) => module.VideosTable), {
  ssr: false,
  loading: () => <TableBones />,
});

/** `/creator/videos`: every own video, with its state and what it brought. Filters stay in the address. */
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
          label="State"
          hideLabel
          placeholder="Any state"
          options={filmStates.options}
          value={state ?? ''}
          onChange={(event) => filter({ state: event.target.value })}
        />
      </div>
      <VideosTable state={state} q={q} />
    </Stack>
  );
}
