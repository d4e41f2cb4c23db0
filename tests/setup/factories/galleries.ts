import type { Gallery, OwnGallery } from '#contract/content/galleries.ts';
import type { OwnPhoto, Photo } from '#contract/content/photos.ts';
import { aCard } from './creators.ts';
import { aFile, aLockedFile } from './files.ts';
import { timeOf } from './times.ts';

const at = '2026-11-20T10:00:00.000Z';

export const aGallery = (changes: Partial<Gallery> = {}): Gallery => ({
  _id: 'g1',
  performer: aCard(),
  title: 'Night city',
  description: 'Wet streets.',
  tags: ['night'],
  cover: aFile(),
  numOfItems: 3,
  audience: 'public',
  price: 0,
  isSale: false,
  includedInSubscription: false,
  commentsEnabled: false,
  counts: { likes: 2, comments: 0, bookmarks: 0 },
  isLiked: false,
  isBookmarked: false,
  coCreators: [],
  access: { allowed: true, reason: 'free', routes: [] },
  state: 'published',
  publishedAt: at,
  createdAt: timeOf(changes._id ?? 'g1'),
  updatedAt: at,
  ...changes,
});

export const aLockedGallery = (changes: Partial<Gallery> = {}): Gallery =>
  aGallery({
    description: '',
    cover: aLockedFile(),
    numOfItems: 20,
    price: 120,
    isSale: true,
    access: {
      allowed: false,
      reason: 'locked',
      routes: [
        { need: 'subscribe', price: 999, unit: 'money' },
        { need: 'purchase', price: 90, unit: 'token' },
      ],
    },
    ...changes,
  });

export const anOwnGallery = (changes: Partial<OwnGallery> = {}): OwnGallery => ({
  ...aGallery({ access: { allowed: true, reason: 'owner', routes: [] } }),
  scheduledAt: null,
  coverPhotoId: null,
  recentViews: 0,
  sold: 0,
  earned: 0,
  tagged: [],
  ...changes,
});

export const aPhoto = (id: string, changes: Partial<Photo> = {}): Photo => ({
  _id: id,
  performer: aCard(),
  gallery: null,
  title: `Photo ${id}`,
  description: '',
  tags: [],
  file: aFile({ _id: `f-${id}`, alt: `What ${id} shows` }),
  audience: 'public',
  position: 0,
  counts: { likes: 0, comments: 0, bookmarks: 0 },
  isLiked: false,
  isBookmarked: false,
  coCreators: [],
  access: { allowed: true, reason: 'free', routes: [] },
  state: 'published',
  publishedAt: at,
  createdAt: timeOf(id),
  updatedAt: at,
  ...changes,
});

export const aLockedPhoto = (id: string): Photo =>
  aPhoto(id, {
    title: '',
    file: aLockedFile(),
    access: { allowed: false, reason: 'locked', routes: [{ need: 'subscribe', price: 999, unit: 'money' }] },
  });

export const anOwnPhoto = (id: string, changes: Partial<OwnPhoto> = {}): OwnPhoto => ({
  ...aPhoto(id),
  scheduledAt: null,
  isCover: false,
  tagged: [],
  ...changes,
});

export const inGallery = { _id: 'g1', title: 'Night city' };
