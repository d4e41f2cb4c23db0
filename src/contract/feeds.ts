import { z } from 'zod';
import { limits } from '#config/limits';
import { AccessView, Done, FileView, Id, IdParams, KeyPage, PerformerCard, QueryFlag, Tokens, listOf } from './common.ts';
import { op, pending } from './op.ts';

export const FeedType = z.enum(['text', 'photo', 'video', 'audio', 'teaser', 'poll']);
export type FeedType = z.infer<typeof FeedType>;
export const Audience = z.enum(['public', 'followers', 'subscribers']);
export type Audience = z.infer<typeof Audience>;
export const FeedState = z.enum(['draft', 'processing', 'scheduled', 'published', 'expired', 'archived', 'failed', 'removed']);

export const Poll = z.object({
  question: z.string(),
  options: z.array(z.object({ _id: Id, text: z.string(), votes: z.int().nullable() })),
  multiple: z.boolean(),
  expiresAt: z.iso.datetime().nullable(),
  resultsVisible: z.enum(['always', 'afterVote', 'afterEnd']),
  ownVotes: z.array(Id),
  /** Voters; null until the results may be seen. */
  total: z.int().nullable(),
});

/** What a locked post may tell: counts of each kind and seconds in all. */
export const MediaSummary = z.object({ photos: z.int(), videos: z.int(), audios: z.int(), duration: z.number() });

export const Feed = z.object({
  _id: Id,
  performer: PerformerCard,
  type: FeedType,
  /** Empty where the viewer has no access. */
  text: z.string(),
  files: z.array(FileView),
  media: MediaSummary,
  thumbnail: FileView.nullable(),
  teaser: FileView.nullable(),
  audience: Audience,
  /** Tokens; 0 where the post isn't sold. */
  price: Tokens,
  isSale: z.boolean(),
  /** Those who don't subscribe may buy; subscribers read without paying. */
  includedInSubscription: z.boolean(),
  pinned: z.boolean(),
  commentsEnabled: z.boolean(),
  poll: Poll.nullable(),
  counts: z.object({ likes: z.int(), comments: z.int(), bookmarks: z.int() }),
  isLiked: z.boolean(),
  isBookmarked: z.boolean(),
  access: AccessView,
  state: FeedState,
  publishedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Feed = z.infer<typeof Feed>;
/** The creator's own view adds what a post earned (cents, net of commission). */
export const OwnFeed = Feed.extend({ earned: z.int(), sold: z.int() });
export type OwnFeed = z.infer<typeof OwnFeed>;

const FeedFields = {
  text: z.string().trim().max(limits.text.post, `Use at most ${limits.text.post} characters.`),
  fileIds: z.array(Id).max(limits.photosPerPost, `Add at most ${limits.photosPerPost} photos.`),
  audience: Audience,
  price: z.int().min(0).max(limits.itemPrice.max),
  includedInSubscription: z.boolean(),
  pinned: z.boolean(),
  commentsEnabled: z.boolean(),
};
export const FeedCreate = z.strictObject({
  type: FeedType.default('text'),
  text: FeedFields.text.default(''),
  fileIds: FeedFields.fileIds.default([]),
  audience: FeedFields.audience.default('subscribers'),
  price: FeedFields.price.default(0),
  includedInSubscription: FeedFields.includedInSubscription.default(false),
  pinned: FeedFields.pinned.default(false),
  commentsEnabled: FeedFields.commentsEnabled.default(true),
});
export type FeedCreate = z.infer<typeof FeedCreate>;
export const FeedUpdate = z.strictObject(FeedFields).partial();
export type FeedUpdate = z.infer<typeof FeedUpdate>;

const PhotoUpload = { fields: { file: { kind: 'image', max: 1 } }, maxBytes: limits.upload.imageBytes + 64 * 1024 } as const;
/** Beside the file itself, or instead of it where the file was put into the cloud storage before: what that answered. */
const PhotoFields = z.strictObject({
  alt: z.string().trim().max(300).optional(),
  customData: z.string().max(2_000).optional(),
  filename: z.string().max(64).optional(),
  path: z.string().max(300).optional(),
});

export const feeds = {
  'POST /performer/feeds': op({ summary: 'Publish a post', access: 'performer', body: FeedCreate, reply: OwnFeed, status: 201 }),
  'GET /performer/feeds': op({
    summary: 'The own posts, newest first',
    access: 'performer',
    query: z.strictObject({ ...KeyPage, type: FeedType.optional(), state: FeedState.optional(), q: z.string().trim().max(100).optional() }),
    reply: listOf(OwnFeed),
  }),
  'GET /performer/feeds/:id': op({ summary: 'One own post', access: 'performer', params: IdParams, reply: OwnFeed }),
  'PUT /performer/feeds/:id': op({ summary: 'Change an own post', access: 'performer', params: IdParams, body: FeedUpdate, reply: OwnFeed }),
  'DELETE /performer/feeds/:id': op({ summary: 'Delete an own post', access: 'performer', params: IdParams, reply: Done }),
  'POST /performer/feeds/polls': pending('performer', 'Make the poll of a post'),
  'POST /performer/feeds/audio/upload': pending('performer', 'Upload audio for a post'),
  'POST /performer/feeds/photo/upload': op({
    summary: 'Upload a photo for a post; it is processed before the answer',
    access: 'performer',
    upload: PhotoUpload,
    body: PhotoFields,
    reply: FileView,
    status: 201,
  }),
  'POST /performer/feeds/video/upload': pending('performer', 'Upload a video for a post'),
  'POST /performer/feeds/thumbnail/upload': pending('performer', 'Upload the thumbnail of a post'),
  'POST /performer/feeds/teaser/upload': pending('performer', 'Upload the teaser of a post'),
  'GET /user/feeds': op({
    summary: 'The timeline of followed and subscribed creators, or one creator’s posts, newest first',
    access: 'anyone',
    query: z.strictObject({ ...KeyPage, type: FeedType.optional(), performerId: Id.optional(), free: QueryFlag.optional() }),
    reply: listOf(Feed),
  }),
  'GET /user/feeds/:id': op({ summary: 'One post', access: 'anyone', params: IdParams, reply: Feed }),
  'POST /user/feeds/vote/:id': pending('user', 'Vote in a poll'),
  'GET /reactions/feeds/bookmark': pending('user', 'Bookmarked posts'),
};

/** What may be put into the cloud storage, and how its names may end. */
export const uploadTypes = {
  'image/jpeg': ['jpg', 'jpeg'], 'image/png': ['png'], 'image/webp': ['webp'], 'image/gif': ['gif'], 'image/avif': ['avif'],
  'video/mp4': ['mp4', 'm4v'], 'video/webm': ['webm'], 'video/quicktime': ['mov'], 'audio/mpeg': ['mp3'], 'audio/mp4': ['m4a', 'mp4'],
} as const;
export type UploadType = keyof typeof uploadTypes;

/** Behind the site's own `POST /api/getsignedUrl`, which hands the call on. */
export const uploads = {
  'POST /uploads/sign': op({
    summary: 'An address to PUT one file to: fixed to its name, type and greatest length, for a quarter of an hour',
    access: 'user',
    body: z.strictObject({
      fileName: z.string().min(1).max(255),
      fileType: z.enum(Object.keys(uploadTypes) as [UploadType, ...UploadType[]], 'Upload a JPEG, PNG, WebP, GIF or AVIF picture, an MP4, WebM or MOV video, or MP3 or M4A audio.'),
    }),
    reply: z.object({ url: z.string(), filename: z.string(), path: z.string(), maxBytes: z.int(), expiresAt: z.iso.datetime() }),
    ours: true,
  }),
};
