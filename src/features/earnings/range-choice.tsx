import { useState } from 'react';
import type { FormEvent } from 'react';
import { Button } from '#ui/content/button.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import styles from './earnings.module.css';
import { type Days, type Period, type Place, daysOf, periods } from './query-params.ts';

const wrongDays = ({ from, to }: Days): string | null =>
  from && to && from <= to ? null : 'Choose a start date and a later end date.';

function CustomDays({ days, onChoose }: { days: Days; onChoose: (days: Days) => void }) {
  const [asked, setAsked] = useState(days);
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = wrongDays(asked);
    setError(wrong);
    if (!wrong) onChoose(asked);
  };
  return (
    <form onSubmit={submit} noValidate className={styles.custom}>
      <TextInput
        type="date"
        label="Start date"
        value={asked.from}
        error={error}
        onChange={({ target }) => setAsked({ ...asked, from: target.value })}
      />
      <TextInput
        type="date"
        label="End date"
        value={asked.to}
        onChange={({ target }) => setAsked({ ...asked, to: target.value })}
      />
      <Button type="submit">Apply</Button>
    </form>
  );
}

export interface RangeChoiceProps {
  readonly place: Place;
  readonly today: string;
  readonly onChoose: (period: Period, days: Days) => void;
}

/** Which days the page is about. */
export function RangeChoice({ place: { period, days }, today, onChoose }: RangeChoiceProps) {
  const [asking, setAsking] = useState(false);
  const isCustom = asking || period === 'custom';
  const press = (key: Period) => {
    setAsking(key === 'custom');
    if (key !== 'custom') onChoose(key, daysOf(key, today));
  };
  return (
    <>
      <ChipRow label="Period">
        {periods.map(({ key, label }) => (
          <ChipButton
            key={key}
            pressed={isCustom ? key === 'custom' : key === period}
            onClick={() => press(key)}
          >
            {label}
          </ChipButton>
        ))}
      </ChipRow>
      {isCustom ? (
        <CustomDays
          key={`${days.from} ${days.to}`}
          days={days}
          onChoose={(chosen) => onChoose('custom', chosen)}
        />
      ) : null}
    </>
  );
}
