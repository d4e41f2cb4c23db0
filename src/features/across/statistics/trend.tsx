import { useMemo } from 'react';
import { useOwnZone, useToday } from '#components/base/ranges/own-zone.ts';
import type { Statistics } from '#services/across/statistics.ts';
import { LineChart } from '#ui/charts/line-chart.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { useRate } from '#ui/content/money.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { type Place, metrics, moves, steps } from './place.ts';
import { axisLabel, isUnfinished, metricName, pickValue, shortLabel, valueFormatter } from './points.ts';
import { SeriesCsv, SeriesTable } from './series-table.tsx';
import styles from './statistics.module.css';

const both = { now: 'This period', before: 'Previous period' };
const lineLabels = {
  day: { ...both, unfinished: 'Today so far' },
  week: { ...both, unfinished: 'This week so far' },
  month: { ...both, unfinished: 'This month so far' },
} as const;

export interface TrendProps {
  readonly statistics: Statistics;
  readonly place: Place;
  readonly onGo: (next: Place) => void;
  /** Shows only the figures of subscribers. */
  readonly only?: 'subscribers';
}

interface ChoiceProps<Key extends string> {
  readonly label: string;
  readonly options: readonly { readonly key: Key; readonly label: string }[];
  readonly value: Key;
  readonly onChoose: (key: Key) => void;
}

const Choice = <Key extends string>({ label, options, value, onChoose }: ChoiceProps<Key>) => (
  <ChipRow label={label}>
    {options.map((option) => (
      <ChipButton key={option.key} pressed={option.key === value} onClick={() => onChoose(option.key)}>
        {option.label}
      </ChipButton>
    ))}
  </ChipRow>
);

/** The chart's points, and which of them can still change. */
function usePoints({ series, step }: Statistics, { metric, move, days }: Place) {
  const today = useToday(useOwnZone());
  const { to } = days;
  const unfinished = useMemo(() => isUnfinished(step, { to, today }), [step, to, today]);
  const points = useMemo(
    () =>
      series.map((point) => ({
        label: axisLabel(point.day, step),
        short: shortLabel(point.day, step, series),
        value: pickValue(point, { metric, move }),
        before: point.previous && pickValue(point.previous, { metric, move }),
        unfinished: unfinished(point),
      })),
    [series, step, metric, move, unfinished],
  );
  return { points, unfinished };
}

/** One figure over time, with the days before, as a chart and as a table of all figures. */
export function Trend({ statistics, place, onGo, only }: TrendProps) {
  const { series, step } = statistics;
  const drawn = { ...place, metric: only ?? place.metric };
  const { metric, move } = drawn;
  const { currency } = useRate();
  const format = useMemo(() => valueFormatter(metric, currency), [metric, currency]);
  const { points, unfinished } = usePoints(statistics, drawn);
  const go = (change: Partial<Place>) => onGo({ ...place, ...change });
  return (
    <Section
      title={only ? 'Subscribers over time' : 'Over time'}
      actions={<SeriesCsv series={series} place={place} />}
    >
      <Stack gap={12}>
        <div className={styles.choices}>
          {only ? null : (
            <Choice label="Figure" options={metrics} value={metric} onChoose={(key) => go({ metric: key })} />
          )}
          {metric === 'subscribers' ? (
            <Choice label="Subscribers" options={moves} value={move} onChoose={(key) => go({ move: key })} />
          ) : null}
          <Choice label="Step" options={steps} value={step} onChoose={(key) => go({ step: key })} />
        </div>
        <LineChart
          label={`${metricName(drawn)} over time`}
          points={points}
          labels={lineLabels[step]}
          format={format}
        />
        <SeriesTable series={series} step={step} unfinished={unfinished} only={only} />
      </Stack>
    </Section>
  );
}
