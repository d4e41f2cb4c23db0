import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import { RangeChoice } from '#components/base/ranges/range-choice.tsx';
import { useTakenZone, useToday } from '#components/base/ranges/own-zone.ts';
import { todayInUtc } from '#components/base/ranges/ranges.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { formatUtcDay, isUtcMonth, isUtcYear } from '#lib/utc-days.ts';
import { type EarningStats, getEarningStats } from '#services/money/earnings.ts';
import { useRead } from '#state/query/hooks.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader, Section } from '#ui/layout/page-header.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { DaysSection } from './daily-earnings.tsx';
import { toRows } from './figure.tsx';
import { type Place, type Rows, parsePlace, toApiRange, toUrlQuery } from './query-params.ts';
import { RowsSection } from './rows-table.tsx';
import { SourcesTable } from './sources.tsx';
import { StatementView } from './statement.tsx';
import { TopContent } from './top-earners.tsx';
import { BalanceStats, OtherStats, TotalStats } from './totals.tsx';
import { YearStatementView } from './year-statement.tsx';

const PageSkeleton = () => (
  <Skeleton label="Loading earnings">
    <Stack gap={24}>
      <SkeletonBlock height={112} width="100%" />
      <SkeletonBlock height={112} width="100%" />
      <SkeletonBlock height={112} width="100%" />
      <SkeletonBlock height={320} width="100%" />
      <SkeletonBlock height={240} width="100%" />
    </Stack>
  </Skeleton>
);

interface Shown {
  readonly place: Place;
  readonly onRows: (rows: Rows) => void;
}

function Figures({ stats, place, onRows }: Shown & { stats: EarningStats }) {
  const { from, to } = place.days;
  return (
    <>
      <BalanceStats balance={stats.balance} zone={place.zone} />
      <Section
        title={from === to ? formatUtcDay(from) : `${formatUtcDay(from)} to ${formatUtcDay(to)}`}
        text="Select a figure to see the payments behind it."
      >
        <Stack gap={12}>
          <TotalStats stats={stats} place={place} />
          <OtherStats stats={stats} place={place} />
        </Stack>
      </Section>
      <DaysSection days={stats.byDay} place={place} onRows={onRows} />
      <Section title="Revenue by source">
        <SourcesTable rows={stats.bySource} place={place} />
      </Section>
      <TopContent place={place} />
      <RowsSection place={place} onRows={onRows} />
    </>
  );
}

function LoadedFigures({ place, onRows }: Shown) {
  const request = useRead(getEarningStats, { query: toApiRange(place) });
  return (
    <LoadedView request={request} skeleton={<PageSkeleton />} level={2}>
      {(stats) => <Figures stats={stats} place={place} onRows={onRows} />}
    </LoadedView>
  );
}

/**
 * `/creator/earnings`: totals from the ledger and the rows behind them. Dates and filters are kept in the
 * URL.
 */
export function EarningsView() {
  const router = useRouter();
  const [todayUtc] = useState(todayInUtc);
  const zone = useTakenZone();
  const today = useToday(zone);
  const { month, year } = router.query;
  // Statements are documents: theirs are months and years in UTC, whatever zone their creator is in.
  if (isUtcMonth(month)) return <StatementView month={month} today={todayUtc} />;
  if (isUtcYear(year)) return <YearStatementView year={year} today={todayUtc} />;
  const place = parsePlace(router.query, { today, zone });
  const go = (next: Place) =>
    void router.replace({ pathname: router.pathname, query: toUrlQuery(next) }, undefined, {
      shallow: true,
      scroll: false,
    });
  const showRows = (rows: Rows) => {
    go({ ...place, rows });
    toRows();
  };
  return (
    <Stack gap={24}>
      <PageHead title="Earnings" unlisted />
      <PageHeader
        title="Earnings"
        text="What fans paid, our fee and your net earnings."
        actions={
          <>
            <ButtonLink href={{ pathname: routes.earnings, query: { year: place.days.to.slice(0, 4) } }}>
              Yearly summary
            </ButtonLink>
            <ButtonLink href={{ pathname: routes.earnings, query: { month: place.days.to.slice(0, 7) } }}>
              Monthly statement
            </ButtonLink>
          </>
        }
      />
      <RangeChoice
        range={place}
        today={today}
        onChoose={(period, days) => go({ period, days, zone, rows: { ...place.rows, day: undefined } })}
      />
      <LoadedFigures place={place} onRows={showRows} />
    </Stack>
  );
}
