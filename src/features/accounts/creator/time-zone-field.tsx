import { useState } from 'react';
import { problemMessage } from '#lib/problem.ts';
import { utc, zoneName } from '#lib/zones/zone-days.ts';
import { useTakenZone } from '#components/ranges/own-zone.ts';
import { useSetTimeZoneMutation } from '#state/api/creators/time-zone.ts';
import { SelectField } from '#ui/antd/select-field.tsx';
import { toast } from '#ui/overlays/toast.ts';

/** All zones, and one that the browser knows by another name. */
const optionsWith = (zone: string): { value: string; label: string }[] =>
  [...new Set([utc, ...Intl.supportedValuesOf('timeZone'), zone])].map((value) => ({
    value,
    label: zoneName(value),
  }));

/** The time zone of the creator's days. A choice is saved immediately. */
export function TimeZoneField() {
  const zone = useTakenZone();
  const [setTimeZone, { isLoading }] = useSetTimeZoneMutation();
  const [options] = useState(() => optionsWith(zone));
  const choose = async (timeZone: string) => {
    const { error } = await setTimeZone({ timeZone, isGuess: false });
    if (error) toast.error(problemMessage(error));
    else toast.success(`Your days now begin at midnight in ${zoneName(timeZone)}.`);
  };
  return (
    <SelectField
      label="Time zone"
      hint="Days in your earnings and statistics begin at midnight in this time zone. Statements and payouts stay in UTC, and views stay on the days they were counted on."
      options={options.some(({ value }) => value === zone) ? options : optionsWith(zone)}
      value={zone}
      disabled={isLoading}
      onChange={(value) => void choose(value)}
    />
  );
}
