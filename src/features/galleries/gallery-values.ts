import type { OwnGallery } from '#contract/galleries.ts';
import {
  type CoCreatorChoice,
  coCreatorChoices,
  coCreatorIds,
} from '#components/media-items/co-creators-field.tsx';
import {
  type PricingValues,
  changedStart,
  emptyPricing,
  priceError,
  pricingOf,
  pricingValuesOf,
  whenError,
} from '#components/media-items/pricing-values.ts';
import type { GalleryChange } from '#state/api/own-galleries.ts';

/** Form values of a gallery. */
export interface GalleryValues extends PricingValues {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly coCreators: readonly CoCreatorChoice[];
}
export type GalleryErrors = Partial<Record<'title' | 'price' | 'scheduledAt' | 'photos', string>>;

export const emptyGallery: GalleryValues = {
  ...emptyPricing,
  title: '',
  description: '',
  tags: [],
  coCreators: [],
};

export const valuesOf = (gallery: OwnGallery): GalleryValues => ({
  ...pricingValuesOf(gallery),
  title: gallery.title,
  description: gallery.description,
  tags: gallery.tags,
  coCreators: coCreatorChoices(gallery.tagged),
});

/**
 * Error messages by field; empty if the gallery can be saved. `count` is the number of photos, which must not
 * be 0 for publishing.
 */
export function galleryErrors(
  values: GalleryValues,
  { goesOut, count }: { goesOut: boolean; count: number },
): GalleryErrors {
  const found = {
    title: values.title.trim() ? null : 'Enter a title.',
    price: priceError(values),
    scheduledAt: goesOut ? whenError(values) : null,
    photos: goesOut && count === 0 ? 'Add at least one photo.' : null,
  };
  return Object.fromEntries(Object.entries(found).filter(([, message]) => message !== null));
}

/** The request fields of a gallery, except its publishing time. */
export const bodyOf = (values: GalleryValues) => ({
  ...pricingOf(values),
  title: values.title.trim(),
  description: values.description.trim(),
  tags: [...values.tags],
});

/** The request body for an update. */
export const changesOf = (
  gallery: OwnGallery,
  values: GalleryValues,
  state: GalleryChange['state'],
): GalleryChange => ({
  ...bodyOf(values),
  coCreatorIds: coCreatorIds(values.coCreators),
  ...changedStart(gallery, values),
  ...(state && { state }),
});

/** A short message about the outcome of saving. */
export function resultText({ state }: Pick<OwnGallery, 'state'>, before: OwnGallery['state']): string {
  if (state === before) return 'Changes saved';
  if (state === 'waiting') return 'It will be published once everyone you tagged has accepted';
  return {
    published: before === 'archived' ? 'Restored' : 'Published',
    scheduled: 'Scheduled',
    archived: 'Archived',
    draft: 'Moved to drafts',
    processing: 'Saved',
    failed: 'Saved',
    removed: 'Deleted',
  }[state];
}
