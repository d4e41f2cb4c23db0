import type { Tokens } from '#lib/units.ts';
import { limits } from '#config/limits.ts';
import type { Audience } from '#contract/core/schemas.ts';
import { formatTokens } from '#lib/format.ts';
import { fromLocalInput, toLocalInput } from '#lib/local-time.ts';

/**
 * Who sees a work, what it costs and when it goes out, as typed: the same for posts, galleries and videos.
 */
export interface PricingValues {
  readonly audience: Audience;
  readonly sells: boolean;
  /** Tokens, as typed. */
  readonly price: string;
  readonly includedInSubscription: boolean;
  readonly commentsEnabled: boolean;
  readonly later: boolean;
  /** As picked, in the zone of whoever looks. */
  readonly scheduledAt: string;
}
/** The terms of a media item as the server has them. */
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

export const pricingValuesOf = ({
  audience,
  price,
  includedInSubscription,
  commentsEnabled,
  scheduledAt,
}: Terms): PricingValues => ({
  audience,
  sells: price > 0,
  price: price > 0 ? String(price) : '',
  // Of what isn't sold nobody is left out; once it is, the creator's own choice stands.
  includedInSubscription: price > 0 ? includedInSubscription : true,
  commentsEnabled,
  later: scheduledAt !== null,
  scheduledAt: scheduledAt ? toLocalInput(scheduledAt) : '',
});

const wholeTokens = (typed: string): number | null => (/^\d{1,9}$/.test(typed.trim()) ? Number(typed) : null);

/** What is wrong with the price, in words; null where nothing is. */
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

/** The terms as the server takes them, the beginning aside. */
export const pricingOf = (values: PricingValues) => ({
  audience: values.audience,
  price: values.sells ? (wholeTokens(values.price) ?? 0) : 0,
  includedInSubscription: values.sells && values.includedInSubscription,
  commentsEnabled: values.commentsEnabled,
});
export const startOf = ({
  later,
  scheduledAt,
}: Pick<PricingValues, 'later' | 'scheduledAt'>): string | null =>
  later ? fromLocalInput(scheduledAt) : null;

/**
 * Whether two moments are the same to a picker, which knows no seconds: what wasn't touched isn't sent as
 * changed.
 */
export const isSameMinute = (one: string | null, other: string | null): boolean =>
  (one ? toLocalInput(one) : '') === (other ? toLocalInput(other) : '');

/** The beginning, where it changes: of what was out already it is history. */
export const changedStart = (
  item: { readonly publishedAt: string | null; readonly scheduledAt: string | null },
  values: PricingValues,
): { scheduledAt?: string | null } =>
  item.publishedAt || isSameMinute(startOf(values), item.scheduledAt) ? {} : { scheduledAt: startOf(values) };
