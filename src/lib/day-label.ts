import { dayText, weekday } from './format-time.ts';

/** "Today", "Yesterday", a weekday within the last week, else the date. */
export function dayLabel(at: Date, now: Date): string {
  const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  const days = Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return days < 7 ? weekday(at) : dayText(at, now);
}
