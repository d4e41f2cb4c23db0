import { z } from 'zod';
import { cleanLine } from '#config/line-text.ts';
import { limits } from '#config/limits.ts';
import type { Cents, Tokens as TokenCount } from '#lib/units.ts';

/** A record's UUID; version 7 if created by the site. */
export const Id = z.uuid();
export const IdParams = z.strictObject({ id: Id });
/** A username or an id, as in `/[profileId]`. */
export const NameOrIdParams = z.strictObject({ id: z.string().min(1).max(64) });

export const Timestamp = z.iso.datetime();
/** Types a number schema as an amount of one unit. The schema itself doesn't change. */
const inUnit = <Unit extends number>(schema: z.ZodInt) => schema as unknown as z.ZodType<Unit, Unit>;
const amount = z.int().min(0).max(limits.safeAmount);
const signedAmount = z.int().min(-limits.safeAmount).max(limits.safeAmount);
const positiveAmount = z.int().min(1, 'Enter an amount.').max(limits.safeAmount, 'That is too much.');
export const Money = inUnit<Cents>(amount.describe('Amount in cents of the site’s currency.'));
export const SignedMoney = inUnit<Cents>(
  signedAmount.describe('Amount in cents of the site’s currency; may be negative.'),
);
export const Tokens = inUnit<TokenCount>(amount.describe('Amount in tokens.'));
export const SignedTokens = inUnit<TokenCount>(signedAmount.describe('Amount in tokens; may be negative.'));
/**
 * An amount to pay. Its limits are operator settings (by default those of `limits`), so the server checks
 * them, not the schema.
 */
export const PositiveMoney = inUnit<Cents>(
  positiveAmount.describe('Amount in cents of the site’s currency.'),
);
export const PositiveTokens = inUnit<TokenCount>(positiveAmount.describe('Amount in tokens.'));
/** Two uppercase letters (ISO 3166-1 alpha-2). */
export const CountryCode = z.string().regex(/^[A-Z]{2}$/, 'Choose a country from the list.');

const whole = z.coerce.number().pipe(z.int().min(0).max(1_000_000));
/** The query of a list paged by offset. */
export const OffsetPage = {
  offset: whole.default(0).describe('Number of items to skip.'),
  limit: z.coerce
    .number()
    .pipe(z.int().min(1).max(limits.maxPageSize))
    .default(limits.pageSize)
    .describe('Greatest number of items to return.'),
};
/** The query of a long list, paged by `cursor` if given, else by offset. */
export const KeyPage = { ...OffsetPage, cursor: z.string().max(200).optional() };
export const PageQuery = z.strictObject(OffsetPage);

/** `{ data, total, nextCursor? }`. `nextCursor` is null on the last page of a list paged by cursor. */
export const listReply = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    total: z.int().describe('Number of items in the whole list.'),
    nextCursor: z.string().nullable().optional(),
  });

/** `?flag=true`; any other text is refused. */
export const QueryFlag = z.enum(['true', 'false']).transform((text) => text === 'true');

/**
 * A name, a title, or another text of one line that others read. Line breaks become spaces, and what can't be seen or
 * turns the direction of other text is removed; if nothing is left, it is empty.
 */
export const lineText = () => z.string().overwrite(cleanLine);

export const Username = z
  .string()
  .trim()
  .toLowerCase()
  .min(3, 'Use at least 3 characters.')
  .max(30, 'Use at most 30 characters.')
  .regex(/^[a-z0-9._-]+$/, 'Use letters, digits, dots, dashes and underscores.');
export const Email = z.email('Enter an email address.').trim().toLowerCase().max(254);
export const Password = z
  .string()
  .min(8, 'Use at least 8 characters.')
  .max(256, 'Use at most 256 characters.');

export const FileType = z.enum([
  'avatar',
  'cover',
  'document',
  'welcome-video',
  'feed-photo',
  'feed-video',
  'feed-audio',
  'feed-thumbnail',
  'feed-teaser',
  'message-photo',
  'message-video',
  'message-audio',
  'message-thumbnail',
  'photo',
  'video',
  'video-thumbnail',
  'video-teaser',
  'product-image',
  'product-file',
  'auction-image',
]);
export type FileType = z.infer<typeof FileType>;

/** One rendition of an image with a short-lived URL. */
export const Rendition = z.object({
  url: z.string(),
  width: z.int().describe('Width in pixels.'),
  height: z.int().describe('Height in pixels.'),
  /** One frame, of a picture that moves. Not part of the specification. */
  still: z.string().optional(),
});
/** One way to play a video or audio file. `hls` is a playlist; `original` is the upload. */
export const Source = z.object({
  url: z.string(),
  mime: z.string(),
  kind: z.enum(['mp4', 'hls', 'original']),
  height: z.int().describe('Height in pixels.').nullable(),
});
const Captions = z.object({ language: z.string(), url: z.string() });
/** A stored file as a viewer may see it. `url` is null and `sizes` empty without access. */
export const FileView = z.object({
  _id: Id,
  type: FileType,
  mime: z.string(),
  state: z.enum(['uploading', 'queued', 'processing', 'ready', 'failed']),
  percent: z.int().describe('Percent processed so far.'),
  reason: z.string().nullable(),
  bytes: z.int().describe('Size in bytes.'),
  width: z.int().describe('Width in pixels.').nullable(),
  height: z.int().describe('Height in pixels.').nullable(),
  duration: z.number().describe('Length in seconds.').nullable(),
  alt: z.string().nullable(),
  /** A thumbhash (base64): a tiny average of the image that is safe to show to anyone. */
  placeholder: z.string().nullable(),
  url: z.string().nullable(),
  sizes: z.array(Rendition),
  /** For video and audio: every way to play it, best first. Empty without access. */
  sources: z.array(Source),
  /** Only for videos with captions, and only with access. Not part of the specification. */
  captions: z.array(Captions).optional(),
  peaks: z.array(z.int().describe('Loudness at even intervals, a number from 0 to 100.')).nullable(),
  /**
   * The original is served, because the server couldn't make other sizes. It plays if the browser supports
   * the format.
   */
  asUploaded: z.boolean(),
  /** Images that represent the file; blurred without access. */
  thumbnails: z.array(Rendition),
});
export type FileView = z.infer<typeof FileView>;

/**
 * The access rule's result: whether the viewer may read the item, why, and every way to get access with its
 * price.
 */
export const AccessReason = z.enum([
  'owner',
  'free',
  'follower',
  'subscriber',
  'purchased',
  'included',
  'locked',
  'blocked',
  'country',
  'unpublished',
]);
export const AccessRoute = z.object({
  need: z.enum(['follow', 'subscribe', 'subscribe-free', 'purchase']),
  price: z.int().describe('Price in cents or tokens, as `unit` says; 0: free.'),
  unit: z.enum(['money', 'token']),
  /** The price of every later month, where an offer makes the first one cost less. */
  then: z.int().describe('Cents for every later month; absent if it is the same.').optional(),
});
export const AccessView = z.object({
  allowed: z.boolean(),
  reason: AccessReason,
  routes: z.array(AccessRoute),
});
export type AccessView = z.infer<typeof AccessView>;

export const Audience = z.enum(['public', 'followers', 'subscribers']);
export type Audience = z.infer<typeof Audience>;
/** The state of galleries, photos, and videos. `waiting` means waiting for tagged co-creators to accept. */
export const MediaItemState = z.enum([
  'draft',
  'processing',
  'waiting',
  'scheduled',
  'published',
  'archived',
  'failed',
  'removed',
]);
export type MediaItemState = z.infer<typeof MediaItemState>;
/** What can be liked, bookmarked, and commented on. */
export const ObjectType = z.enum(['feed', 'video', 'gallery', 'photo', 'product', 'auction']);
export type ObjectType = z.infer<typeof ObjectType>;
export const Counts = z.object({
  likes: z.int().describe('Number of likes.'),
  comments: z.int().describe('Number of comments.'),
  bookmarks: z.int().describe('Number of bookmarks.'),
});
/** Search terms of a media item. Of several spellings of one, the first is kept. */
export const Tags = z.array(lineText().min(1).max(30)).max(20);

/** A person as shown beside a post, in a list, or in a conversation. */
export const PerformerCard = z.object({
  _id: Id,
  username: z.string(),
  name: z.string(),
  avatar: z.string(),
  isPerformer: z.boolean(),
  isVerified: z.boolean(),
  isOnline: z.boolean(),
  isLive: z.boolean(),
});
export type PerformerCard = z.infer<typeof PerformerCard>;

export const Done = z.object({ success: z.literal(true) });
