import { useEffect, useState } from 'react';
import { timeZone as zoneOfBrowser } from '#lib/local-time.ts';
import { dayIn, utc, zoneName } from '#lib/zone-days.ts';
import { setTimeZone } from '#services/people/accounts.ts';
import { useWrite } from '#state/query/hooks.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectCurrentUser } from '#state/session/user.ts';

/** The account's time zone, which a creator's figures are cut into days in: UTC until it is known. */
export const useOwnZone = (): string => useAppSelector(selectCurrentUser)?.timeZone ?? utc;

/** The same, for pages about days and hours: the first one takes the browser's zone if none is known. */
export function useTakenZone(): string {
  const user = useAppSelector(selectCurrentUser);
  const [save] = useWrite(setTimeZone);
  const isUnknown = user?.timeZone === null;
  useEffect(() => {
    // If it can't be saved, days stay in UTC and say so, and the next page tries again.
    if (isUnknown) void save({ body: { timeZone: zoneOfBrowser(), isGuess: true } });
  }, [isUnknown, save]);
  return user?.timeZone ?? utc;
}

/** Today in the creator's zone. It stays the same while the page is open. */
export function useToday(zone: string): string {
  const [opened] = useState(() => new Date());
  return dayIn(zone, opened);
}

/** What a page says about its days. */
export const daysText = (zone: string): string =>
  zone === utc ? 'Days are in UTC.' : `Days begin at midnight in ${zoneName(zone)}.`;
