import { limits } from '#config/limits.ts';
import { formatNumber } from '#lib/format.ts';

/** Form values that offers and trial links have in common. */
export interface TermValues {
  readonly maxUses: string;
  /** A date as in `DateField`; empty for no end. */
  readonly endsOn: string;
  readonly message: string;
}
export const noPricing = { maxUses: '', endsOn: '', message: '' };

const whole = (typed: string): number | null => (/^\d{1,9}$/.test(typed.trim()) ? Number(typed) : null);
/** Parses a whole number within limits; null otherwise. */
export function numberIn(typed: string, [min, max]: readonly [number, number]): number | null {
  const number = whole(typed);
  return number !== null && number >= min && number <= max ? number : null;
}

/** The end of the day in the user's time zone; null if empty, an invalid date if it isn't one. */
const endOfDay = (day: string): Date | null => (day === '' ? null : new Date(`${day}T23:59:59`));

export function termErrors(
  { maxUses, endsOn }: TermValues,
  now: number,
): { maxUses?: string; endsOn?: string } {
  const { maxUses: most, maxDays } = limits.promotion;
  const end = endOfDay(endsOn)?.getTime();
  const within = end === undefined || (end > now && end < now + maxDays * 86_400_000);
  return {
    ...(maxUses.trim() === '' || numberIn(maxUses, [1, most]) !== null
      ? {}
      : { maxUses: `Enter a whole number from 1 to ${formatNumber(most)}, or leave it empty.` }),
    ...(within ? {} : { endsOn: `Choose a date within the next ${maxDays} days, or leave it empty.` }),
  };
}

/** The request fields for these values. */
export const sentPricing = ({ maxUses, endsOn, message }: TermValues) => ({
  maxUses: maxUses.trim() === '' ? null : Number(maxUses),
  endsAt: endOfDay(endsOn)?.toISOString() ?? null,
  message: message.trim(),
});
