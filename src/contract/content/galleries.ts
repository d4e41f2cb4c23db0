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
  listReply,
  lineText,
} from '../core/schemas.ts';
import { CoCreatorIds, CoCreatorTag } from './co-creators.ts';
import { op } from '../core/op.ts';
import { Bookmark, BookmarkQuery } from './reactions.ts';

export const Gallery = z.object({
  _id: Id,
  performer: PerformerCard,
  title: z.string(),
  /** Empty without access. */
  description: z.string(),
  tags: z.array(z.string()),
  /** The cover photo, or null. */
  cover: FileView.nullable(),
  /** Photos in it that the viewer sees, or would with access. */
  numOfItems: z.int().describe('Number of photos.'),
  audience: Audience,
  /** 0 when it isn't sold separately. */
  price: Tokens,
  isSale: z.boolean(),
  /** Subscribers get it without paying; others can buy it. */
  includedInSubscription: z.boolean(),
  commentsEnabled: z.boolean(),
  counts: Counts,
  isLiked: z.boolean(),
  isBookmarked: z.boolean(),
  /** Creators who accepted being tagged. */
  coCreators: z.array(PerformerCard),
  access: AccessView,
  state: MediaItemState,
  publishedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Gallery = z.infer<typeof Gallery>;
/**
 * The creator's own view: schedule, chosen cover, number of sales, earnings (cents after commission), and
 * tagged creators.
 */
export const OwnGallery = Gallery.extend({
  scheduledAt: z.iso.datetime().nullable(),
  coverPhotoId: Id.nullable(),
  sold: z.int().describe('Number of sales.'),
  earned: z.int().describe('Earnings after commission and refunds, in cents.'),
  recentViews: z.int().describe('Views of the last 28 days; one viewer counts once a day.'),
  tagged: z.array(CoCreatorTag),
});
export type OwnGallery = z.infer<typeof OwnGallery>;

const GalleryFields = {
  title: lineText()
    .min(1, 'Enter a title.')
    .max(limits.text.title, `Use at most ${limits.text.title} characters.`),
  description: z.string().trim().max(limits.text.post, `Use at most ${limits.text.post} characters.`),
  tags: Tags,
  audience: Audience,
  price: z.int().describe('Price in tokens; 0: free.').min(0).max(limits.itemPrice.max),
  includedInSubscription: z.boolean(),
  commentsEnabled: z.boolean(),
};
/** A gallery starts as an empty draft; photos are uploaded or moved into it. */
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
 * The requested state. A published item goes live at `scheduledAt`, if that is in the future, and once all
 * tagged creators have accepted.
 */
export const Scheduling = {
  state: z.enum(['draft', 'published', 'archived']),
  scheduledAt: z.iso.datetime().nullable(),
  coCreatorIds: CoCreatorIds,
};
export const GalleryUpdate = z.strictObject({ ...GalleryFields, ...Scheduling }).partial();
export type GalleryUpdate = z.infer<typeof GalleryUpdate>;

/** Search by words in the title or by one tag. */
export const MediaItemSearch = {
  ...KeyPage,
  q: z.string().trim().max(100).optional(),
  tag: z.string().trim().max(30).optional(),
  sort: z.enum(['newest', 'popular']).default('newest'),
};

/** Galleries, for their creator (`/performer/…`) and for everyone. */
export const galleries = {
  'POST /performer/performer-assets/galleries': op({
    summary: 'Create a gallery as a draft',
    access: 'performer',
    body: GalleryCreate,
    reply: OwnGallery,
    creates: true,
    status: 201,
  }),
  'GET /performer/performer-assets/galleries/search': op({
    summary: 'Your galleries, newest first',
    access: 'performer',
    query: z.strictObject({ ...KeyPage, q: MediaItemSearch.q, state: MediaItemState.optional() }),
    reply: listReply(OwnGallery),
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
    reply: listReply(Gallery),
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
    reply: listReply(Bookmark),
  }),
};
