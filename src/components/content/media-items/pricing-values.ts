import type { Tokens } from '#lib/units.ts';
import { limits } from '#config/limits.ts';
import type { Audience } from '#contract/core/schemas.ts';
import { formatTokens } from '#lib/format.ts';
import { fromLocalInput, toLocalInput } from '#lib/local-time.ts';

/**
 * Form values for who can see an item, what it costs and when it is published. Shared by posts, galleries and
 * videos.
 */
export interface PricingValues {
  readonly audience: Audience;
  readonly sells: boolean;
  /** In tokens, as typed. */
  readonly price: string;
  readonly includedInSubscription: boolean;
  readonly commentsEnabled: boolean;
  readonly later: boolean;
  /** As picked, in the viewer's time zone. */
  readonly scheduledAt: string;
}
/** The same settings as the server returns them. */
interface Terms {
  readonly audience: Audience;
  readonly price: Tokens;
  readonly includedInSubscription: boolean;
  readonly commentsEnabled: boolean;
  readonly scheduledAt: string | null;
}

export const emptyPricing: PricingValues = {
  audience: 'subscribers',
  sells: false,
  price: '',
  includedInSubscription: true,
  commentsEnabled: true,
  later: false,
  scheduledAt: '',
};

export const toPricingValues = ({
  audience,
  price,
  includedInSubscription,
  commentsEnabled,
  scheduledAt,
}: Terms): PricingValues => ({
  audience,
  sells: price > 0,
  price: price > 0 ? String(price) : '',
  // Items that aren't sold are always included. Once an item is on sale, the creator's choice applies.
  includedInSubscription: price > 0 ? includedInSubscription : true,
  commentsEnabled,
  later: scheduledAt !== null,
  scheduledAt: scheduledAt ? toLocalInput(scheduledAt) : '',
});

/** Tokens as typed; null unless a whole number. */
export const wholeTokens = (typed: string): number | null =>
  /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : null;

/** An error message for the price, or null. */
export function priceError({ sells, price: typed }: Pick<PricingValues, 'sells' | 'price'>): string | null {
  const price = wholeTokens(typed);
  const { min, max } = limits.itemPrice;
  return !sells || (price !== null && price >= min && price <= max)
    ? null
    : `Enter a price from ${formatTokens(min)} to ${formatTokens(max)}.`;
}
export const whenError = ({
  later,
  scheduledAt,
}: Pick<PricingValues, 'later' | 'scheduledAt'>): string | null =>
  later && !fromLocalInput(scheduledAt) ? 'Choose when to publish it.' : null;

/** The request fields for these values, except the publishing time. */
export const toPricingBody = (values: PricingValues) => ({
  audience: values.audience,
  price: values.sells ? (wholeTokens(values.price) ?? 0) : 0,
  includedInSubscription: values.sells && values.includedInSubscription,
  commentsEnabled: values.commentsEnabled,
});
export const toScheduledAt = ({
  later,
  scheduledAt,
}: Pick<PricingValues, 'later' | 'scheduledAt'>): string | null =>
  later ? fromLocalInput(scheduledAt) : null;

/**
 * Compares to the minute, the precision of the date picker, so that an untouched value isn't sent as a
 * change.
 */
export const isSameMinute = (one: string | null, other: string | null): boolean =>
  (one ? toLocalInput(one) : '') === (other ? toLocalInput(other) : '');

/**
 * The publishing time as a request field, if it changed. An item that is already published keeps its date.
 */
export const changedStart = (
  item: { readonly publishedAt: string | null; readonly scheduledAt: string | null },
  values: PricingValues,
): { scheduledAt?: string | null } =>
  item.publishedAt || isSameMinute(toScheduledAt(values), item.scheduledAt)
    ? {}
    : { scheduledAt: toScheduledAt(values) };
