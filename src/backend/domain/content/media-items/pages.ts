import { routes } from '#config/routes.ts';
import type { ObjectType } from '#contract/core/schemas.ts';

const pages: Record<ObjectType, (id: string) => string | null> = {
  feed: routes.feed,
  video: routes.video,
  gallery: routes.gallery,
  photo: () => null,
  product: routes.product,
  auction: routes.auction,
};

/** The page that shows an item; null for photos, which have none of their own. */
export const pageOf = (objectType: ObjectType, id: string): string | null => pages[objectType](id);
