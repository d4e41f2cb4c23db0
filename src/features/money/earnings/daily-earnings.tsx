import { useState } from 'react';
import { formatMoney } from '#lib/format.ts';
import { countDays, formatShortDay, formatUtcDay, plusDays } from '#lib/utc-days.ts';
import { zoneName } from '#lib/zone-days.ts';
import { CsvButton } from '#components/base/lists/csv-button.tsx';
import { daysText } from '#components/base/ranges/own-zone.ts';
import type { Days } from '#components/base/ranges/ranges.ts';
import type { EarningStats } from '#services/money/earnings.ts';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { BarChart } from '#ui/content/chart.tsx';
import { Money, useRate } from '#ui/content/money.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { Row } from '#ui/layout/stack.tsx';
import { type Column, Table } from '#ui/layout/table.tsx';
import { Figure } from './figure.tsx';
import type { Place, Rows } from './query-params.ts';

type Day = EarningStats['byDay'][number];
const most = 400;

/** All days of the range, including those without sales. Very long ranges are cut to the last days. */
export function everyDay(days: readonly Day[], { from, to }: Days): Day[] {
  const known = new Map(days.map((day) => [day.day, day]));
  const count = Math.min(most, countDays(from, to));
  return Array.from({ length: count }, (_, at) => {
    const day = plusDays(to, at - count + 1);
    return known.get(day) ?? { day, gross: 0, commission: 0, refunds: 0, net: 0, count: 0 };
  });
}

function DaysTable({ days, place }: { days: readonly Day[]; place: Place }) {
  const columns: readonly Column<Day>[] = [
    { key: 'day', title: 'Day', main: true, whole: true, cell: ({ day }) => formatUtcDay(day) },
    { key: 'count', title: 'Payments', end: true, cell: ({ count }) => count },
    {
      key: 'gross',
      title: 'Fans paid',
      end: true,
      cell: ({ day, gross }) => (
        <Figure place={place} rows={{ day, part: 'sales' }} label={formatUtcDay(day)}>
          <Money cents={gross} />
        </Figure>
      ),
    },
    {
      key: 'commission',
      title: 'Commission',
      end: true,
      cell: ({ commission }) => <Money cents={commission} />,
    },
    {
      key: 'refunds',
      title: 'Refunds',
      end: true,
      cell: ({ day, refunds }) =>
        refunds === 0 ? (
          <Money cents={0} />
        ) : (
          <Figure place={place} rows={{ day, part: 'refunds' }} label={formatUtcDay(day)}>
            <Money cents={refunds} />
          </Figure>
        ),
    },
    {
      key: 'net',
      title: 'You earned',
      end: true,
      cell: ({ day, net }) => (
        <Figure place={place} rows={{ day }} label={formatUtcDay(day)}>
          <Money cents={net} />
        </Figure>
      ),
    },
  ];
  return (
    <Table
      caption="Earnings by day"
      columns={columns}
      rows={days.filter(({ count }) => count > 0).toReversed()}
      getKey={({ day }) => day}
    />
  );
}

function DaysCsv({ days, place }: { days: readonly Day[]; place: Place }) {
  const csv = async () =>
    days.map(({ day, gross, commission, refunds, net, count }) => [
      day,
      gross / 100,
      commission / 100,
      refunds / 100,
      net / 100,
      count,
    ]);
  return (
    <CsvButton
      filename={`earnings-by-day-${place.days.from}-${place.days.to}`}
      heads={[
        `Day (${zoneName(place.zone)})`,
        'Fans paid',
        'Commission',
        'Refunds',
        'You earned',
        'Payments',
      ]}
      rows={csv}
    />
  );
}

export interface DaysProps {
  readonly days: EarningStats['byDay'];
  readonly place: Place;
  /** Shows the rows behind a figure and scrolls to them. */
  readonly onRows: (rows: Rows) => void;
}

/** Earnings per day, as a chart or as a table with the same figures. */
export function DaysSection({ days, place, onRows }: DaysProps) {
  const [asTable, setAsTable] = useState(false);
  const { currency } = useRate();
  const every = everyDay(days, place.days);
  const bars = every.map(({ day, net }) => ({
    key: day,
    label: formatShortDay(day),
    value: net,
    text: formatMoney(net, currency),
  }));
  const highest = formatMoney(Math.max(0, ...every.map(({ net }) => net)), currency);
  return (
    <Section
      title="By day"
      text={`Your earnings after refunds. ${daysText(place.zone)}`}
      actions={<DaysCsv days={every} place={place} />}
    >
      {days.length === 0 ? (
        <EmptyState compact level={3} title="No activity" text="Try a longer period." />
      ) : (
        <>
          <Row>
            <ChipRow label="Show days as">
              <ChipButton pressed={!asTable} onClick={() => setAsTable(false)}>
                Chart
              </ChipButton>
              <ChipButton pressed={asTable} onClick={() => setAsTable(true)}>
                Table
              </ChipButton>
            </ChipRow>
          </Row>
          {asTable ? (
            <DaysTable days={every} place={place} />
          ) : (
            <BarChart
              label="Your earnings by day"
              bars={bars}
              highest={highest}
              chosen={place.rows.day}
              onChoose={(day) => onRows({ day })}
            />
          )}
        </>
      )}
    </Section>
  );
}
