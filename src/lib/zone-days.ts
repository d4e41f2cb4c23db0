import { countDays, plusDays, utcDay } from './utc-days.ts';

/*
 * Days in a time zone, in the format `2026-03-09`. Clocks of a zone are known by their distance to UTC at a moment;
 * days have 23 or 25 hours where they change. Both ends use this file, so that they cut days at the same moments.
 */
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Farther from UTC than any zone has ever been. */
const farthestMs = 16 * hourMs;

const farthest = Date.UTC(9000, 0);

/** Zones whose clocks show UTC are all called this. */
export const utc = 'UTC';

/** Whether a text is the IANA name of a time zone, such as "Asia/Kathmandu". An offset such as "+01:00" isn't. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();
function getFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, format);
  return format;
}

/** How many minutes the clocks of a zone are ahead of UTC at a moment (in milliseconds); −480 in Los Angeles in winter. */
export function minutesAhead(zone: string, at: number): number {
  if (zone === utc) return 0;
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(getFormat(zone).format(at)) ?? [];
  const ahead = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === '-' ? -ahead : ahead;
}

/** The day that a moment is on. */
export const dayIn = (zone: string, time: Date | string): string => {
  const at = new Date(time).getTime();
  return utcDay(new Date(at + minutesAhead(zone, at) * minuteMs));
};

/** The first minute of a day, as ISO 8601. Where clocks skip midnight, or the whole day, it is the first one after. */
export function startOfDayIn(zone: string, day: string): string {
  const midnight = Date.parse(day);
  if (zone === utc) return new Date(midnight).toISOString();
  let [before, found] = [midnight - farthestMs, midnight + farthestMs];
  while (found - before > minuteMs) {
    const middle = before + Math.floor((found - before) / minuteMs / 2) * minuteMs;
    if (dayIn(zone, new Date(middle)) >= day) found = middle;
    else before = middle;
  }
  return new Date(found).toISOString();
}

/** The moments between which days are, both days included; `to` isn't in them anymore. */
export const momentsIn = (zone: string, { from, to }: { readonly from: string; readonly to: string }) => ({
  from: startOfDayIn(zone, from),
  to: startOfDayIn(zone, plusDays(to, 1)),
});

/** The days that a range of moments consists of, both included; null if it begins or ends within a day. */
export function wholeDaysIn(
  zone: string,
  { from, to }: { readonly from: string; readonly to: string },
): { from: string; to: string } | null {
  // Days of four digits can be counted with.
  if (Date.parse(from) < 0 || Date.parse(to) > farthest) return null;
  const days = { from: dayIn(zone, from), to: plusDays(dayIn(zone, to), -1) };
  const moments = momentsIn(zone, days);
  const isWhole = Date.parse(moments.from) === Date.parse(from) && Date.parse(moments.to) === Date.parse(to);
  return isWhole && countDays(days.from, days.to) > 0 ? days : null;
}

/** How a zone's clocks stand from a moment (in milliseconds) on. */
export interface Clocks {
  readonly from: number;
  readonly minutes: number;
}

/** How a zone's clocks stand at the beginning of a range, and each change in it, to the minute. */
export function clocksIn(
  zone: string,
  { from, to }: { readonly from: number; readonly to: number },
): Clocks[] {
  const clocks: Clocks[] = [{ from, minutes: minutesAhead(zone, from) }];
  for (let at = from; at < to; at += dayMs) {
    const next = Math.min(at + dayMs, to);
    const [before, after] = [minutesAhead(zone, at), minutesAhead(zone, next)];
    if (before !== after) clocks.push({ from: changeIn(zone, at, next), minutes: after });
  }
  return clocks;
}

/** The first minute between two moments at which the clocks stand as they do at the second. */
function changeIn(zone: string, from: number, to: number): number {
  const after = minutesAhead(zone, to);
  let [before, found] = [Math.floor(from / minuteMs) * minuteMs, Math.ceil(to / minuteMs) * minuteMs];
  while (found - before > minuteMs) {
    const middle = before + Math.floor((found - before) / minuteMs / 2) * minuteMs;
    if (minutesAhead(zone, middle) === after) found = middle;
    else before = middle;
  }
  return found;
}

/** A moment as a zone's clocks show it, as ISO 8601: `2026-03-01T20:00:00-08:00`. */
export function localIso(zone: string, time: string): string {
  if (zone === utc) return time;
  const at = Date.parse(time);
  const ahead = minutesAhead(zone, at);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60];
  const shown = new Date(at + ahead * minuteMs).toISOString().slice(0, 19);
  return `${shown}${ahead < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
}

/** A zone's name for people: "America/Los Angeles". */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ');
