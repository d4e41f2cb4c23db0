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
  Tokens,
  listReply,
  lineText,
} from '../../core/schemas.ts';
import { CloudObject, UploadFields } from '../../base/files.ts';
import { LinkCard } from './link-cards.ts';
import { MediaSummary, Poll, PostSeriesLine, PostState, TimelineSource } from './parts.ts';
import { op } from '../../core/op.ts';

export const PostType = z.enum(['text', 'photo', 'video', 'audio', 'teaser', 'poll']);
export type PostType = z.infer<typeof PostType>;
export const Post = z.object({
  _id: Id,
  performer: PerformerCard,
  type: PostType,
  /** Empty without access. */
  text: z.string(),
  /**
   * For buyers, who see the text as it was sold: the current text, if it differs. Not part of the
   * specification.
   */
  editedText: z.string().optional(),
  files: z.array(FileView),
  /**
   * How far the viewer played long videos and recordings, in seconds by file id. Only with access, and if
   * there is something to resume. Not part of the specification.
   */
  positions: z.record(Id, z.number().describe('Playback position in seconds.')).optional(),
  media: MediaSummary,
  /** The numbered set that it is part of, if any. Not part of the specification. */
  series: PostSeriesLine.optional(),
  /** The card of a link, if it has one. Only with access. Not part of the specification. */
  linkCard: LinkCard.optional(),
  thumbnail: FileView.nullable(),
  teaser: FileView.nullable(),
  audience: Audience,
  /** 0 when the post isn't sold separately. */
  price: Tokens,
  isSale: z.boolean(),
  /** Subscribers get it without paying; others can buy it. */
  includedInSubscription: z.boolean(),
  pinned: z.boolean(),
  commentsEnabled: z.boolean(),
  poll: Poll.nullable(),
  counts: Counts,
  isLiked: z.boolean(),
  isBookmarked: z.boolean(),
  access: AccessView,
  state: PostState,
  publishedAt: z.iso.datetime().nullable(),
  /** When it expires automatically; null for never. */
  expiresAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Post = z.infer<typeof Post>;
/** The creator's own view: earnings (cents after commission), schedule, and why publishing failed. */
export const OwnPost = Post.extend({
  earned: z.int().describe('From unlocks and tips, after commission and refunds, in cents.'),
  sold: z.int().describe('Number of sales.'),
  recentViews: z.int().describe('Views of the last 28 days; one viewer counts once a day.'),
  scheduledAt: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
});
export type OwnPost = z.infer<typeof OwnPost>;

/** Whom a creator previews a post as: everyone, or a visitor from a country they block. */
const PreviewAs = z.enum(['visitor', 'follower', 'subscriber', 'closed']);
export type PreviewAs = z.infer<typeof PreviewAs>;
const PostPreview = z.object({
  access: AccessView,
  post: Post.nullable().describe('Null when the post doesn’t exist for that person.'),
});
export type PostPreview = z.infer<typeof PostPreview>;

/** A time in the future; the server checks which are too early. */
const DateTime = z.iso.datetime({ offset: true, error: 'Choose a date and a time.' });
export const PostFields = {
  text: z.string().trim().max(limits.text.post, `Use at most ${limits.text.post} characters.`),
  /** In order. */
  fileIds: z.array(Id).max(limits.photosPerPost, `Add at most ${limits.photosPerPost} photos.`),
  /** Alt texts by file id; files not listed stay unchanged. */
  alts: z.record(Id, z.string().trim().max(300, 'Use at most 300 characters.')),
  thumbnailId: Id.nullable(),
  teaserId: Id.nullable(),
  audience: Audience,
  price: z
    .int('Enter whole tokens.')
    .describe('Price in tokens; 0: free.')
    .min(0, 'Enter a price, or 0 for none.')
    .max(limits.itemPrice.max, `Ask for at most ${limits.itemPrice.max.toLocaleString('en-US')} tokens.`),
  includedInSubscription: z.boolean(),
  pinned: z.boolean(),
  commentsEnabled: z.boolean(),
  /** When it is published; null for immediately. */
  scheduledAt: DateTime.nullable(),
  expiresAt: DateTime.nullable(),
  /** The series that it is part of; null for none. Not part of the specification. */
  seriesId: Id.nullable(),
  /** The token of a link card; null for none. Only for text posts. Not part of the specification. */
  linkCard: z.string().max(12_000).nullable(),
};
const oneLine = (longest: number, empty: string) =>
  lineText().min(1, empty).max(longest, `Use at most ${longest} characters.`);
export const PollPlan = z.strictObject({
  question: oneLine(limits.text.title, 'Enter a question.'),
  options: z
    .array(oneLine(limits.poll.optionLength, 'Enter an answer or remove it.'))
    .min(limits.poll.minOptions, `Add at least ${limits.poll.minOptions} answers.`)
    .max(limits.poll.maxOptions, `Add at most ${limits.poll.maxOptions} answers.`),
  multiple: z.boolean().default(false),
  /** When voting ends; null for never. */
  expiresAt: DateTime.nullable().default(null),
  resultsVisible: Poll.shape.resultsVisible.default('afterVote'),
});
export type PollPlan = z.infer<typeof PollPlan>;

const NewPost = {
  text: PostFields.text.default(''),
  audience: PostFields.audience.default('subscribers'),
  price: PostFields.price.default(0),
  includedInSubscription: PostFields.includedInSubscription.default(false),
  pinned: PostFields.pinned.default(false),
  commentsEnabled: PostFields.commentsEnabled.default(true),
  scheduledAt: PostFields.scheduledAt.default(null),
  expiresAt: PostFields.expiresAt.default(null),
  seriesId: PostFields.seriesId.default(null),
  linkCard: PostFields.linkCard.default(null),
  state: z.enum(['draft', 'published']).default('published'),
};
export const PostCreate = z.strictObject({
  type: z
    .enum(
      ['text', 'photo', 'video', 'audio', 'teaser'],
      'A poll is made by `POST /performer/feeds/polls`../..',
    )
    .default('text'),
  fileIds: PostFields.fileIds.default([]),
  /** A file uploaded to cloud storage, as returned by the upload. It is added after those in `fileIds`. */
  filename: CloudObject.filename.optional(),
  path: CloudObject.path.optional(),
  alts: PostFields.alts.default({}),
  thumbnailId: PostFields.thumbnailId.default(null),
  teaserId: PostFields.teaserId.default(null),
  ...NewPost,
});
export type PostCreate = z.infer<typeof PostCreate>;
const { linkCard: _ofText, ...NewPoll } = NewPost;
export const PollCreate = z.strictObject({ poll: PollPlan, ...NewPoll });
export type PollCreate = z.infer<typeof PollCreate>;
// `published` publishes a draft (at `scheduledAt` if set) and restores an archived post; `archived` takes it
// down; `draft` unpublishes a post that isn't live yet.
export const PostUpdate = z
  .strictObject({ ...PostFields, poll: PollPlan, state: z.enum(['draft', 'published', 'archived']) })
  .partial();
export type PostUpdate = z.infer<typeof PostUpdate>;

const made = { status: 201, creates: true } as const;
const upload = (kind: 'image' | 'video' | 'audio', summary: string) => {
  const maxBytes = (kind === 'image' ? limits.upload.imageBytes : limits.upload.videoBytes) + 64 * 1024;
  return op({
    summary,
    access: 'performer',
    upload: { fields: { file: { kind, max: 1 } }, maxBytes },
    body: UploadFields,
    reply: FileView,
    status: 201,
  });
};
export const feeds = {
  'POST /performer/feeds': op({
    summary: 'Publish a post',
    access: 'performer',
    body: PostCreate,
    reply: OwnPost,
    ...made,
  }),
  'GET /performer/feeds': op({
    summary: 'Your posts, newest first',
    access: 'performer',
    query: z.strictObject({
      ...KeyPage,
      type: PostType.optional(),
      state: PostState.optional(),
      q: z.string().trim().max(100).optional(),
    }),
    reply: listReply(OwnPost),
  }),
  'GET /performer/feeds/:id': op({
    summary: 'One of your posts',
    access: 'performer',
    params: IdParams,
    reply: OwnPost,
  }),
  'PUT /performer/feeds/:id': op({
    summary: 'Update your post',
    access: 'performer',
    params: IdParams,
    body: PostUpdate,
    reply: OwnPost,
  }),
  'DELETE /performer/feeds/:id': op({
    summary: 'Delete your post',
    access: 'performer',
    params: IdParams,
    reply: Done,
  }),
  'GET /performer/feeds/:id/preview': op({
    summary: 'Your post as other people see it once it is published',
    access: 'performer',
    params: IdParams,
    query: z.strictObject({ as: PreviewAs }),
    reply: PostPreview,
    ours: true,
  }),
  'POST /performer/feeds/:id/duplicate': op({
    summary: 'Copy your post as a draft',
    access: 'performer',
    params: IdParams,
    reply: OwnPost,
    ...made,
    ours: true,
  }),
  'POST /performer/feeds/polls': op({
    summary: 'Publish a poll: its question and answers together with its post',
    access: 'performer',
    body: PollCreate,
    reply: OwnPost,
    ...made,
  }),
  'POST /performer/feeds/audio/upload': upload(
    'audio',
    'Upload a recording for a post; it’s processed afterward',
  ),
  'POST /performer/feeds/photo/upload': upload(
    'image',
    'Upload a photo for a post; it’s processed before the reply',
  ),
  'POST /performer/feeds/video/upload': upload(
    'video',
    'Upload a video for a post; it’s processed afterward',
  ),
  'POST /performer/feeds/thumbnail/upload': upload('image', 'Upload a post’s thumbnail'),
  'POST /performer/feeds/teaser/upload': upload('video', 'Upload a post’s teaser; it’s processed afterward'),
  'GET /user/feeds': op({
    summary: 'The timeline of followed and subscribed creators, or one creator’s posts, newest first',
    access: 'anyone',
    /**
     * `q` searches one creator's readable posts. `from`, `category` (what everybody may read by its creators) and
     * `listId` (the viewer's list of creators) are our own: they say whose posts a timeline has.
     */
    query: z.strictObject({
      ...KeyPage,
      type: PostType.optional(),
      performerId: Id.optional(),
      free: QueryFlag.optional(),
      q: z.string().trim().max(100).optional(),
      from: TimelineSource.optional(),
      category: z.string().trim().toLowerCase().min(1).max(40).optional(),
      listId: Id.optional(),
    }),
    reply: listReply(Post),
  }),
  'GET /user/feeds/:id': op({ summary: 'One post', access: 'anyone', params: IdParams, reply: Post }),
  'POST /user/feeds/vote/:id': op({
    summary: 'Vote in a poll, or change your vote before it ends',
    access: 'user',
    params: IdParams,
    body: z.strictObject({ optionIds: z.array(Id).min(1, 'Choose an answer.').max(limits.poll.maxOptions) }),
    reply: Poll,
  }),
  'GET /reactions/feeds/bookmark': op({
    summary: 'Bookmarked posts, newest bookmark first',
    access: 'user',
    query: z.strictObject(KeyPage),
    reply: listReply(Post),
  }),
};
