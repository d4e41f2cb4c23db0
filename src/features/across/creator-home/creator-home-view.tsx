import { useTakenZone } from '#components/base/ranges/own-zone.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { type CreatorHome, getCreatorHome } from '#services/money/earnings.ts';
import { useRead } from '#state/query/hooks.ts';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import styles from './creator-home.module.css';
import { FirstSteps } from './first-steps.tsx';
import { HomeFigures } from './home-figures.tsx';
import { BestPosts, NewestSubscribers, NextPayout, Scheduled } from './home-lists.tsx';
import { TodoList } from './todo-list.tsx';

const HomeSkeleton = () => (
  <Skeleton label="Loading your home">
    <Stack gap={24}>
      <SkeletonBlock height={200} width="100%" />
      <SkeletonBlock height={144} width="100%" />
      <SkeletonBlock height={144} width="100%" />
      <div className={styles.columns}>
        <SkeletonBlock height={240} width="100%" />
        <SkeletonBlock height={240} width="100%" />
      </div>
    </Stack>
  </Skeleton>
);

/** Nothing has happened on the creator's page yet. */
function isUntouched({ figures: { last, before }, ...home }: CreatorHome): boolean {
  const lists = [home.newestSubscribers, home.bestPosts, home.scheduled];
  const sums = [last, before].flatMap(({ earned, subscribers, followers }) => [
    earned,
    subscribers,
    followers,
  ]);
  return (
    home.steps !== null &&
    home.nextPayout.request === null &&
    home.nextPayout.available === 0 &&
    lists.every(({ length }) => length === 0) &&
    sums.every((sum) => sum === 0)
  );
}

/** For a new creator, the first steps are the page; figures and lists follow once there is something in them. */
function Home({ home }: { home: CreatorHome }) {
  const { steps, todo, figures } = home;
  const untouched = isUntouched(home);
  return (
    <Stack gap={24}>
      {steps ? <FirstSteps steps={steps} /> : null}
      {untouched && todo.length === 0 ? null : <TodoList todo={todo} />}
      {untouched ? null : (
        <>
          <HomeFigures figures={figures} />
          <div className={styles.columns}>
            <NextPayout payout={home.nextPayout} />
            <Scheduled planned={home.scheduled} />
            <NewestSubscribers people={home.newestSubscribers} />
            <BestPosts posts={home.bestPosts} days={figures.last} />
          </div>
        </>
      )}
    </Stack>
  );
}

/** `/creator`: what waits for a creator, how it goes, and the first steps. */
export function CreatorHomeView() {
  useTakenZone();
  const request = useRead(getCreatorHome, {}, { refetchOnMountOrArgChange: true });
  return (
    <Stack gap={24}>
      <PageHead title="Creator home" unlisted />
      <PageHeader title="Creator home" text="What needs your attention, and how you’re doing." />
      <LoadedView request={request} skeleton={<HomeSkeleton />} level={2}>
        {(home) => <Home home={home} />}
      </LoadedView>
    </Stack>
  );
}
