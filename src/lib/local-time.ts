const two = (value: number): string => String(value).padStart(2, '0');

/** A time as a `DateField` value in the local time zone: `2026-11-20T18:30`. For the browser only. */
export function toLocalInput(time: Date | string): string {
  const at = new Date(time);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The selected time as ISO 8601; null when empty or incomplete. */
export function fromLocalInput(text: string): string | null {
  const at = new Date(text);
  return /^\d{4,}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(at.getTime()) ? at.toISOString() : null;
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * The display text of a date field: `2026-11-20T18:30` → `Nov 20, 2026, 6:30 PM`, `2026-11-20` → `Nov 20,
 * 2026`.
 */
export function formatPicked(value: string): string {
  const [, year, month, day, hour, minute] = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d))?$/.exec(value) ?? [];
  if (!year) return '';
  const date = `${months[Number(month) - 1]} ${Number(day)}, ${year}`;
  if (!hour) return date;
  return `${date}, ${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
}

/** The time zone of selected times, such as "Europe/Stockholm". */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
