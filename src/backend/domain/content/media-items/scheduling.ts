import { limits } from '#config/limits.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';

const DAY_MS = 86_400_000;

/** Whether a date is further away than anybody plans, so that it is a typo. */
export const isBeyond = (date: Date | null, days: number, moment: Date): boolean =>
  date !== null && date.getTime() - moment.getTime() > days * DAY_MS;

/** @throws AppError 422 for a time that has passed. */
export function refusePastTime(scheduledAt: Date, time: Date): void {
  if (scheduledAt <= time) throw invalid('scheduledAt', 'Choose a time in the future.');
}

/** @throws AppError 422 for a time that is more than a year away. */
export function refuseFarTime(scheduledAt: Date, time: Date): void {
  if (isBeyond(scheduledAt, limits.post.startsWithinDays, time))
    throw invalid('scheduledAt', 'Choose a time within a year.');
}

/**
 * When an item is to be published.
 * @throws AppError 422
 */
export function parseScheduledAt(ctx: Ctx, iso: string): Date {
  const scheduledAt = new Date(iso);
  refusePastTime(scheduledAt, now(ctx));
  refuseFarTime(scheduledAt, now(ctx));
  return scheduledAt;
}

/**
 * The time a creator's request leads to: unchanged unless another one is given, none for null.
 * @throws AppError 422
 */
export function requestedSchedule(
  ctx: Ctx,
  { scheduledAt }: { readonly scheduledAt: Date | null },
  iso: string | null | undefined,
): Date | null {
  if (iso === undefined) return scheduledAt;
  if (iso === null) return null;
  return new Date(iso).getTime() === scheduledAt?.getTime() ? scheduledAt : parseScheduledAt(ctx, iso);
}
