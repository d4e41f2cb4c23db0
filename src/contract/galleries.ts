import { z } from 'zod';
import { limits } from '#config/limits.ts';
import {
  AccessView,
  Audience,
  Counts,
  Done,
  FileView,
  Id,
  IdParams,
  KeyPage,
  PerformerCard,
  Tags,
  Tokens,
  MediaItemState,
  listOf,
} from './core/schemas.ts';
import { CoCreatorIds, CoCreatorTag } from './co-creators.ts';
import { op } from './core/op.ts';
import { Bookmark, BookmarkQuery } from './reactions.ts';

export const Gallery = z.object({
  _id: Id,
  performer: PerformerCard,
  title: z.string(),
  /** Empty where the viewer has no access. */
  description: z.string(),
  tags: z.array(z.string()),
  /** The photo that stands for it; null where it has none. */
  cover: FileView.nullable(),
  /** Photos that the viewer sees in it, or would. */
  numOfItems: z.int().describe('Number of photos.'),
  audience: Audience,
  /** 0 where it isn't sold. */
  price: Tokens,
  isSale: z.boolean(),
  /** Those who don't subscribe may buy; subscribers see it without paying. */
  includedInSubscription: z.boolean(),
  commentsEnabled: z.boolean(),
  counts: Counts,
  isLiked: z.boolean(),
  isBookmarked: z.boolean(),
  /** Creators who accepted to be tagged. */
  coCreators: z.array(PerformerCard),
  access: AccessView,
  state: MediaItemState,
  publishedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Gallery = z.infer<typeof Gallery>;
/**
 * The creator's own view: when it goes out, which photo was chosen as its cover, how often it was sold, what
 * that earned (cents, net of commission), and who was asked to take part.
 */
export const OwnGallery = Gallery.extend({
  scheduledAt: z.iso.datetime().nullable(),
  coverPhotoId: Id.nullable(),
  sold: z.int().describe('Number of sales.'),
  earned: z.int().describe('Earnings after commission, in cents.'),
  tagged: z.array(CoCreatorTag),
});
export type OwnGallery = z.infer<typeof OwnGallery>;

const GalleryFields = {
  title: z
    .string()
    .trim()
    .min(1, 'Enter a title.')
    .max(limits.text.title, `Use at most ${limits.text.title} characters.`),
  description: z.string().trim().max(limits.text.post, `Use at most ${limits.text.post} characters.`),
  tags: Tags,
  audience: Audience,
  price: z.int().describe('Price in tokens; 0: free.').min(0).max(limits.itemPrice.max),
  includedInSubscription: z.boolean(),
  commentsEnabled: z.boolean(),
};
/** A gallery begins as a draft without photos; they are uploaded or moved into it. */
export const GalleryCreate = z.strictObject({
  title: GalleryFields.title,
  description: GalleryFields.description.default(''),
  tags: GalleryFields.tags.default([]),
  audience: GalleryFields.audience.default('subscribers'),
  price: GalleryFields.price.default(0),
  includedInSubscription: GalleryFields.includedInSubscription.default(false),
  commentsEnabled: GalleryFields.commentsEnabled.default(true),
});
export type GalleryCreate = z.infer<typeof GalleryCreate>;
/**
 * What the creator wants of it: a published one goes out at `scheduledAt`, if that is still to come, and once
 * everybody tagged has accepted.
 */
export const Scheduling = {
  state: z.enum(['draft', 'published', 'archived']),
  scheduledAt: z.iso.datetime().nullable(),
  coCreatorIds: CoCreatorIds,
};
export const GalleryUpdate = z.strictObject({ ...GalleryFields, ...Scheduling }).partial();
export type GalleryUpdate = z.infer<typeof GalleryUpdate>;

/** Words to find works by: in the title, or a tag as a whole. */
export const MediaItemSearch = {
  ...KeyPage,
  q: z.string().trim().max(100).optional(),
  tag: z.string().trim().toLowerCase().max(30).optional(),
  sort: z.enum(['newest', 'popular']).default('newest'),
};

/** Galleries, for the creator (`/performer/…`) and for everybody. */
export const galleries = {
  'POST /performer/performer-assets/galleries': op({
    summary: 'Create a gallery as a draft',
    access: 'performer',
    body: GalleryCreate,
    reply: OwnGallery,
    status: 201,
  }),
  'GET /performer/performer-assets/galleries/search': op({
    summary: 'Your galleries, newest first',
    access: 'performer',
    query: z.strictObject({ ...KeyPage, q: MediaItemSearch.q, state: MediaItemState.optional() }),
    reply: listOf(OwnGallery),
  }),
  'PUT /performer/performer-assets/galleries/:id': op({
    summary: 'Update, publish, schedule or archive a gallery',
    access: 'performer',
    params: IdParams,
    body: GalleryUpdate,
    reply: OwnGallery,
  }),
  'DELETE /performer/performer-assets/galleries/:id': op({
    summary: 'Delete a gallery with its photos',
    access: 'performer',
    params: IdParams,
    reply: Done,
  }),
  'GET /performer/performer-assets/galleries/:id/view': op({
    summary: 'One of your galleries',
    access: 'performer',
    params: IdParams,
    reply: OwnGallery,
  }),
  'PUT /performer/performer-assets/galleries/:id/order': op({
    summary: 'Reorder the photos of a gallery: all of them, first to last',
    access: 'performer',
    params: IdParams,
    body: z.strictObject({ photoIds: z.array(Id).min(1).max(limits.photosPerGallery) }),
    reply: Done,
    ours: true,
  }),
  'GET /performer-assets/galleries/search': op({
    summary: 'Find galleries of all creators, or of one',
    access: 'anyone',
    query: z.strictObject({ ...MediaItemSearch, performerId: Id.optional() }),
    reply: listOf(Gallery),
  }),
  'GET /performer-assets/galleries/:id/view': op({
    summary: 'One gallery; its photos are listed separately',
    access: 'anyone',
    params: IdParams,
    reply: Gallery,
  }),
  'GET /reactions/galleries/bookmark': op({
    summary: 'Bookmarked galleries, newest bookmark first',
    access: 'user',
    query: BookmarkQuery,
    reply: listOf(Bookmark),
  }),
};
