import type { PerformerCard } from '#contract/core/schemas.ts';
import type { OwnPerformer, Performer, PerformerRow } from '#contract/people/creators.ts';
import type { ModalPerformer } from '#state/session/subscription-modal.ts';

const at = '2026-11-20T10:00:00.000Z';

export const aCard = (changes: Partial<PerformerCard> = {}): PerformerCard => ({
  _id: 'other',
  username: 'lena',
  name: 'Lena',
  avatar: '/a.jpg',
  isPerformer: true,
  isVerified: true,
  isOnline: false,
  isLive: false,
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
  bundles: [],
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
  subscription: null,
  ...changes,
});

export const aPerformer = (changes: Partial<Performer> = {}): Performer => ({
  ...aRow(),
  languages: ['en'],
  pronouns: null,
  freeDays: 1,
  welcomeVideo: null,
  auctions: 0,
  series: 0,
  hasOffer: false,
  included: { days: 30, included: 8, extra: 2 },
  lastSeenAt: null,
  createdAt: at,
  ...changes,
});

export const anOwnPerformer = (changes: Partial<OwnPerformer> = {}): OwnPerformer => ({
  ...aPerformer({ _id: 'me', languages: [], freeDays: 7 }),
  email: 'lena@example.com',
  verified: 'approved',
  verifiedReason: null,
  verification: { next: { who: 'nobody', until: null }, submittedAt: null, expiresAt: null, events: [] },
  documents: [],
  ...changes,
});

export const aModalPerformer = (changes: Partial<ModalPerformer> = {}): ModalPerformer => ({
  ...aRow(),
  ...changes,
});
