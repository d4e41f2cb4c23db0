import { routes } from '#config/routes.ts';
import { formatNumber } from '#lib/format.ts';
import { changeText, countDays, formatUtcDay } from '#lib/utc-days.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { getStatistics, type Statistics } from '#services/across/statistics.ts';
import { useRead } from '#state/query/hooks.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { FigureLink } from '#ui/content/figure-link.tsx';
import type { LinkProps } from '#ui/content/link.tsx';
import { Money } from '#ui/content/money.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Skeleton, SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { type StatItem, Stats } from '#ui/layout/table.tsx';
import { type Place, toUrlQuery } from './place.ts';
import type { TabProps } from './statistics-view.tsx';
import { Trend } from './trend.tsx';

export const FiguresSkeleton = () => (
  <Skeleton label="Loading statistics">
    <Stack gap={24}>
      <SkeletonBlock height={112} width="100%" />
      <SkeletonBlock height={112} width="100%" />
      <SkeletonBlock height={400} width="100%" />
    </Stack>
  </Skeleton>
);

export const here = (place: Place) => ({ pathname: routes.statistics, query: toUrlQuery(place) });
export const inEarnings = ({ days }: Place, filter: Record<string, string>) => ({
  pathname: routes.earnings,
  query: { ...days, ...filter },
});

function buildItems({ totals, previous }: Statistics, place: Place): StatItem[] {
  const days = countDays(place.days.from, place.days.to);
  const item = (
    label: string,
    { value, before, href }: { value: number; before: number; href: LinkProps['href'] },
  ): StatItem => ({
    label,
    value: (
      <FigureLink label={label} href={href}>
        {formatNumber(value)}
      </FigureLink>
    ),
    hint: changeText(value, before, days),
  });
  const sources = here({ ...place, tab: 'sources' });
  return [
    item('Views', { value: totals.views, before: previous.views, href: here({ ...place, tab: 'content' }) }),
    item('Viewers', { value: totals.viewers, before: previous.viewers, href: sources }),
    item('Profile views', { value: totals.profileViews, before: previous.profileViews, href: sources }),
    item('New followers', {
      value: totals.followers,
      before: previous.followers,
      href: { pathname: routes.followers, query: { ...place.days } },
    }),
    item('New subscribers', {
      value: totals.subscribers.new,
      before: previous.subscribers.new,
      href: inEarnings(place, { subscribers: 'new' }),
    }),
    {
      label: 'You earned',
      value: (
        <FigureLink label="You earned" href={inEarnings(place, { part: 'earned' })}>
          <Money cents={totals.earned} />
        </FigureLink>
      ),
      hint: changeText(totals.earned, previous.earned, days),
    },
  ];
}

/** Views are counted from a certain day on; earlier figures would look like nobody came. */
export function Beginning({ since, from }: { since: string | null; from: string }) {
  if (since === null || since <= from) return null;
  return <Notice>Views have been counted since {formatUtcDay(since)}.</Notice>;
}

const isEmpty = ({ since, totals, previous }: Statistics): boolean =>
  since === null &&
  [totals, previous].every(
    ({ followers, earned, subscribers }) =>
      followers === 0 && earned === 0 && subscribers.new + subscribers.renewed + subscribers.lost === 0,
  );

function Overview({ statistics, place, onGo }: TabProps & { statistics: Statistics }) {
  if (isEmpty(statistics))
    return (
      <EmptyState
        level={2}
        title="No figures yet"
        text="They start with the first view of your page or one of your posts."
        action={
          <ButtonLink href={routes.newPost} variant="primary">
            New post
          </ButtonLink>
        }
      />
    );
  return (
    <Stack gap={24}>
      <Beginning since={statistics.since} from={statistics.previous.from} />
      <Stats items={buildItems(statistics, place)} />
      <Trend statistics={statistics} place={place} onGo={onGo} />
    </Stack>
  );
}

/** The totals, and one figure over time. */
export function OverviewTab({ place, onGo }: TabProps) {
  const request = useRead(getStatistics, { query: { ...place.days, step: place.step } });
  return (
    <LoadedView request={request} skeleton={<FiguresSkeleton />} level={2}>
      {(statistics) => <Overview statistics={statistics} place={place} onGo={onGo} />}
    </LoadedView>
  );
}
