import type { FileView } from '#contract/core/schemas.ts';
import type { Post } from '#contract/posts.ts';
import type { SavedCard } from '#contract/payments.ts';
import type { PerformerRow } from '#contract/creators.ts';
import type { Subscription } from '#contract/subscriptions.ts';
import type { ModalPerformer } from '#state/session/subscription-modal.ts';
import { aCard } from '../../state/setup/records.ts';

const at = '2026-11-20T10:00:00.000Z';

export const aFile = (changes: Partial<FileView> = {}): FileView => ({
  _id: 'f1',
  type: 'feed-photo',
  mime: 'image/webp',
  state: 'ready',
  percent: 100,
  reason: null,
  bytes: 1000,
  width: 1200,
  height: 900,
  duration: null,
  alt: null,
  placeholder: null,
  url: '/media/f/f1/640.webp',
  sizes: [{ url: '/media/f/f1/640.webp', width: 640, height: 480 }],
  thumbnails: [],
  sources: [],
  peaks: null,
  asUploaded: false,
  ...changes,
});
export const aLockedFile = (): FileView =>
  aFile({
    url: null,
    sizes: [],
    alt: null,
    thumbnails: [{ url: '/media/f/f1/blur.webp', width: 32, height: 24 }],
  });

export const aPost = (changes: Partial<Post> = {}): Post => ({
  _id: 'p1',
  performer: aCard(),
  type: 'photo',
  text: 'Morning glaze',
  files: [aFile()],
  media: { photos: 1, videos: 0, audios: 0, duration: 0 },
  thumbnail: null,
  teaser: null,
  audience: 'public',
  price: 0,
  isSale: false,
  includedInSubscription: false,
  pinned: false,
  commentsEnabled: true,
  poll: null,
  counts: { likes: 0, comments: 0, bookmarks: 0 },
  isLiked: false,
  isBookmarked: false,
  access: { allowed: true, reason: 'free', routes: [] },
  state: 'published',
  publishedAt: at,
  expiresAt: null,
  createdAt: at,
  updatedAt: at,
  ...changes,
});
export const aLockedPost = (changes: Partial<Post> = {}): Post =>
  aPost({
    text: '',
    files: [aLockedFile()],
    media: { photos: 8, videos: 2, audios: 0, duration: 192 },
    price: 120,
    isSale: true,
    includedInSubscription: true,
    access: {
      allowed: false,
      reason: 'locked',
      routes: [
        { need: 'subscribe', price: 999, unit: 'money' },
        { need: 'purchase', price: 120, unit: 'token' },
      ],
    },
    ...changes,
  });

export const aRow = (changes: Partial<PerformerRow> = {}): PerformerRow => ({
  ...aCard(),
  bio: 'Clay and fire.',
  cover: null,
  categories: ['ceramics'],
  country: 'PT',
  monthlyPrice: 999,
  yearlyPrice: 9900,
  isFreeSubscription: false,
  counts: {
    feeds: 3,
    photos: 2,
    singlePhotos: 0,
    videos: 0,
    singleVideos: 0,
    galleries: 0,
    products: 0,
    subscribers: 1,
    followers: 12,
    likes: 0,
  },
  isFollowed: false,
  isSubscribed: false,
  ...changes,
});
export const aModalPerformer = (changes: Partial<ModalPerformer> = {}): ModalPerformer => ({
  ...aRow(),
  ...changes,
});

export const aKeptCard = (changes: Partial<SavedCard> = {}): SavedCard => ({
  _id: 'card-1',
  brand: 'visa',
  last4: '4242',
  expMonth: 12,
  expYear: 2028,
  isDefault: true,
  renews: [],
  createdAt: at,
  ...changes,
});
export const charged = (balance: number, itemId = 'p1') => ({
  _id: 't1',
  kind: 'feed' as const,
  itemId,
  tokens: 120,
  balance,
  createdAt: at,
});

/** Monthly, of a fan with a creator, renewed by a kept card. */
export const aSubscription = (changes: Partial<Subscription> = {}): Subscription => ({
  _id: 's1',
  type: 'monthly',
  state: 'active',
  price: 999,
  performer: aCard(),
  user: aCard({ _id: 'fan', name: 'Fay', username: 'fay', isPerformer: false, isVerified: false }),
  startedAt: at,
  periodEnd: '2026-12-20T10:00:00.000Z',
  renews: true,
  cancelledAt: null,
  cancelReason: null,
  provider: 'sandbox',
  nextType: null,
  nextPrice: null,
  newPrice: null,
  retryAt: null,
  card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2028 },
  ...changes,
});
