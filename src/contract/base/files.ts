import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { type UploadType, uploadTypes } from '#config/upload-types.ts';
import { Done, FileType, FileView, IdParams, lineText } from '../core/schemas.ts';
import { op } from '../core/op.ts';

/**
 * Fields sent with a file, or instead of it for an object uploaded to cloud storage before. `filename` and
 * `path` are those the upload returned.
 */
export const UploadFields = z.strictObject({
  alt: lineText().max(300).optional(),
  customData: z.string().max(2_000).optional(),
  filename: z.string().max(64).optional(),
  path: z.string().max(300).optional(),
});
export type UploadFields = z.infer<typeof UploadFields>;

/**
 * File types that `POST /files` can create from cloud storage. Anyone can create message files; the others
 * are for creators.
 */
export const CloudFileType = FileType.exclude(
  ['avatar', 'cover', 'document', 'welcome-video'],
  'Say what the file is for.',
);
export type CloudFileType = z.infer<typeof CloudFileType>;
/** The `filename` and `path` returned for an upload to cloud storage. */
export const CloudObject = { filename: z.string().min(1).max(64), path: z.string().min(1).max(300) };
export const CloudFile = UploadFields.extend({
  type: CloudFileType,
  ...CloudObject,
  /** What the file was called on its owner's device. A file for sale keeps it; objects in storage have none. */
  originalName: lineText().min(1).max(255).optional(),
});

const fileName = z.string().min(1).max(255);
const fileType = z.enum(
  Object.keys(uploadTypes) as [UploadType, ...UploadType[]],
  'Upload a JPEG, PNG, WebP, GIF or AVIF picture, an MP4, WebM or MOV video, MP3, M4A, OGG, WAV or FLAC audio, or a PDF, ZIP or EPUB. Send any other video or sound as application/octet-stream.',
);
const fileSize = z
  .int()
  .describe('Size of the file in bytes.')
  .min(1, 'The file is empty.')
  .max(limits.safeAmount);

/** An upload in parts. Part `n` (from 1) has `partBytes` bytes; the last one has the rest. */
const PartUpload = z.object({
  _id: z.uuid(),
  filename: z.string(),
  path: z.string(),
  bytes: z.int().describe('Size of the whole file in bytes.'),
  partBytes: z.int().describe('Size of every part but the last, in bytes.'),
  received: z.array(z.int()).describe('The sequence number of each part that has arrived, in order.'),
  finished: z.boolean(),
  expiresAt: z.iso.datetime().describe('When it is deleted unless it is finished.'),
});
export type PartUpload = z.infer<typeof PartUpload>;

/** `POST /uploads/sign` is called through the site's own `POST /api/getsignedUrl`. */
export const uploads = {
  'POST /uploads/sign': op({
    summary:
      'A presigned address to PUT one file to: bound to its name, type and maximum size, valid for 15 minutes',
    access: 'user',
    body: z.strictObject({
      fileName,
      fileType,
      /** In bytes. With it, the URL accepts only a file of exactly this length. */
      fileSize: fileSize.optional(),
    }),
    reply: z.object({
      url: z.string(),
      filename: z.string(),
      path: z.string(),
      maxBytes: z.int().describe('Largest size of the file in bytes.'),
      expiresAt: z.iso.datetime(),
    }),
    ours: true,
  }),
  'POST /uploads': op({
    summary: 'Begin the upload of a large file in parts, which goes on after an interruption',
    access: 'user',
    body: z.strictObject({ fileName, fileType, fileSize }),
    reply: PartUpload,
    status: 201,
    ours: true,
  }),
  'GET /uploads/:id': op({
    summary: 'What has arrived of your upload',
    access: 'user',
    params: IdParams,
    reply: PartUpload,
    ours: true,
  }),
  'POST /uploads/:id/parts': op({
    summary: 'A presigned address to PUT one part to: bound to its size, valid for 15 minutes',
    access: 'user',
    params: IdParams,
    body: z.strictObject({ number: z.int().describe('Number of the part, from 1.').min(1).max(10_000) }),
    reply: z.object({
      url: z.string(),
      bytes: z.int().describe('Exact size of the part in bytes.'),
      expiresAt: z.iso.datetime(),
    }),
    ours: true,
  }),
  'POST /uploads/:id/finish': op({
    summary: 'Join the parts, all of which must have arrived; `POST /files` makes a file of the result',
    access: 'user',
    params: IdParams,
    reply: PartUpload,
    ours: true,
  }),
  'DELETE /uploads/:id': op({
    summary: 'Cancel your upload and delete its parts',
    access: 'user',
    params: IdParams,
    reply: Done,
    ours: true,
  }),
};

export const files = {
  'POST /files': op({
    summary: 'Create a file from an object uploaded to the cloud storage',
    access: 'user',
    body: CloudFile,
    reply: FileView,
    status: 201,
    ours: true,
  }),
  'GET /files/:id/status': op({
    summary: 'Processing status of your file',
    access: 'user',
    params: IdParams,
    reply: FileView,
  }),
  'POST /files/:id/teaser': op({
    summary: 'Generate a teaser from your video',
    access: 'performer',
    params: IdParams,
    body: z.strictObject({
      type: z.enum(['feed-teaser', 'video-teaser']),
      start: z
        .number()
        .describe('Seconds from the start of the video.')
        .min(0, 'Begin at 0 or later.')
        .max(86_400)
        .optional(),
      seconds: z
        .number()
        .describe('Length of the teaser in seconds.')
        .min(1, 'Take at least 1 second.')
        .max(limits.teaser.maxSeconds, `Take at most ${limits.teaser.maxSeconds} seconds.`)
        .optional(),
    }),
    reply: FileView,
    status: 201,
    ours: true,
  }),
  'POST /files/:id/retry': op({
    summary: 'Retry processing a failed file from its upload',
    access: 'user',
    params: IdParams,
    reply: FileView,
    ours: true,
  }),
};
