const two = (value: number): string => String(value).padStart(2, '0');

/** A moment as `<input type="datetime-local">` has it, in the zone of whoever looks: `2026-11-20T18:30`. For the browser only. */
export function toLocalInput(moment: Date | string): string {
  const at = new Date(moment);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The moment that was picked, as ISO text; null for nothing, or half of it. */
export function fromLocalInput(text: string): string | null {
  const at = new Date(text);
  return /^\d{4,}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(at.getTime()) ? at.toISOString() : null;
}

/** "Europe/Stockholm": the zone that picked times are in. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
