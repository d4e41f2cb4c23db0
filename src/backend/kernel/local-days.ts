import { type SQL, sql } from 'drizzle-orm';
import { clocksIn, dayIn, startOfDayIn, utc } from '#lib/zone-days.ts';
import { type UserCtx, now } from './context.ts';

/*
 * A creator's figures are cut into days of the creator's own time zone. How its clocks stand comes from
 * `lib/zone-days.ts` alone and not from PostgreSQL, which may know fewer zones and other rules than the browser.
 */
const dayMs = 86_400_000;

/** The time zone that the viewer's figures are cut in; UTC until it is known. */
export const viewerZone = ({ viewer }: UserCtx): string => viewer.timeZone ?? utc;

/** The viewer's day now. */
export const viewerToday = (ctx: UserCtx): string => dayIn(viewerZone(ctx), now(ctx));

/** The beginning of one of the viewer's days, as ISO 8601. */
export const startOfOwnDay = (ctx: UserCtx, day: string): string => startOfDayIn(viewerZone(ctx), day);

/** The viewer's zone, and moments that rows lie between: none of a creator's figures are of later than now. */
export interface Cut {
  readonly zone: string;
  readonly from: string;
  readonly to: string;
}

/** How the viewer's rows of a range are cut. It may be open; what clocks do later than tomorrow isn't asked. */
export function planCut(
  ctx: UserCtx,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Cut {
  const soon = new Date(now(ctx).getTime() + 2 * dayMs);
  return {
    zone: viewerZone(ctx),
    from: from ?? '1970-01-01T00:00:00.000Z',
    to: to !== undefined && Date.parse(to) < soon.getTime() ? to : soon.toISOString(),
  };
}

/** What the clocks of a zone show at a moment, as a `timestamp`; `at` is a `timestamptz`. */
export function clockTime({ zone, from, to }: Cut, at: SQL): SQL {
  const shown = sql`(${at} AT TIME ZONE 'UTC')`;
  if (zone === utc) return shown;
  const clocks = clocksIn(zone, { from: Math.max(Date.parse(from), 0), to: Date.parse(to) });
  const [first] = clocks;
  if (clocks.length === 1) return sql`(${shown} + make_interval(mins => ${first?.minutes ?? 0}::int))`;
  const starts = sql.raw(
    `ARRAY[${clocks
      .slice(1)
      .map((each) => `'${new Date(each.from).toISOString()}'::timestamptz`)
      .join(', ')}]`,
  );
  const minutes = sql.raw(`(ARRAY[${clocks.map((each) => each.minutes).join(', ')}])`);
  return sql`(${shown} + make_interval(mins => ${minutes}[1 + width_bucket(${at}, ${starts})]))`;
}

/** The day of a moment in a zone, as a text such as `2026-03-09`. */
export const dayAt = (cut: Cut, at: SQL): SQL => sql`(${clockTime(cut, at)}::date)::text`;
