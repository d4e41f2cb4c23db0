import { useState } from 'react';
import { problemMessage } from '#lib/problem.ts';
import { utc, zoneName } from '#lib/zone-days.ts';
import { useTakenZone } from '#components/base/ranges/own-zone.ts';
import { setTimeZone } from '#services/people/accounts.ts';
import { useWrite } from '#state/query/hooks.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import { SelectField } from '#ui/antd/select-field.tsx';
import { toast } from '#ui/overlays/toast.ts';

/** All zones, and one that the browser knows by another name. */
const optionsWith = (zone: string): { value: string; label: string }[] =>
  [...new Set([utc, ...Intl.supportedValuesOf('timeZone'), zone])].map((value) => ({
    value,
    label: zoneName(value),
  }));

const hint = {
  fan: 'Your quiet hours and daily email digest follow this time zone.',
  creator:
    'Days in your earnings and statistics begin at midnight in this time zone, and your quiet hours and daily email digest follow it. Statements and payouts stay in UTC, and views stay on the days they were counted on.',
};

/** The account's time zone. A choice is saved immediately. */
export function TimeZoneField() {
  const zone = useTakenZone();
  const isPerformer = useAppSelector(selectCurrentUser)?.isPerformer === true;
  const [save, { isLoading }] = useWrite(setTimeZone);
  const [options] = useState(() => optionsWith(zone));
  const choose = async (timeZone: string) => {
    const { error } = await save({ body: { timeZone, isGuess: false } });
    if (error) toast.error(problemMessage(error));
    else toast.success(`Your time zone is now ${zoneName(timeZone)}.`);
  };
  return (
    <SelectField
      label="Time zone"
      hint={isPerformer ? hint.creator : hint.fan}
      options={options.some(({ value }) => value === zone) ? options : optionsWith(zone)}
      value={zone}
      disabled={isLoading}
      onChange={(value) => void choose(value)}
    />
  );
}
