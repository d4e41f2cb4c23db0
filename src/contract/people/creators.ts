import { z } from 'zod';
import { limits } from '#config/limits.ts';
import {
  CountryCode,
  Done,
  FileView,
  IdParams,
  Money,
  NameOrIdParams,
  OffsetPage,
  PerformerCard,
  QueryFlag,
  listReply,
  lineText,
} from '../core/schemas.ts';
import { UploadFields } from '../base/files.ts';
import { op } from '../core/op.ts';
import { OwnSubscription } from '../trade/subscriptions.ts';
import { AvatarReply, ImageUpload, UserUpdate } from './accounts.ts';

/** In cents. The limits are site settings (2.95 to 300 by default), so the server checks them. */
const SubscriptionPrice = Money;

export const PerformerCounts = z.object({
  /**
   * `photos` counts those in posts, in galleries, and single ones; `singlePhotos` only the last. Likewise
   * `videos` and `singleVideos`.
   */
  feeds: z.int().describe('Number of posts.'),
  photos: z.int().describe('Number of photos.'),
  singlePhotos: z.int().describe('Number of photos outside posts and galleries.'),
  videos: z.int().describe('Number of videos.'),
  singleVideos: z.int().describe('Number of videos outside posts.'),
  galleries: z.int().describe('Number of galleries.'),
  products: z.int().describe('Number of products.'),
  subscribers: z.int().describe('Number of subscribers.'),
  followers: z.int().describe('Number of followers.'),
  likes: z.int().describe('Number of likes.'),
});
/** Several months paid at once, at the creator's discount. A year has its own price. */
export const Bundle = z.object({
  type: z.enum(['quarterly', 'semiannual']),
  percent: z.int().describe('Percent off as many single months.'),
  /** For all months together. */
  price: Money,
});
export type Bundle = z.infer<typeof Bundle>;
/** A creator in search results or suggestions. */
export const PerformerRow = PerformerCard.extend({
  bio: z.string(),
  cover: z.string().nullable(),
  categories: z.array(z.string()),
  country: z.string().nullable(),
  /** Null until the creator sets a price; the plan isn't offered before that. */
  monthlyPrice: Money.nullable(),
  yearlyPrice: Money.nullable(),
  bundles: z.array(Bundle),
  isFreeSubscription: z.boolean(),
  counts: PerformerCounts,
  isFollowed: z.boolean(),
  isSubscribed: z.boolean(),
  /** The viewer's own; null without one. */
  subscription: OwnSubscription.nullable(),
});
export type PerformerRow = z.infer<typeof PerformerRow>;
/**
 * Of the posts, videos, and galleries of the last 30 days: how many a subscription includes, and how many
 * cost extra.
 */
export const SubscriptionCoverage = z.object({
  days: z.int().describe('Number of past days that are counted.'),
  included: z.int().describe('Number of items included in the subscription.'),
  extra: z.int().describe('Number of items sold separately.'),
});
/**
 * Confirms the statements that creators make about age and consent, in the version that was shown. Not part of
 * the specification.
 */
export const StatementsVersion = z.string().min(1).max(40);
/** What `GET /user-additional` offers. */
export const pronounChoices = [
  'she/her',
  'he/him',
  'they/them',
  'she/they',
  'he/they',
  'any pronouns',
] as const;
export const Pronouns = z.enum(pronounChoices);
export type Pronouns = z.infer<typeof Pronouns>;
export const Performer = PerformerRow.extend({
  pronouns: Pronouns.nullable(),
  languages: z.array(z.string()),
  freeDays: z.int().describe('Days that a free subscription lasts.'),
  welcomeVideo: FileView.nullable(),
  included: SubscriptionCoverage,
  /** Without canceled ones. */
  auctions: z.int().describe('Number of auctions.'),
  series: z.int().describe('Number of series with a published post.'),
  /**
   * Whether the creator has an offer for the first period. `/promotions/performer/{id}` says which one the
   * viewer gets.
   */
  hasOffer: z.boolean(),
  lastSeenAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type Performer = z.infer<typeof Performer>;
export const verificationStates = ['draft', 'pending', 'approved', 'rejected', 'expired'] as const;
/** `draft` until documents and statements are sent; `expired` once the approved document has. */
export const VerificationState = z.enum(verificationStates);
export type VerificationState = z.infer<typeof VerificationState>;
export const verificationSteps = ['submitted', 'approved', 'rejected', 'expired'] as const;
/** Where a creator's verification stands, who has to act, and what has happened. */
export const Verification = z.object({
  next: z.object({
    who: z.enum(['you', 'site', 'nobody']),
    until: z.iso.datetime().nullable().describe('By when; null without a deadline.'),
  }),
  /** While an approval holds, newer documents can wait for review. */
  submittedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable().describe('When the approved document expires.'),
  events: z.array(
    z.object({ what: z.enum(verificationSteps), at: z.iso.datetime(), reason: z.string().nullable() }),
  ),
});
export type Verification = z.infer<typeof Verification>;
/** The creator's own profile, with private fields. */
export const OwnPerformer = Performer.extend({
  email: z.string().nullable(),
  verified: VerificationState,
  verifiedReason: z.string().nullable(),
  verification: Verification,
  documents: z.array(FileView),
});
export type OwnPerformer = z.infer<typeof OwnPerformer>;

const [leastOff, mostOff] = limits.bundlePercent;
const BundlePercent = z
  .int('Enter a whole number of percent.')
  .min(leastOff, `Enter ${leastOff} to ${mostOff} percent.`)
  .max(mostOff, `Enter ${leastOff} to ${mostOff} percent.`)
  .describe('Percent off as many single months.')
  .nullable();

export const PerformerUpdate = UserUpdate.extend({
  categories: z.array(lineText().toLowerCase().min(1).max(40)).max(5).optional(),
  languages: z
    .array(z.string().regex(/^[a-z]{2}$/))
    .max(10)
    .optional(),
  country: CountryCode.nullable().optional(),
  pronouns: Pronouns.nullable().optional(),
  monthlyPrice: SubscriptionPrice.optional(),
  yearlyPrice: SubscriptionPrice.optional(),
  /** Null: not offered. */
  quarterlyPercent: BundlePercent.optional(),
  semiannualPercent: BundlePercent.optional(),
  isFreeSubscription: z.boolean().optional(),
  freeDays: z.int().describe('Days that a free subscription lasts.').min(1).max(365).optional(),
});
const SearchQuery = z.strictObject({
  ...OffsetPage,
  q: z.string().trim().max(100).optional(),
  category: z.string().trim().toLowerCase().max(40).optional(),
  country: CountryCode.optional(),
  free: QueryFlag.optional(),
  live: QueryFlag.optional(),
  maxPrice: z.coerce
    .number()
    .pipe(z.int().min(0).max(100_000))
    .optional()
    .describe('Highest monthly price in cents.'),
  sort: z.enum(['popular', 'newest', 'price']).default('popular'),
});
const Few = z.strictObject({
  limit: z.coerce
    .number()
    .pipe(z.int().min(1).max(24))
    .default(6)
    .describe('Greatest number of items to return.'),
});

export const performers = {
  'GET /performers/user/search': op({
    summary: 'Find creators',
    access: 'anyone',
    query: SearchQuery,
    reply: listReply(PerformerRow),
  }),
  'GET /performers/search/random': op({
    summary: 'A few random creators',
    access: 'anyone',
    query: Few,
    reply: listReply(PerformerRow),
  }),
  'GET /performers/top': op({
    summary: 'Most followed creators',
    access: 'anyone',
    query: Few,
    reply: listReply(PerformerRow),
  }),
  'GET /performers/me': op({ summary: 'Your creator profile', access: 'performer', reply: OwnPerformer }),
  'GET /performers/categories': op({
    summary: 'Categories in use, most creators first',
    access: 'anyone',
    ours: true,
    reply: z.object({
      data: z.array(z.object({ name: z.string(), count: z.int().describe('Number of creators.') })),
      total: z.int().describe('Number of items in the whole list.'),
    }),
  }),
  'GET /performers/:id': op({
    summary: 'A creator by username or id',
    access: 'anyone',
    params: NameOrIdParams,
    reply: Performer,
  }),
  'GET /performers/:id/similar': op({
    summary: 'Creators who share followers or categories with one, without those you follow',
    access: 'anyone',
    params: IdParams,
    query: Few,
    reply: listReply(PerformerRow),
    ours: true,
  }),
  'PUT /performers/:id': op({
    summary: 'Update your creator profile',
    access: 'performer',
    params: IdParams,
    body: PerformerUpdate,
    reply: OwnPerformer,
  }),
  'POST /performers/avatar/upload': op({
    summary: 'Set your avatar',
    access: 'performer',
    upload: ImageUpload,
    reply: AvatarReply,
  }),
  'POST /performers/cover/upload': op({
    summary: 'Set your cover; a long animation stands still until it’s processed',
    access: 'performer',
    upload: ImageUpload,
    reply: AvatarReply,
  }),
  'DELETE /performers/cover': op({
    summary: 'Remove your cover',
    access: 'performer',
    reply: Done,
    ours: true,
  }),
  'POST /performers/welcome-video/upload': op({
    summary: 'Set your welcome video; visitors see it once it’s processed',
    access: 'performer',
    upload: { fields: { file: { kind: 'video', max: 1 } }, maxBytes: limits.upload.videoBytes + 64 * 1024 },
    body: UploadFields,
    reply: FileView,
    status: 201,
  }),
  'DELETE /performers/welcome-video': op({
    summary: 'Remove your welcome video',
    access: 'performer',
    reply: Done,
    ours: true,
  }),
  'POST /performers/documents/upload': op({
    summary:
      'Add or replace identity documents; once they and the statements are complete, they are reviewed',
    access: 'performer',
    body: z.strictObject({ statements: StatementsVersion.optional() }),
    upload: {
      fields: { idFront: { kind: 'document', max: 1 }, idBack: { kind: 'document', max: 1 } },
      maxBytes: 2 * limits.upload.documentBytes + 64 * 1024,
    },
    reply: z.object({
      data: z.array(FileView),
      total: z.int().describe('Number of items in the whole list.'),
    }),
  }),
};
