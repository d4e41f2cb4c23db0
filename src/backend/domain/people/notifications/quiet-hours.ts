const minuteMs = 60_000;
const dayMinutes = 24 * 60;
/** When a daily digest is sent, in the person's time zone: minutes after midnight. */
const dailyAt = 9 * 60;

/** When a person doesn't want to be disturbed, as stored: both times or neither. */
export interface QuietHours {
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
  readonly timeZone: string;
}

/** Minutes after midnight of `22:00`. */
function parseMinutes(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Minutes since midnight in a time zone. */
function localMinute(time: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(time);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return of('hour') * 60 + of('minute');
}

/** The next time that clocks of a zone show `minute`; `time` itself when they show it now. */
function nextAt(time: Date, minute: number, timeZone: string): Date {
  const start = Math.floor(time.getTime() / minuteMs) * minuteMs;
  const wait = (from: number) => (minute - localMinute(new Date(from), timeZone) + dayMinutes) % dayMinutes;
  const guess = start + wait(start) * minuteMs;
  // Where clocks change on the way, the guess is off by the change.
  const off = wait(guess);
  return new Date(guess + (off > dayMinutes / 2 ? off - dayMinutes : off) * minuteMs);
}

export function isQuiet(time: Date, { quietFrom, quietTo, timeZone }: QuietHours): boolean {
  if (quietFrom === null || quietTo === null) return false;
  const [from, to, at] = [parseMinutes(quietFrom), parseMinutes(quietTo), localMinute(time, timeZone)];
  return from <= to ? at >= from && at < to : at >= from || at < to;
}

/** The moment itself, or the end of the quiet hours it falls into. */
export const afterQuietHours = (time: Date, hours: QuietHours): Date =>
  isQuiet(time, hours) && hours.quietTo !== null
    ? nextAt(time, parseMinutes(hours.quietTo), hours.timeZone)
    : time;

/** When the next digest may be sent: at the next full hour, or the next morning. */
export function nextDigest(
  time: Date,
  { digest, ...hours }: QuietHours & { digest: 'hourly' | 'daily' },
): Date {
  const hourMs = 60 * minuteMs;
  const due =
    digest === 'hourly'
      ? new Date((Math.floor(time.getTime() / hourMs) + 1) * hourMs)
      : nextAt(new Date(time.getTime() + minuteMs), dailyAt, hours.timeZone);
  return afterQuietHours(due, hours);
}
