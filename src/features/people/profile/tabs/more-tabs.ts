import type { ComponentType } from 'react';
import type { Performer } from '#contract/people/creators.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';

export interface MediaItemsProps {
  readonly performer: Performer;
  /** The viewer's own profile. */
  readonly own: boolean;
}
interface MediaItemsTab {
  /** Its name in the address, and in sentences: a plural noun. */
  readonly key: string;
  readonly label: string;
  /** Number of items. A tab without items is hidden. */
  readonly count: (performer: Performer) => number;
  /** The items can't be searched; elsewhere, the words are `q` of the address. */
  readonly isUnsearched?: true;
  /** A `lazy` component, loaded when the tab is opened. */
  readonly View: ComponentType<MediaItemsProps>;
}

const ProfileSeries = lazyPart(async () => (await import('./profile-series.tsx')).ProfileSeries);
const ProfileVideos = lazyPart(async () => (await import('./profile-videos.tsx')).ProfileVideos);
const ProfilePhotos = lazyPart(async () => (await import('./profile-photos.tsx')).ProfilePhotos);
const ProfileGalleries = lazyPart(async () => (await import('./profile-galleries.tsx')).ProfileGalleries);
const ProfileProducts = lazyPart(async () => (await import('./profile-products.tsx')).ProfileProducts);
const ProfileAuctions = lazyPart(async () => (await import('./profile-auctions.tsx')).ProfileAuctions);

/** The tabs after the posts, in order. */
const moreTabs: readonly MediaItemsTab[] = [
  { key: 'series', label: 'Series', count: ({ series }) => series, isUnsearched: true, View: ProfileSeries },
  {
    key: 'videos',
    label: 'Videos',
    count: ({ counts }) => counts.singleVideos,
    View: ProfileVideos,
  },
  {
    key: 'photos',
    label: 'Photos',
    count: ({ counts }) => counts.singlePhotos,
    View: ProfilePhotos,
  },
  {
    key: 'galleries',
    label: 'Galleries',
    count: ({ counts }) => counts.galleries,
    View: ProfileGalleries,
  },
  {
    key: 'products',
    label: 'Products',
    count: ({ counts }) => counts.products,
    View: ProfileProducts,
  },
  {
    key: 'auctions',
    label: 'Auctions',
    count: ({ auctions }) => auctions,
    isUnsearched: true,
    View: ProfileAuctions,
  },
];

export const listTabs = (performer: Performer): readonly MediaItemsTab[] =>
  moreTabs.filter(({ count }) => count(performer) > 0);
