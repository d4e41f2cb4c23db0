import { formatDay } from '#lib/format-time.ts';
import { minutesAhead } from '#lib/zone-days.ts';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { useOwnZone } from './own-zone.ts';

/** How far the clocks of a zone are ahead of UTC at a moment, as the formatters of times take it. */
const aheadIn = (zone: string, iso: string): number => minutesAhead(zone, Date.parse(iso));

/** The day of a moment in a zone, such as `Nov 20, 2026`. */
export const dayTextIn = (zone: string, iso: string): string => formatDay(iso, aheadIn(zone, iso));

/**
 * How long ago something was, for rows beside sums by day: dated in the account's time zone, or in the one that is
 * given, as the days of the sums are.
 */
export function OwnTime({ iso, zone }: { iso: string; zone?: string }) {
  const own = useOwnZone();
  return <RelativeTime iso={iso} minutesAhead={aheadIn(zone ?? own, iso)} />;
}
