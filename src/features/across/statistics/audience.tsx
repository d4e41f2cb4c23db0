import { FigureLink, PlainFigure } from '#ui/content/figure-link.tsx';
import { routes } from '#config/routes.ts';
import { formatNumber } from '#lib/format.ts';
import { changeText, countDays } from '#lib/utc-days.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { getAudience, getStatistics, type Audience } from '#services/across/statistics.ts';
import { useRead } from '#state/query/hooks.ts';
import { Money } from '#ui/content/money.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { type StatItem, Stats } from '#ui/layout/table.tsx';
import { BestHours } from './best-hours.tsx';
import { Cohorts } from './cohorts.tsx';
import { FiguresSkeleton, inEarnings } from './overview.tsx';
import type { Place } from './place.ts';
import type { TabProps } from './statistics-view.tsx';
import { Trend } from './trend.tsx';

function memberItems({ now, before, churn, lifetimeValue }: Audience, place: Place): StatItem[] {
  const days = countDays(place.days.from, place.days.to);
  return [
    {
      label: 'Paying subscribers',
      value: (
        <FigureLink label="Paying subscribers" href={routes.subscribers}>
          {formatNumber(now.subscribers)}
        </FigureLink>
      ),
      hint: changeText(now.subscribers, before.subscribers, days),
    },
    {
      label: 'Monthly recurring revenue',
      value: (
        <PlainFigure>
          <Money cents={now.monthlyRevenue} />
        </PlainFigure>
      ),
      hint: 'What they pay per month, before our fee. Multi-month prices are spread over their months.',
    },
    {
      label: 'Churn',
      value: (
        <FigureLink label="Churn" href={inEarnings(place, { subscribers: 'lost' })}>
          {churn === null ? '–' : `${formatNumber(churn)}%`}
        </FigureLink>
      ),
      hint: 'Share of the subscribers at the start of the period who left.',
    },
    {
      label: 'Lifetime value',
      value: <PlainFigure>{lifetimeValue === null ? '–' : <Money cents={lifetimeValue} />}</PlainFigure>,
      hint:
        lifetimeValue === null
          ? 'Available once someone has left in this period.'
          : 'What a subscriber pays on average until they leave, before our fee.',
    },
  ];
}

/** Subscribers over time, who stays, and when people come. */
export function AudienceTab({ place, onGo }: TabProps) {
  const request = useRead(getAudience, { query: place.days });
  const series = useRead(getStatistics, { query: { ...place.days, step: place.step } });
  return (
    <LoadedView request={request} skeleton={<FiguresSkeleton />} level={2}>
      {(audience) => (
        <Stack gap={24}>
          <Stats items={memberItems(audience, place)} />
          <LoadedView request={series} skeleton={<FiguresSkeleton />} level={3}>
            {(statistics) => <Trend only="subscribers" statistics={statistics} place={place} onGo={onGo} />}
          </LoadedView>
          <Cohorts cohorts={audience.cohorts} />
          <BestHours hours={audience.hours} place={place} />
        </Stack>
      )}
    </LoadedView>
  );
}
