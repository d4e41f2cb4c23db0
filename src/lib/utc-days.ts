/* Days as the books have them: in UTC, written `2026-03-09`. */
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

export const utcDay = (moment: Date): string => moment.toISOString().slice(0, 10);
/** The first moment of a day. */
export const startOfUtcDay = (day: string): string => `${day}T00:00:00.000Z`;
export const plusDays = (day: string, count: number): string =>
  utcDay(new Date(Date.parse(day) + count * dayMs));
/** `2026-03` some months on. */
export const plusMonths = (month: string, count: number): string =>
  utcDay(new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1 + count, 1))).slice(0, 7);
/** A day that is one: not `2026-02-30`. */
export const isUtcDay = (text: unknown): text is string =>
  typeof text === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  utcDay(new Date(text)) === text;
export const isUtcMonth = (text: unknown): text is string =>
  typeof text === 'string' && isUtcDay(`${text}-01`);
/** From one to another, both counted. */
export const countDays = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

/** `Mar 9, 2026`. */
export const formatUtcDay = (day: string): string => wholeDay.format(new Date(day));
/** `Mar 9`. */
export const formatShortDay = (day: string): string => shortDay.format(new Date(day));
/** `March 2026`. */
export const formatUtcMonth = (month: string): string => wholeMonth.format(new Date(`${month}-01`));
