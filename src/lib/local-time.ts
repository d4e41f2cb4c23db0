const two = (value: number): string => String(value).padStart(2, '0');

/** A moment as `DateField` has it, in the zone of whoever looks: `2026-11-20T18:30`. For the browser only. */
export function toLocalInput(moment: Date | string): string {
  const at = new Date(moment);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The moment that was picked, as ISO text; null for nothing, or half of it. */
export function fromLocalInput(text: string): string | null {
  const at = new Date(text);
  return /^\d{4,}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(at.getTime()) ? at.toISOString() : null;
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * What a date field shows of its value: `2026-11-20T18:30` → `Nov 20, 2026, 6:30 PM`, `2026-11-20` → `Nov 20,
 * 2026`.
 */
export function formatPicked(value: string): string {
  const [, year, month, day, hour, minute] = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d))?$/.exec(value) ?? [];
  if (!year) return '';
  const date = `${months[Number(month) - 1]} ${Number(day)}, ${year}`;
  if (!hour) return date;
  return `${date}, ${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
}

/** "Europe/Stockholm": the zone that picked times are in. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
