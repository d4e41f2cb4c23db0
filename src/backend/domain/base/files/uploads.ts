import { limits } from '#config/limits.ts';
import type { FileType } from '#contract/core/schemas.ts';
import type { UploadFields, uploads } from '#contract/base/files.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import type { UploadedFile } from '../../../kernel/uploaded-file.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { type FileKind, dropFiles } from './claims.ts';
import type { FileRow } from './presenters.ts';
import { beginUpload, cancelUpload, finishUpload, signPart, uploadState } from './part-uploads.ts';
import { releaseStorage, releaseUpload, reserveStorage } from './storage-quota.ts';
import { type NewImage, storeImage } from './storing.ts';
import { SIGNED_SECONDS, later, objectName } from './upload-names.ts';
import { uploadAddress } from './media-addresses.ts';
import { limitRate } from '../../../kernel/rate-limit.ts';
import { type KnownBefore, checkFormat, storeRecording } from './recordings.ts';
import { type UploadedObject, boundSize, tooLarge, uploadedObject } from './upload-objects.ts';

/** The longest that storing a file takes: its room is released then, even if the process has ended. */
const storingMs = 60 * 60_000;

/** Signs one PUT. The object is deleted after a day unless a file was made of it. */
export async function signUpload(
  ctx: UserCtx,
  { fileName, fileType, fileSize }: ParsedInput<'POST /uploads/sign'>['body'],
) {
  await limitRate(ctx, `upload-sign:${ctx.viewer.id}`, { max: 200, seconds: 3600 });
  const filename = objectName(ctx, fileName, fileType);
  const key = `uploads/${ctx.viewer.id}/${filename}`;
  const most = fileType.startsWith('image/') ? limits.upload.imageBytes : limits.upload.videoBytes;
  if (fileSize !== undefined && fileSize > most) throw tooLarge(most);
  const maxBytes = fileSize ?? most;
  const expires = Math.floor(now(ctx).getTime() / 1000) + SIGNED_SECONDS;
  await reserveStorage(ctx, { key, mime: fileType, bytes: maxBytes, lastsMs: limits.upload.unusedFileMs });
  // The object store can only enforce an exact length. Without one, upload through this server.
  const direct =
    fileSize === undefined
      ? undefined
      : await ctx.ports.objects.signPut?.({ key, mime: fileType, bytes: fileSize, seconds: SIGNED_SECONDS });
  return {
    url:
      direct ?? uploadAddress(ctx, { key, mime: fileType, maxBytes, exact: fileSize !== undefined, expires }),
    filename,
    path: key,
    maxBytes,
    expiresAt: new Date(expires * 1000).toISOString(),
  };
}

export interface NewUpload {
  readonly type: FileType;
  readonly kind: FileKind | 'document';
  readonly fields: UploadFields;
  /** The file sent with the call; absent when `fields` name an object in cloud storage. */
  readonly file: UploadedFile | undefined;
  /** What an object in cloud storage was called on its owner's device. */
  readonly originalName?: string | undefined;
  /** Looks at a recording before it is stored. May refuse it; returns what is known before it is processed. */
  readonly inspect?: (object: UploadedObject) => Promise<KnownBefore>;
}

/** Converts a picture, or leaves that to a job if it takes longer than an upload should wait for. */
async function storePicture(
  ctx: UserCtx,
  about: Omit<NewImage, 'bytes'>,
  object: UploadedObject,
): Promise<FileRow> {
  const bytes = await object.bytes();
  const { isSlow } = await ctx.ports.media.measure(bytes);
  return isSlow
    ? storeRecording(ctx, { ...about, kind: 'animation', object })
    : storeImage(ctx, { ...about, bytes });
}

/**
 * Stores a file sent with the call or uploaded to cloud storage before. Images are processed immediately;
 * video, audio, and long animations are returned as `queued`. The file is deleted after a day unless something references it.
 * @throws AppError 409 for a full storage, 413, 422 `unsupported_file` with the reason, 429.
 */
export async function storeUpload(
  ctx: UserCtx,
  { type, kind, fields, file, originalName, inspect }: NewUpload,
): Promise<FileRow> {
  await limitRate(ctx, `upload:${ctx.viewer.id}`, { max: 600, seconds: 3600 });
  const uploaded = await uploadedObject(ctx, fields, file);
  const object = { ...uploaded, name: uploaded.name ?? originalName ?? null };
  boundSize(object, kind);
  const about = { type, ownerId: ctx.viewer.id, alt: fields.alt, customData: fields.customData };
  // Before room is set apart for it: what isn't a recording leaves nothing behind.
  if (kind !== 'image') checkFormat(object, kind);
  const known = kind === 'image' ? undefined : await inspect?.(object);
  const store = () =>
    kind === 'image'
      ? storePicture(ctx, about, object)
      : storeRecording(ctx, { ...about, kind, object, known });
  const reserved = await reserveStorage(ctx, {
    key: `uploads/${ctx.viewer.id}/${ctx.ports.ids()}`,
    mime: 'application/octet-stream',
    bytes: object.size,
    lastsMs: storingMs,
    from: object.cloudKey,
  });
  const row = await store().finally(() => releaseStorage(ctx, reserved));
  await enqueue(ctx, {
    kind: 'drop-unused-file',
    payload: { fileId: row.id },
    runAt: later(ctx, limits.upload.unusedFileMs),
  });
  if (object.cloudKey) {
    await enqueue(ctx, { kind: 'remove-objects', payload: { keys: [object.cloudKey] } });
    await releaseUpload(ctx, object.cloudKey);
  }
  return row;
}

/** Deletes a file that nothing references. A job runs this a day after the upload. */
export const dropUnusedFile = (ctx: Ctx, fileId: string): Promise<void> =>
  transaction(ctx, (tx) => dropFiles(tx, [fileId]));

export const uploadHandlers: HandlersOf<typeof uploads> = {
  'POST /uploads/sign': (ctx, { body }) => signUpload(ctx, body),
  'POST /uploads': (ctx, { body }) => beginUpload(ctx, body),
  'GET /uploads/:id': (ctx, { params }) => uploadState(ctx, params.id),
  'POST /uploads/:id/parts': (ctx, { params, body }) => signPart(ctx, params.id, body.number),
  'POST /uploads/:id/finish': (ctx, { params }) => finishUpload(ctx, params.id),
  async 'DELETE /uploads/:id'(ctx, { params }) {
    await cancelUpload(ctx, params.id);
    return { success: true };
  },
};
