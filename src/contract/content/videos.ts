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
  QueryFlag,
  Tags,
  Tokens,
  MediaItemState,
  listReply,
  lineText,
} from '../core/schemas.ts';
import { CoCreatorIds, CoCreatorTag } from './co-creators.ts';
import { UploadFields } from '../base/files.ts';
import { op } from '../core/op.ts';

export const Video = z.object({
  _id: Id,
  performer: PerformerCard,
  title: z.string(),
  /** Empty without access. */
  description: z.string(),
  tags: z.array(z.string()),
  file: FileView.nullable(),
  thumbnail: FileView.nullable(),
  /** Visible to everyone who can see the video at all; null until it is ready. */
  teaser: FileView.nullable(),
  duration: z.number().describe('Length in seconds.').nullable(),
  audience: Audience,
  /** 0 when the video isn't sold separately. */
  price: Tokens,
  isSale: z.boolean(),
  includedInSubscription: z.boolean(),
  commentsEnabled: z.boolean(),
  views: z.int().describe('Number of views.'),
  counts: Counts,
  isLiked: z.boolean(),
  isBookmarked: z.boolean(),
  /** Creators who accepted being tagged. */
  coCreators: z.array(PerformerCard),
  access: AccessView,
  state: MediaItemState,
  /** Seconds at which to resume; null when the viewer hasn't started or has finished. */
  progress: z.number().describe('Playback position in seconds.').nullable(),
  publishedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Video = z.infer<typeof Video>;
/** The creator's own view: earnings (cents after commission), schedule, and tagged creators. */
export const OwnVideo = Video.extend({
  earned: z.int().describe('Earnings after commission and refunds, in cents.'),
  sold: z.int().describe('Number of sales.'),
  recentViews: z.int().describe('Views of the last 28 days; one viewer counts once a day.'),
  scheduledAt: z.iso.datetime().nullable(),
  tagged: z.array(CoCreatorTag),
});
export type OwnVideo = z.infer<typeof OwnVideo>;

/**
 * The requested state. A published video waits until its file is ready and all tagged creators have accepted.
 */
const wanted = z.enum(['draft', 'published', 'archived']);
const Title = lineText()
  .min(1, 'Enter a title.')
  .max(limits.text.title, `Use at most ${limits.text.title} characters.`);
const Description = z.string().trim().max(limits.text.post, `Use at most ${limits.text.post} characters.`);
const Price = z.int().describe('Price in tokens; 0: free.').min(0).max(limits.itemPrice.max);
const TeaserSeconds = z
  .int()
  .describe('Length of the teaser in seconds.')
  .min(1)
  .max(limits.teaser.maxSeconds);

/** Form fields are text, so a list is separated by commas. */
const listText = z
  .string()
  .max(1_000)
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  );
/**
 * Fields sent with the file, or instead of it for one uploaded to cloud storage before (specification section
 * 3: filename and path).
 */
const VideoUpload = UploadFields.omit({ alt: true }).extend({
  title: Title.optional(),
  description: Description.default(''),
  tags: listText.pipe(Tags).default([]),
  audience: Audience.default('subscribers'),
  price: z.coerce.number().pipe(Price).default(0).describe('Price in tokens; 0: free.'),
  includedInSubscription: QueryFlag.default(false),
  commentsEnabled: QueryFlag.default(true),
  coCreatorIds: listText.pipe(CoCreatorIds).default([]),
  scheduledAt: z.iso.datetime().optional(),
  state: z.enum(['draft', 'published']).default('published'),
  /** Makes a teaser from the first seconds once the video is ready. */
  teaserSeconds: z.coerce
    .number()
    .pipe(TeaserSeconds)
    .optional()
    .describe('Length of the teaser in seconds.'),
});
export type VideoUpload = z.infer<typeof VideoUpload>;

export const VideoUpdate = z
  .strictObject({
    title: Title,
    description: Description,
    tags: Tags,
    audience: Audience,
    price: Price,
    includedInSubscription: z.boolean(),
    commentsEnabled: z.boolean(),
    coCreatorIds: CoCreatorIds,
    scheduledAt: z.iso.datetime().nullable(),
    state: wanted,
    /** The viewer's own uploads, replacing the current files. */
    fileId: Id,
    thumbnailId: Id,
    teaserId: Id,
    /** Makes a teaser from the first seconds. */
    teaserSeconds: TeaserSeconds,
  })
  .partial();
export type VideoUpdate = z.infer<typeof VideoUpdate>;

/** ISO 639-1. */
const CaptionsLanguage = z.string().regex(/^[a-z]{2}$/, 'Choose a language.');
export const VideoFile = z.enum(['thumbnail', 'teaser', 'video']);
export type VideoFile = z.infer<typeof VideoFile>;

const search = {
  ...KeyPage,
  q: z.string().trim().max(100).optional(),
  tag: z.string().trim().min(1).max(30).optional(),
};

export const videos = {
  'GET /performer/performer-assets/videos/search': op({
    summary: 'Your videos, newest first',
    access: 'performer',
    query: z.strictObject({ ...search, state: MediaItemState.optional() }),
    reply: listReply(OwnVideo),
  }),
  'POST /performer/performer-assets/videos/upload': op({
    summary: 'Upload a video with its thumbnail and teaser; it’s published once it’s ready',
    access: 'performer',
    upload: {
      fields: {
        video: { kind: 'video', max: 1 },
        thumbnail: { kind: 'image', max: 1 },
        teaser: { kind: 'video', max: 1 },
      },
      maxBytes: 2 * limits.upload.videoBytes + limits.upload.imageBytes + 64 * 1024,
    },
    body: VideoUpload,
    reply: OwnVideo,
    status: 201,
    creates: true,
  }),
  'PUT /performer/performer-assets/videos/edit/:id': op({
    summary: 'Update a video',
    access: 'performer',
    params: IdParams,
    body: VideoUpdate,
    reply: OwnVideo,
  }),
  'GET /performer/performer-assets/videos/:id/view': op({
    summary: 'One of your videos',
    access: 'performer',
    params: IdParams,
    reply: OwnVideo,
  }),
  'DELETE /performer/performer-assets/videos/:id': op({
    summary: 'Delete a video; buyers keep access',
    access: 'performer',
    params: IdParams,
    reply: Done,
  }),
  'DELETE /performer/performer-assets/videos/remove-file/:id': op({
    summary:
      'Remove one file of a video, or (our addition) its captions in one language; without its main file it becomes a draft',
    access: 'performer',
    params: IdParams,
    body: z.discriminatedUnion('type', [
      z.strictObject({ type: VideoFile }),
      z.strictObject({ type: z.literal('captions'), language: CaptionsLanguage }),
    ]),
    reply: OwnVideo,
  }),
  'PUT /performer/performer-assets/videos/:id/captions': op({
    summary: 'Add or replace a video’s captions in one language (WebVTT)',
    access: 'performer',
    params: IdParams,
    body: z.strictObject({
      language: CaptionsLanguage,
      text: z
        .string()
        .min(1, 'Choose a WebVTT file.')
        .max(limits.captions.bytes, 'These captions are too long for one film.'),
    }),
    reply: OwnVideo,
    ours: true,
  }),
  'GET /performer-assets/videos/search': op({
    summary:
      'Videos of all creators or one, newest or most watched first; with `relatedTo`, videos related to one',
    access: 'anyone',
    query: z.strictObject({
      ...search,
      performerId: Id.optional(),
      sort: z.enum(['newest', 'popular']).default('newest'),
      relatedTo: Id.optional(),
    }),
    reply: listReply(Video),
  }),
  'GET /performer-assets/videos/:id': op({
    summary: 'One video',
    access: 'anyone',
    params: IdParams,
    reply: Video,
  }),
  'POST /performer-assets/videos/:id/views': op({
    summary: 'Count a view, once per person and day',
    access: 'anyone',
    params: IdParams,
    reply: z.object({ views: z.int().describe('Number of views.') }),
    ours: true,
  }),
  'PUT /performer-assets/videos/:id/progress': op({
    summary: 'Save the playback position in seconds; 0 clears it',
    access: 'user',
    params: IdParams,
    body: z.strictObject({
      seconds: z.number().describe('Playback position in seconds.').min(0).max(1_000_000),
    }),
    reply: z.object({ progress: z.number().describe('Playback position in seconds.').nullable() }),
    ours: true,
  }),
};
