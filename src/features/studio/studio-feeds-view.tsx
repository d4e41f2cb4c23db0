import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { routes } from '#config/routes';
import { FeedState } from './feed-states.tsx';
import { SearchBox } from '#parts/search-box';
import { TypeFilter, typeOf } from '#parts/type-filter';
import { ButtonLink } from '#ui/button-link';
import { PageHead } from '#ui/page-head';
import { PageHeader } from '#ui/page-header';
import { Stack } from '#ui/stack';
import { Select } from '#ui/text-input';
import styles from './studio.module.css';
import { TableBones } from './table-bones.tsx';

// The table is antd's; it comes with this page only.
const FeedsTable = dynamic(() => import('./feeds-table.tsx').then((module) => module.FeedsTable), {
  ssr: false,
  loading: () => <TableBones />,
});

/** `/creator/feeds`: every own post, with its state, what it is and what it brought. Filters stay in the address. */
export function StudioFeedsView() {
  const router = useRouter();
  const type = typeOf(router.query['type']);
  const state = FeedState.of(router.query['state']);
  const q = typeof router.query['q'] === 'string' ? router.query['q'] : '';
  const filter = (change: { type?: string | null; state?: string | null; q?: string }) => {
    const query = Object.fromEntries(
      Object.entries({ type, state, q, ...change }).filter(([, value]) => value),
    );
    void router.replace(
      { pathname: routes.creatorFeeds, query: query as Record<string, string> },
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
          <ButtonLink href={routes.newFeed} variant="primary">
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
            label="State"
            hideLabel
            placeholder="Any state"
            options={FeedState.options}
            value={state ?? ''}
            onChange={(event) => filter({ state: event.target.value })}
          />
        </div>
      </Stack>
      <FeedsTable type={type} state={state} q={q} />
    </Stack>
  );
}
