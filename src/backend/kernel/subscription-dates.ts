import { type PaidType, monthsPerPlan } from '#lib/plans/bundles.ts';

export type { PaidType };

export const dayMs = 24 * 60 * 60_000;

export const addDays = (time: Date, days: number): Date => new Date(time.getTime() + days * dayMs);

/** The same day and time `months` later, in UTC, or the last day of a month that is too short. */
export function addMonths(time: Date, months: number): Date {
  const month = time.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(time.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const later = new Date(time);
  later.setUTCFullYear(time.getUTCFullYear(), month, Math.min(time.getUTCDate(), lastDay));
  return later;
}

export const wholeMonths = (from: Date, to: Date) =>
  (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();

/**
 * The first period end after `time`, counted from the anchor: January 31 is followed by February 28 and
 * then March 31, never March 28.
 */
export function periodEndAfter(anchor: Date, type: PaidType, time: Date): Date {
  const step = monthsPerPlan[type];
  let periods = Math.max(1, Math.floor(wholeMonths(anchor, time) / step));
  while (addMonths(anchor, periods * step) <= time) periods += 1;
  return addMonths(anchor, periods * step);
}

/**
 * The end of a period that `months` more make longer, in the anchor's calendar. Gifts make periods whose months
 * aren't a multiple of the plan's.
 */
export function monthsLater({ anchor, periodEnd }: { anchor: Date; periodEnd: Date }, months: number): Date {
  const whole = wholeMonths(anchor, periodEnd);
  const begun = addMonths(anchor, whole) > periodEnd ? whole - 1 : whole;
  return addMonths(anchor, begun + months);
}

/**
 * A payment later than this after the period's end starts a new period from the payment, so that nobody pays
 * for days without access.
 */
const graceMs = dayMs;

/** The period a payment buys: it continues from the end of the last one, or starts now. */
export function nextPeriod(
  current: { anchor: Date; periodEnd: Date } | null,
  type: PaidType,
  paidAt: Date,
): { anchor: Date; periodEnd: Date } {
  if (current && paidAt.getTime() < current.periodEnd.getTime() + graceMs) {
    return { anchor: current.anchor, periodEnd: monthsLater(current, monthsPerPlan[type]) };
  }
  return { anchor: paidAt, periodEnd: periodEndAfter(paidAt, type, paidAt) };
}

/** Days after the period's end on which a failed renewal is retried. */
const retryDays = [1, 3, 5] as const;

/**
 * When to retry after `retries` earlier retries, or null when there are no more. Retries are at least a day
 * apart.
 */
export function nextAttempt(periodEnd: Date, retries: number, failedAt: Date): Date | null {
  const days = retryDays[retries];
  if (days === undefined) return null;
  return new Date(Math.max(addDays(periodEnd, days).getTime(), addDays(failedAt, 1).getTime()));
}
