import dayjs, { type Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';

dayjs.extend(customParseFormat);

/** Display and value formats, in the user's time zone. The values match those of native date inputs. */
export const formats = {
  date: { shown: 'MMM D, YYYY', kept: 'YYYY-MM-DD' },
  datetime: { shown: 'MMM D, YYYY, h:mm A', kept: 'YYYY-MM-DDTHH:mm' },
} as const;
export type DateKind = keyof typeof formats;

const dates = [
  'MMM D YYYY',
  'MMMM D YYYY',
  'D MMM YYYY',
  'D MMMM YYYY',
  'YYYY-MM-DD',
  'M/D/YYYY',
  'MM/DD/YYYY',
];
const times = ['h:mm A', 'hh:mm A', 'h A', 'H:mm', 'HH:mm'];
const accepted = {
  date: dates,
  datetime: dates.flatMap((date) => times.map((time) => `${date} ${time}`)),
};

/** ` may 1st, 2040 at 9:30pm ` → `May 1 2040 9:30 PM`. */
const plain = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/(\d)t(\d)/, '$1 $2')
    .replace(/(\d)(?:st|nd|rd|th)\b/g, '$1')
    .replace(/\bat\b|,/g, ' ')
    .replace(/\s*([ap])\.?m\b\.?/g, (_, half: string) => ` ${half.toUpperCase()}M`)
    .replace(/\b[b-z][a-z]{2,}|\ba[a-z]{2,}/g, (word) => word[0]?.toUpperCase() + word.slice(1))
    .replace(/\s+/g, ' ')
    .trim();

/** Parses a typed date in any of the common formats; null if it isn't one. */
export function parseTyped(typed: string, kind: DateKind): Dayjs | null {
  const text = plain(typed);
  for (const format of accepted[kind]) {
    const date = dayjs(text, format, true);
    if (date.isValid()) return date;
  }
  return null;
}

/** Parses the value of a field. */
export function pickedDate(value: string | undefined, kind: DateKind): Dayjs | null {
  const date = value ? dayjs(value, formats[kind].kept, true) : null;
  return date?.isValid() ? date : null;
}

export const storedDate = (date: Dayjs | null, kind: DateKind): string =>
  date?.format(formats[kind].kept) ?? '';

const steps: Readonly<Record<string, readonly [number, 'day' | 'month']>> = {
  ArrowUp: [-1, 'day'],
  ArrowDown: [1, 'day'],
  PageUp: [-1, 'month'],
  PageDown: [1, 'month'],
};

/** The date that an arrow or page key moves to, or null for other keys. */
export function steppedDate(key: string, from: Dayjs | null): Dayjs | null {
  const [count, unit] = steps[key] ?? [];
  if (!unit) return null;
  return from ? from.add(count ?? 0, unit) : dayjs().startOf('minute');
}
