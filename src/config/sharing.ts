/** Things with a preview picture and an embeddable card, named like the first segment of their page. */
export const sharedKinds = [
  'profile',
  'feeds',
  'series',
  'videos',
  'galleries',
  'products',
  'auctions',
  'live',
] as const;
export type SharedKind = (typeof sharedKinds)[number];

export const previewsPrefix = '/previews/';
export const embedPrefix = '/embed/';

/**
 * The picture that a shared link shows. `id` is a creator's username or an item's id. `PageHead` puts the prefix
 * before the page's own path, where a profile has no kind.
 */
export const previewPath = (kind: SharedKind, id: string): string => `${previewsPrefix}${kind}/${id}.jpg`;
/** The card that other sites can show in a frame. */
export const embedPath = (kind: SharedKind, id: string): string => `${embedPrefix}${kind}/${id}`;
