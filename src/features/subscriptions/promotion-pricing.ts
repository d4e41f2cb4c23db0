import { limits } from '#config/limits.ts';
import { formatNumber } from '#lib/format.ts';

/** What an offer and a trial link are both bounded by, as typed. */
export interface TermValues {
  readonly maxUses: string;
  /** A day, as `DateField` has it; empty: no end. */
  readonly endsOn: string;
  readonly message: string;
}
export const noPricing = { maxUses: '', endsOn: '', message: '' };

const whole = (typed: string): number | null => (/^\d{1,9}$/.test(typed.trim()) ? Number(typed) : null);
/** A whole number within bounds, or null. */
export function numberIn(typed: string, [min, max]: readonly [number, number]): number | null {
  const number = whole(typed);
  return number !== null && number >= min && number <= max ? number : null;
}

/**
 * The last moment of the day in the person's own time zone; null for none, NaN inside for what isn't a day.
 */
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

/** As the server takes them. */
export const sentPricing = ({ maxUses, endsOn, message }: TermValues) => ({
  maxUses: maxUses.trim() === '' ? null : Number(maxUses),
  endsAt: endOfDay(endsOn)?.toISOString() ?? null,
  message: message.trim(),
});
