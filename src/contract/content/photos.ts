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
  MediaItemState,
  listReply,
  lineText,
} from '../core/schemas.ts';
import { CoCreatorTag } from './co-creators.ts';
import { UploadFields } from '../base/files.ts';
import { Scheduling, MediaItemSearch } from './galleries.ts';
import { op } from '../core/op.ts';

export const Photo = z.object({
  _id: Id,
  performer: PerformerCard,
  /** The gallery it belongs to, whose terms apply; null for a single photo. */
  gallery: z.object({ _id: Id, title: z.string() }).nullable(),
  /** Title and description are empty without access. */
  title: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  file: FileView,
  /** Applies only to a single photo. */
  audience: Audience,
  position: z.int().describe('Place in the gallery’s order, a number from 0 on.'),
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
export type Photo = z.infer<typeof Photo>;
export const OwnPhoto = Photo.extend({
  scheduledAt: z.iso.datetime().nullable(),
  isCover: z.boolean(),
  tagged: z.array(CoCreatorTag),
});
export type OwnPhoto = z.infer<typeof OwnPhoto>;

const PhotoFields = {
  title: lineText().max(limits.text.title, `Use at most ${limits.text.title} characters.`),
  description: z.string().trim().max(limits.text.post, `Use at most ${limits.text.post} characters.`),
  audience: Audience,
};
/** Fields sent with the image. Tags are a comma-separated text. */
const PhotoUpload = UploadFields.extend({
  galleryId: Id.optional(),
  title: PhotoFields.title.default(''),
  description: PhotoFields.description.default(''),
  tags: z
    .string()
    .max(700)
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
    )
    .pipe(Tags),
  audience: PhotoFields.audience.default('subscribers'),
  /** For a single photo; one in a gallery is published with the gallery. */
  state: z.enum(['draft', 'published']).default('published'),
  scheduledAt: z.iso.datetime().optional(),
});
export type PhotoUpload = z.infer<typeof PhotoUpload>;
export const PhotoUpdate = z
  .strictObject({
    ...PhotoFields,
    tags: Tags,
    ...Scheduling,
    alt: lineText().max(300).nullable(),
    /** Moves it to another gallery; null takes it out of its gallery, as a draft. */
    galleryId: Id.nullable(),
  })
  .partial();
export type PhotoUpdate = z.infer<typeof PhotoUpdate>;

const some = { photoIds: z.array(Id).min(1).max(limits.maxPageSize) };
export const PhotoBulk = z.discriminatedUnion('action', [
  z.strictObject({ ...some, action: z.enum(['publish', 'archive', 'delete']) }),
  z.strictObject({ ...some, action: z.literal('move'), galleryId: Id.nullable() }),
  z.strictObject({ ...some, action: z.literal('audience'), audience: Audience }),
]);
export type PhotoBulk = z.infer<typeof PhotoBulk>;

export const photos = {
  'GET /performer/performer-assets/photos/search': op({
    summary: 'Your photos, newest first; those of one gallery in its order',
    access: 'performer',
    query: z.strictObject({
      ...KeyPage,
      q: MediaItemSearch.q,
      tag: MediaItemSearch.tag,
      state: MediaItemState.optional(),
      audience: Audience.optional(),
      galleryId: Id.optional(),
      /** Only single photos, or only those in galleries. */
      where: z.enum(['single', 'gallery']).optional(),
    }),
    reply: listReply(OwnPhoto),
  }),
  'PUT /performer/performer-assets/photos/:id': op({
    summary: 'Update, publish, schedule, move or archive a photo',
    access: 'performer',
    params: IdParams,
    body: PhotoUpdate,
    reply: OwnPhoto,
  }),
  'DELETE /performer/performer-assets/photos/:id': op({
    summary: 'Delete a photo',
    access: 'performer',
    params: IdParams,
    reply: Done,
  }),
  'POST /performer/performer-assets/photos/upload': op({
    summary: 'Upload a photo, on its own or to a gallery; it’s processed before the reply',
    access: 'performer',
    upload: { fields: { file: { kind: 'image', max: 1 } }, maxBytes: limits.upload.imageBytes + 64 * 1024 },
    body: PhotoUpload,
    reply: OwnPhoto,
    status: 201,
    creates: true,
  }),
  'POST /performer/performer-assets/photos/set-cover/:id': op({
    summary: 'Make a photo the cover of its gallery',
    access: 'performer',
    params: IdParams,
    reply: Done,
  }),
  'POST /performer/performer-assets/photos/bulk': op({
    summary: 'Publish, archive, delete or move several photos, or set who sees them: all or none',
    access: 'performer',
    body: PhotoBulk,
    reply: z.object({ changed: z.int().describe('Number of photos that were changed.') }),
    ours: true,
  }),
  'GET /performer-assets/photos/:performerId': op({
    summary: 'A creator’s photos, except those in galleries',
    access: 'anyone',
    params: z.strictObject({ performerId: Id }),
    query: z.strictObject(MediaItemSearch),
    reply: listReply(Photo),
  }),
  'GET /performer-assets/photos': op({
    summary:
      'Find photos of all creators, except those in galleries; or list the photos of one gallery in its order',
    access: 'anyone',
    query: z.strictObject({ ...MediaItemSearch, performerId: Id.optional(), galleryId: Id.optional() }),
    reply: listReply(Photo),
  }),
};
