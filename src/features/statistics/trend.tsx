import { useMemo } from 'react';
import type { Statistics } from '#state/api/creators/statistics.ts';
import { LineChart } from '#ui/charts/line-chart.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { useRate } from '#ui/content/money.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { type Metric, type Place, metrics, steps } from './place.ts';
import { SeriesCsv, SeriesTable, pointLabel, textOf, valueOf } from './series-table.tsx';
import styles from './statistics.module.css';

const lineLabels = { now: 'This period', before: 'Previous period' };

export interface TrendProps {
  readonly statistics: Statistics;
  readonly place: Place;
  readonly onGo: (next: Place) => void;
  /** Shows only this one, without a choice. */
  readonly only?: Metric;
}

/** One figure over time, with the days before, as a chart and as a table of all figures. */
export function Trend({ statistics: { series, step }, place, onGo, only }: TrendProps) {
  const metric = only ?? place.metric;
  const { currency } = useRate();
  const format = useMemo(() => textOf(metric, currency), [metric, currency]);
  const points = useMemo(
    () =>
      series.map((point) => ({
        label: pointLabel(point.day, step),
        value: valueOf(point, metric),
        before: point.previous && valueOf(point.previous, metric),
      })),
    [series, step, metric],
  );
  const name = metrics.find(({ key }) => key === metric)?.label ?? '';
  return (
    <Section title={only ? name : 'Over time'} actions={<SeriesCsv series={series} place={place} />}>
      <Stack gap={12}>
        <div className={styles.choices}>
          {only ? null : (
            <ChipRow label="Figure">
              {metrics.map(({ key, label }) => (
                <ChipButton
                  key={key}
                  pressed={key === metric}
                  onClick={() => onGo({ ...place, metric: key })}
                >
                  {label}
                </ChipButton>
              ))}
            </ChipRow>
          )}
          <ChipRow label="Step">
            {steps.map(({ key, label }) => (
              <ChipButton key={key} pressed={key === step} onClick={() => onGo({ ...place, step: key })}>
                {label}
              </ChipButton>
            ))}
          </ChipRow>
        </div>
        <LineChart label={`${name} over time`} points={points} labels={lineLabels} format={format} />
        <SeriesTable series={series} step={step} />
      </Stack>
    </Section>
  );
}
