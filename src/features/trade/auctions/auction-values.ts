import { limits } from '#config/limits.ts';
import type { Auction, AuctionCreate } from '#contract/trade/auctions.ts';
import { formatTokens, plural } from '#lib/format.ts';

/** Form values of the auction editor; times are in the user's time zone, as in `DateField`. */
export interface AuctionValues {
  readonly title: string;
  readonly description: string;
  readonly startPrice: string;
  readonly hasReserve: boolean;
  readonly reservePrice: string;
  readonly startsLater: boolean;
  readonly startAt: string;
  readonly endAt: string;
  readonly countries: readonly string[];
  readonly commentsEnabled: boolean;
}
export type AuctionField = 'title' | 'startPrice' | 'reservePrice' | 'startAt' | 'endAt' | 'images';
type AuctionErrors = Partial<Record<AuctionField, string>>;

const [minuteMs, dayMs] = [60_000, 86_400_000];
const two = (value: number) => String(value).padStart(2, '0');

/** A date as a picker value: local time, to the minute. */
export function toPickerValue(date: Date): string {
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}
/** The date of a picker value; null if empty or invalid. */
export function parsePickerValue(local: string): Date | null {
  const date = new Date(local);
  return local === '' || Number.isNaN(date.getTime()) ? null : date;
}

/** A new auction ends in a week, at the current time of day. */
export const emptyAuction = (now: number): AuctionValues => ({
  title: '',
  description: '',
  startPrice: '',
  hasReserve: false,
  reservePrice: '',
  startsLater: false,
  startAt: toPickerValue(new Date(now + dayMs)),
  endAt: toPickerValue(new Date(now + 7 * dayMs)),
  countries: [],
  commentsEnabled: true,
});

export const toAuctionValues = (auction: Auction): AuctionValues => ({
  title: auction.title,
  description: auction.description,
  startPrice: String(auction.startPrice),
  hasReserve: auction.reservePrice !== null,
  reservePrice: auction.reservePrice === null ? '' : String(auction.reservePrice),
  startsLater: auction.state === 'scheduled',
  startAt: toPickerValue(new Date(auction.startAt)),
  endAt: toPickerValue(new Date(auction.endAt)),
  countries: auction.shippingCountries,
  commentsEnabled: auction.commentsEnabled,
});

const wholeTokens = (typed: string): number | null => (/^\d{1,9}$/.test(typed.trim()) ? Number(typed) : null);

function priceError(typed: string): string | undefined {
  const price = wholeTokens(typed);
  const { min, max } = limits.itemPrice;
  return price !== null && price >= min && price <= max
    ? undefined
    : `Enter a price from ${formatTokens(min)} to ${formatTokens(max)}.`;
}

function reserveError({ hasReserve, reservePrice, startPrice }: AuctionValues): string | undefined {
  if (!hasReserve) return undefined;
  return (
    priceError(reservePrice) ??
    ((wholeTokens(reservePrice) ?? 0) < (wholeTokens(startPrice) ?? 0)
      ? 'The reserve can’t be lower than the starting price.'
      : undefined)
  );
}

/** Checks the times against the limits. The server checks again by its own clock. */
function timeErrors({ startsLater, startAt, endAt }: AuctionValues, now: number): AuctionErrors {
  const { minMinutes, maxDays, startsWithinDays } = limits.auction;
  const start = startsLater ? parsePickerValue(startAt) : new Date(now);
  const end = parsePickerValue(endAt);
  if (!start) return { startAt: 'Choose a start time.' };
  if (start.getTime() > now + startsWithinDays * dayMs)
    return { startAt: `Choose a start within ${startsWithinDays} days.` };
  if (!end) return { endAt: 'Choose an end time.' };
  const runs = end.getTime() - Math.max(start.getTime(), now);
  if (runs < minMinutes * minuteMs)
    return { endAt: `Run the auction for at least ${plural(minMinutes, 'minute')}.` };
  return runs > maxDays * dayMs ? { endAt: `Choose an end within ${maxDays} days of the start.` } : {};
}

const present = (errors: { readonly [K in keyof AuctionErrors]: string | undefined }): AuctionErrors =>
  Object.fromEntries(Object.entries(errors).filter(([, message]) => message !== undefined));

const imagesError = ({ count, failed }: Images): string | undefined => {
  if (failed) return 'A picture couldn’t be uploaded. Try again or remove it.';
  return count === 0 ? 'Add at least one picture.' : undefined;
};
export interface Images {
  readonly count: number;
  readonly failed: boolean;
}

/**
 * Error messages by field; empty if the auction can be published. Pending uploads aren't an error, because
 * saving waits for them.
 */
export const auctionErrors = (values: AuctionValues, images: Images, now: number): AuctionErrors =>
  present({
    title: values.title.trim() ? undefined : 'Enter a title.',
    images: imagesError(images),
    startPrice: priceError(values.startPrice),
    reservePrice: reserveError(values),
    ...timeErrors(values, now),
  });

/**
 * The start as a request field, if it changes: now, for a scheduled auction that should start immediately.
 */
function toStart(
  { startsLater, startAt }: AuctionValues,
  before: Auction | null,
): { startAt?: string | undefined } {
  if (before && before.state !== 'scheduled') return {};
  if (!startsLater) return before ? { startAt: new Date().toISOString() } : {};
  return before && toPickerValue(new Date(before.startAt)) === startAt
    ? {}
    : { startAt: parsePickerValue(startAt)?.toISOString() };
}

/**
 * The request body. The start is omitted for an auction that starts immediately. `before` is the auction
 * being edited, or null.
 */
export const toAuctionBody = (
  values: AuctionValues,
  imageIds: string[],
  before: Auction | null,
): AuctionCreate => ({
  title: values.title.trim(),
  description: values.description.trim(),
  imageIds,
  startPrice: wholeTokens(values.startPrice) ?? 0,
  reservePrice: values.hasReserve ? wholeTokens(values.reservePrice) : null,
  shippingCountries: [...values.countries],
  ...toStart(values, before),
  endAt: parsePickerValue(values.endAt)?.toISOString() ?? '',
  commentsEnabled: values.commentsEnabled,
});
