import type { OwnGallery } from '#contract/content/galleries.ts';
import { coCreatorIds } from '#components/content/media-items/co-creators-field.tsx';
import { type MediaItemValues, toMediaItemBody } from '#components/content/media-items/media-item-values.ts';
import { changedStart, priceError, whenError } from '#components/content/media-items/pricing-values.ts';
import type { GalleryChange } from '#services/content/galleries.ts';

export type GalleryErrors = Partial<Record<'title' | 'price' | 'scheduledAt' | 'photos', string>>;

/**
 * Error messages by field; empty if the gallery can be saved. `count` is the number of photos, which must not
 * be 0 for publishing.
 */
export function galleryErrors(
  values: MediaItemValues,
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

/** The request body for an update. */
export const toGalleryUpdate = (
  gallery: OwnGallery,
  values: MediaItemValues,
  state: GalleryChange['state'],
): GalleryChange => ({
  ...toMediaItemBody(values),
  coCreatorIds: coCreatorIds(values.coCreators),
  ...changedStart(gallery, values),
  ...(state && { state }),
});
