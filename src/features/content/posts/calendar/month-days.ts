import { toLocalInput } from '#lib/local-time.ts';
import { plusDays, plusMonths } from '#lib/utc-days.ts';
import { dayText, weekday } from '#lib/format-time.ts';

/* Days such as `2026-11-26` in the local time zone. A day is counted in UTC, where each has 24 hours; only its
   beginning depends on the zone. */

const splitDay = (day: string) => day.split('-').map(Number) as [number, number, number];

/** The moment at which a day begins here. */
export function startOfDay(day: string): Date {
  const [year, month, date] = splitDay(day);
  return new Date(year, month - 1, date);
}

/** The day of a moment here. */
export const toDay = (moment: Date | string): string => toLocalInput(moment).slice(0, 10);

/** The whole weeks that a month touches, Sunday first. */
export function listDays(month: string): string[] {
  const first = `${month}-01`;
  const before = new Date(first).getUTCDay();
  const next = `${plusMonths(month, 1)}-01`;
  const length = Math.round((Date.parse(next) - Date.parse(first)) / 86_400_000);
  const weeks = Math.ceil((before + length) / 7);
  return Array.from({ length: weeks * 7 }, (_, index) => plusDays(first, index - before));
}

/** The same time of day on another day. One that a clock change skips becomes the next that exists. */
export function onDay(iso: string, day: string): string {
  const at = new Date(iso);
  const [year, month, date] = splitDay(day);
  return new Date(
    year,
    month - 1,
    date,
    at.getHours(),
    at.getMinutes(),
    at.getSeconds(),
    at.getMilliseconds(),
  ).toISOString();
}

/** Such as `Thursday, November 26`. */
export const longDay = (day: string, now: Date): string =>
  `${weekday(startOfDay(day))}, ${dayText(startOfDay(day), now)}`;
