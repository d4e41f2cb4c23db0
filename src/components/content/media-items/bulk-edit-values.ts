import type { Audience } from '#contract/core/schemas.ts';
import { fromLocalInput } from '#lib/local-time.ts';
import { distinctTags } from '#lib/markup/tags-and-mentions.ts';
import { type PricingValues, priceError, wholeTokens } from './pricing-values.ts';

/** What a form changes for many items at once. Everything else stays as it is. */
export interface BulkValues {
  /** `keep`: every item keeps its own audience and price. */
  readonly access: 'keep' | Audience | 'sold';
  /** In tokens, as typed. */
  readonly price: string;
  readonly includedInSubscription: boolean;
  readonly schedules: boolean;
  /** When the first is published, as picked, in the viewer's time zone. */
  readonly firstAt: string;
  /** Days between one and the next. */
  readonly everyDays: number;
  /** Added to each item's own. */
  readonly tags: readonly string[];
  /** `keep`, `none` or the id of a series. */
  readonly series: string;
}

export const nothingChanged: BulkValues = {
  access: 'keep',
  price: '',
  includedInSubscription: true,
  schedules: false,
  firstAt: '',
  everyDays: 1,
  tags: [],
  series: 'keep',
};

/** The fields of an update that follow for one item. */
export interface BulkChange {
  readonly audience?: Audience;
  readonly price?: number;
  readonly includedInSubscription?: boolean;
  readonly state?: 'published';
  readonly scheduledAt?: string;
  readonly tags?: string[];
  readonly seriesId?: string | null;
}

/** An item that such a form can change. */
export interface BulkItem {
  readonly _id: string;
  readonly state: string;
  readonly createdAt: string;
  readonly tags?: readonly string[];
}

/** Published items keep their date. */
export const canSchedule = ({ state }: BulkItem): boolean => state === 'draft' || state === 'scheduled';

/** Items in the order in which they were made: the first is published first. */
export const inOrder = <Item extends BulkItem>(items: readonly Item[]): readonly Item[] =>
  items.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));

/**
 * When each is published, as ISO 8601: at the same hour by the viewer's clock, also across a change of the clocks.
 * Empty while no date is picked.
 */
export function listDates({ firstAt, everyDays }: BulkValues, count: number): readonly string[] {
  const first = fromLocalInput(firstAt);
  if (!first) return [];
  return Array.from({ length: count }, (_, place) => {
    const at = new Date(first);
    at.setDate(at.getDate() + place * everyDays);
    return at.toISOString();
  });
}

/** Error messages by field; empty if the values can be saved. */
export function bulkErrors(values: BulkValues): Partial<Record<'price' | 'firstAt', string>> {
  const sold: Pick<PricingValues, 'sells' | 'price'> = {
    sells: values.access === 'sold',
    price: values.price,
  };
  const price = priceError(sold);
  return {
    ...(price && { price }),
    ...(values.schedules &&
      !fromLocalInput(values.firstAt) && { firstAt: 'Choose when to publish the first.' }),
  };
}

function toAccessChange({ access, price, includedInSubscription }: BulkValues): BulkChange {
  if (access === 'keep') return {};
  if (access === 'sold') return { price: wholeTokens(price) ?? 0, includedInSubscription };
  return { audience: access, price: 0, includedInSubscription: false };
}

const toSeriesChange = ({ series }: BulkValues): BulkChange =>
  series === 'keep' ? {} : { seriesId: series === 'none' ? null : series };

/**
 * What changes for each item, the oldest first, as they are published and become parts of a series. Items that
 * nothing changes are left out.
 */
export function listChanges<Item extends BulkItem>(
  items: readonly Item[],
  values: BulkValues,
): readonly { readonly item: Item; readonly change: BulkChange }[] {
  const ordered = inOrder(items);
  const scheduled = values.schedules ? ordered.filter(canSchedule) : [];
  const dates = listDates(values, scheduled.length);
  return ordered
    .map((item) => {
      const scheduledAt = dates[scheduled.indexOf(item)];
      const change: BulkChange = {
        ...toAccessChange(values),
        ...toSeriesChange(values),
        ...(values.tags.length > 0 && { tags: distinctTags([...(item.tags ?? []), ...values.tags]) }),
        ...(scheduledAt !== undefined && { state: 'published', scheduledAt }),
      };
      return { item, change };
    })
    .filter(({ change }) => Object.keys(change).length > 0);
}
