import ListOrdered from 'lucide-react/icons/list-ordered';
import { useRouter } from 'next/router';
import { Suspense, useState } from 'react';
import { routes } from '#config/routes.ts';
import type { OwnPostSeries } from '#contract/content/posts/series.ts';
import { plural } from '#lib/format.ts';
import { shortText } from '#lib/short-text.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { allOwnSeries, listOwnSeries } from '#services/content/posts/series.ts';
import { askAgain, useRead } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Link } from '#ui/content/link.tsx';
import { Skeleton, SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { SeriesMenu } from './series-menu.tsx';
import styles from './series.module.css';

const SeriesDialog = lazyPart(async () => (await import('./series-dialog.tsx')).SeriesDialog);

export const seriesPath = (id: string): string => `${routes.postSeries}?series=${id}`;

/** How many posts it has, and how many of them readers see. */
export const countPosts = ({ posts, published }: OwnPostSeries): string =>
  posts === published ? plural(posts, 'post') : `${plural(posts, 'post')}, ${published} published`;

const Entry = ({ series }: { series: OwnPostSeries }) => (
  <li className={styles.entry}>
    <span className={styles.words}>
      <Link href={seriesPath(series._id)} shallow className={styles.title}>
        <bdi>{series.title}</bdi>
      </Link>
      <span className={styles.facts}>{countPosts(series)}</span>
      {series.description ? <span className={styles.facts}>{shortText(series.description, 120)}</span> : null}
    </span>
    <SeriesMenu series={series} />
  </li>
);

const ListSkeleton = () => (
  <Skeleton label="Loading your series">
    <Stack gap={12}>
      {[1, 2, 3].map((row) => (
        <SkeletonBlock key={row} height={72} width="100%" />
      ))}
    </Stack>
  </Skeleton>
);

function List({ all, onNew }: { all: readonly OwnPostSeries[]; onNew: () => void }) {
  if (all.length === 0)
    return (
      <EmptyState
        icon={<ListOrdered size={28} />}
        title="No series yet"
        text="A series is a numbered set of posts, such as a course. Each part leads to the next."
        action={<Button onClick={onNew}>New series</Button>}
      />
    );
  return (
    <ul className={styles.list} aria-label="Your series">
      {all.map((series) => (
        <Entry key={series._id} series={series} />
      ))}
    </ul>
  );
}

/** All series of the creator, by title. */
export function SeriesList() {
  const router = useRouter();
  const request = useRead(listOwnSeries, allOwnSeries, askAgain);
  const [isNaming, setNaming] = useState(false);
  return (
    <Stack gap={24}>
      <PageHead title="Series" unlisted />
      <PageHeader
        title="Series"
        text="Numbered sets of posts. Readers see which part they are on, and go from one to the next."
        actions={
          <>
            <ButtonLink href={routes.creatorPosts}>All posts</ButtonLink>
            <Button variant="primary" onClick={() => setNaming(true)}>
              New series
            </Button>
          </>
        }
      />
      <LoadedView request={request} skeleton={<ListSkeleton />} level={2}>
        {({ data }) => <List all={data} onNew={() => setNaming(true)} />}
      </LoadedView>
      {isNaming ? (
        <Suspense fallback={null}>
          <SeriesDialog
            series={null}
            onDone={({ _id }) => {
              setNaming(false);
              void router.push(seriesPath(_id), undefined, { shallow: true });
            }}
            onClose={() => setNaming(false)}
          />
        </Suspense>
      ) : null}
    </Stack>
  );
}
