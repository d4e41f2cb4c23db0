import { useState } from 'react';
import { RangeField } from '#ui/antd/range-field.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import styles from './range-choice.module.css';
import { type ChosenRange, type Days, type Period, periodDays, periods } from './ranges.ts';

function CustomDays({
  days,
  today,
  onChoose,
}: {
  days: Days;
  today: string;
  onChoose: (days: Days) => void;
}) {
  const [error, setError] = useState<string | null>(null);
  const choose = (range: Days) => {
    const isWhole = range.from !== '' && range.to !== '';
    setError(isWhole ? null : 'Choose a start and an end date.');
    if (isWhole) onChoose(range);
  };
  return (
    <RangeField
      label="Dates"
      hideLabel
      className={styles.custom}
      value={days}
      max={today}
      error={error}
      onChange={choose}
    />
  );
}

export interface RangeChoiceProps {
  /** Null for all time, where that can be chosen. */
  readonly range: ChosenRange | null;
  readonly today: string;
  readonly onChoose: (period: Period, days: Days) => void;
  /** Offers all time as well. */
  readonly onAllTime?: () => void;
}

/** Selects the date range of the page. */
export function RangeChoice({ range, today, onChoose, onAllTime }: RangeChoiceProps) {
  const [asking, setAsking] = useState(false);
  const isCustom = asking || range?.period === 'custom';
  const press = (key: Period) => {
    setAsking(key === 'custom');
    if (key !== 'custom') onChoose(key, periodDays(key, today));
  };
  const pressAllTime = () => {
    setAsking(false);
    onAllTime?.();
  };
  return (
    <>
      <ChipRow label="Period">
        {onAllTime ? (
          <ChipButton pressed={range === null && !isCustom} onClick={pressAllTime}>
            All time
          </ChipButton>
        ) : null}
        {periods.map(({ key, label }) => (
          <ChipButton
            key={key}
            pressed={isCustom ? key === 'custom' : key === range?.period}
            onClick={() => press(key)}
          >
            {label}
          </ChipButton>
        ))}
      </ChipRow>
      {isCustom ? (
        <CustomDays
          days={range?.days ?? periodDays('28', today)}
          today={today}
          onChoose={(chosen) => onChoose('custom', chosen)}
        />
      ) : null}
    </>
  );
}
