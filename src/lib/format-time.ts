/* Written by hand because the first `Intl` formatter costs a browser more than rendering a list of posts
   (docs/decisions/0016-waking-in-steps.md). */
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const monthName = (month: number): string => months[month] ?? '';
/**
 * A date whose UTC fields are what clocks show that are so many minutes ahead of UTC; the browser's if that is left out.
 * It is for showing only: it isn't the same moment.
 */
const asShown = (at: Date, minutesAhead = -at.getTimezoneOffset()): Date =>
  new Date(at.getTime() + minutesAhead * minute);

/** Such as `Nov 20`. */
const dayOfYear = (shown: Date): string =>
  `${monthName(shown.getUTCMonth()).slice(0, 3)} ${shown.getUTCDate()}`;
/** Such as `Nov 20, 2026`. */
const dayAndYear = (shown: Date): string => `${dayOfYear(shown)}, ${shown.getUTCFullYear()}`;

const short = (ms: number): string =>
  ms < hour
    ? `${Math.max(1, Math.floor(ms / minute))} min`
    : ms < day
      ? `${Math.floor(ms / hour)} h`
      : `${Math.floor(ms / day)} d`;

/**
 * The shortest form of how long ago: `now`, `5 min`, `2 h`, `3 d`, `Nov 12`, or `Nov 12, 2025`. Future times
 * read `in 2 h`. Dates are the browser's, or of clocks that are `minutesAhead` of UTC.
 */
export function relativeTime(iso: string, now: number, minutesAhead?: number): string {
  const then = new Date(iso);
  const ago = now - then.getTime();
  if (Math.abs(ago) < minute) return 'now';
  if (Math.abs(ago) < 7 * day) return ago > 0 ? short(ago) : `in ${short(-ago)}`;
  return (then.getUTCFullYear() === new Date(now).getUTCFullYear() ? dayOfYear : dayAndYear)(
    asShown(then, minutesAhead),
  );
}

/** For sentences: `just now`, `5 min ago`, `2 h ago`, `3 d ago`, `in 2 h`, or a date like `relativeTime`. */
export function timeAgo(iso: string, now: number, minutesAhead?: number): string {
  const ago = now - new Date(iso).getTime();
  if (Math.abs(ago) < minute) return 'just now';
  return ago > 0 && ago < 7 * day ? `${short(ago)} ago` : relativeTime(iso, now, minutesAhead);
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
/** Such as `Friday`. */
export const weekday = (at: Date): string => weekdays[at.getDay()] ?? '';
/** `November 20`, or with the year if it isn't the current one: `November 20, 2025`. */
export const dayText = (at: Date, now: Date): string =>
  `${monthName(at.getMonth())} ${at.getDate()}${at.getFullYear() === now.getFullYear() ? '' : `, ${at.getFullYear()}`}`;
const formatClock = (shown: Date): string =>
  `${shown.getUTCHours() % 12 || 12}:${String(shown.getUTCMinutes()).padStart(2, '0')} ${shown.getUTCHours() < 12 ? 'AM' : 'PM'}`;
/** Such as `9:05 AM`. */
export const clockTime = (at: Date): string => formatClock(asShown(at));

/**
 * Date and time to the minute in the local time zone, or on clocks that are `minutesAhead` of UTC. Without these, for
 * the browser only, because a server's time zone differs.
 */
export function exactTime(iso: string, minutesAhead?: number): string {
  const shown = asShown(new Date(iso), minutesAhead);
  return `${monthName(shown.getUTCMonth())} ${shown.getUTCDate()}, ${shown.getUTCFullYear()} at ${formatClock(shown)}`;
}

/** Such as `Nov 20, 2026`, in the local time zone, or on clocks that are `minutesAhead` of UTC. */
export const formatDay = (iso: string, minutesAhead?: number): string =>
  dayAndYear(asShown(new Date(iso), minutesAhead));

/** Such as `Nov 20, 2026` in UTC, for emails, whose reader's time zone is unknown. */
export const formatUtcDay = (at: Date): string =>
  `${monthName(at.getUTCMonth()).slice(0, 3)} ${at.getUTCDate()}, ${at.getUTCFullYear()}`;

/** Time remaining: `2 h`, `12 min`, or `now` once it has passed. */
export const timeLeft = (iso: string, now: number): string => {
  const left = new Date(iso).getTime() - now;
  return left <= 0 ? 'now' : short(left);
};
