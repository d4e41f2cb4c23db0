import type { OwnGallery } from '#contract/content/galleries.ts';
import { type CoCreatorChoice, coCreatorChoices } from './co-creators-field.tsx';
import { type PricingValues, emptyPricing, toPricingBody, toPricingValues } from './pricing-values.ts';

/** The fields that the editors of galleries and videos share. */
export interface MediaItemValues extends PricingValues {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly coCreators: readonly CoCreatorChoice[];
}

export const emptyMediaItem: MediaItemValues = {
  ...emptyPricing,
  title: '',
  description: '',
  tags: [],
  coCreators: [],
};

type MediaItem = Parameters<typeof toPricingValues>[0] &
  Pick<OwnGallery, 'title' | 'description' | 'tags' | 'tagged'>;

export const toMediaItemValues = (item: MediaItem): MediaItemValues => ({
  ...toPricingValues(item),
  title: item.title,
  description: item.description,
  tags: item.tags,
  coCreators: coCreatorChoices(item.tagged),
});

/** What two versions of an item are compared by: of the people tagged who they are, not whether they are online. */
export const pickEditedParts = (item: MediaItem) => {
  const { coCreators, ...values } = toMediaItemValues(item);
  return [values, coCreators.map(({ performer }) => performer._id)];
};

/** The request body, without the schedule and the co-creators, which aren't set the same way on creation. */
export const toMediaItemBody = (values: MediaItemValues) => ({
  ...toPricingBody(values),
  title: values.title.trim(),
  description: values.description.trim(),
  tags: [...values.tags],
});
