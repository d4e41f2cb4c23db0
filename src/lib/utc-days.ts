/* UTC days in the format `2026-03-09`, as used in the books. */
const dayMs = 86_400_000;
const locale = 'en-US';
const wholeDay = new Intl.DateTimeFormat(locale, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const shortDay = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const wholeMonth = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' });

export const utcDay = (time: Date): string => time.toISOString().slice(0, 10);
export const plusDays = (day: string, count: number): string =>
  utcDay(new Date(Date.parse(day) + count * dayMs));
/** Adds months to a month such as `2026-03`. */
export const plusMonths = (month: string, count: number): string =>
  utcDay(new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1 + count, 1))).slice(0, 7);
/**
 * Whether a text is a valid day from 1900 on; `2026-02-30` isn't. A browser's date picker also tells of the years 0002,
 * 0020 and 0202 while 2026 is typed.
 */
export const isUtcDay = (text: unknown): text is string =>
  typeof text === 'string' &&
  /^(?:19|[2-9]\d)\d\d-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  utcDay(new Date(text)) === text;
export const isUtcMonth = (text: unknown): text is string =>
  typeof text === 'string' && isUtcDay(`${text}-01`);
/** From 1970, when the books could have begun. */
export const isUtcYear = (text: unknown): text is string =>
  typeof text === 'string' && /^(19[7-9]\d|2\d{3})$/.test(text);
/** The number of days from one day to another, inclusive. */
export const countDays = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

/** Such as `Mar 9, 2026`. */
export const formatUtcDay = (day: string): string => wholeDay.format(new Date(day));
/** Such as `Mar 9`. */
export const formatShortDay = (day: string): string => shortDay.format(new Date(day));
/** Such as `March 2026`. */
export const formatUtcMonth = (month: string): string => wholeMonth.format(new Date(`${month}-01`));

/**
 * `+12% vs. previous 30 days`, for two figures in the same unit; null if there is nothing to compare with.
 */
export function changeText(now: number, before: number | undefined, days: number): string | null {
  if (before === undefined) return null;
  const than = days === 1 ? 'previous day' : `previous ${days} days`;
  if (now === before) return `Same as ${than}`;
  if (before === 0) return `No activity in the ${than}`;
  const percent = Math.round(((now - before) / Math.abs(before)) * 100);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)}% vs. ${than}`;
}
