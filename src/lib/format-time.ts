const locale = 'en-US';
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const dayOfYear = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' });
const dayAndYear = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', day: 'numeric' });

const short = (ms: number): string =>
  ms < hour ? `${Math.max(1, Math.floor(ms / minute))} min` : ms < day ? `${Math.floor(ms / hour)} h` : `${Math.floor(ms / day)} d`;

/** How long ago, as short as it can be said: `now`, `5 min`, `2 h`, `3 d`, `Nov 12`, `Nov 12, 2025`. A moment ahead reads `in 2 h`. */
export function relativeTime(iso: string, now: number): string {
  const then = new Date(iso);
  const ago = now - then.getTime();
  if (Math.abs(ago) < minute) return 'now';
  if (Math.abs(ago) < 7 * day) return ago > 0 ? short(ago) : `in ${short(-ago)}`;
  return (then.getUTCFullYear() === new Date(now).getUTCFullYear() ? dayOfYear : dayAndYear).format(then);
}

/** Date and time to the minute, in the reader's own time zone. For the browser only: a server has another zone. */
export const exactTime = (iso: string): string => new Date(iso).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short' });

/** `Nov 20, 2026`. */
export const formatDay = (iso: string): string => dayAndYear.format(new Date(iso));

const utcDay = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' });
/** The same wherever it is written: for mails, whose reader's time zone nobody knows. */
export const formatUtcDay = (moment: Date): string => utcDay.format(moment);

/** What remains until a moment: `2 h`, `12 min`, and `now` once it has passed. */
export const timeLeft = (iso: string, now: number): string => {
  const left = new Date(iso).getTime() - now;
  return left <= 0 ? 'now' : short(left);
};
