import { eq } from 'drizzle-orm';
import { limits } from '#config/limits';
import type { FileView } from '#contract/common';
import { type UploadType, type uploads, uploadTypes } from '#contract/feeds';
import type { ParsedInput } from '#contract/registry';
import { type Ctx, type UserCtx, now, transaction } from '../context.ts';
import { feedFiles, files } from '../db/schema.ts';
import { AppError, invalid } from '../errors.ts';
import type { HandlersOf } from '../http/handlers.ts';
import type { UploadedFile } from '../http/input.ts';
import { enqueue } from '../jobs/queue.ts';
import { fileView } from './file-views.ts';
import { storeImage } from './files.ts';
import { dropFiles } from './feed-files.ts';
import { uploadAddress } from './media-addresses.ts';
import { limitRate } from './rate-limit.ts';

const SIGNED_SECONDS = 15 * 60;
/** What nobody used by then is removed. */
const KEPT_UNUSED_MS = 24 * 60 * 60_000;

const later = (ctx: Ctx, ms: number): Date => new Date(now(ctx).getTime() + ms);

/** A timestamp plus the lower-case original extension (specification section 7); a name that is one already is kept. */
function objectName(ctx: Ctx, fileName: string, fileType: UploadType): string {
  const [, given, extension] = /^(?:(\d{10,17})|.*)\.([A-Za-z0-9]{1,5})$/s.exec(fileName) ?? [];
  const allowed: readonly string[] = uploadTypes[fileType];
  const ending = extension?.toLowerCase() ?? '';
  if (!allowed.includes(ending)) throw invalid('fileName', `A file of this type ends in .${allowed.join(' or .')}.`);
  return `${given ?? now(ctx).getTime()}.${ending}`;
}

/** Signs one PUT. The object is removed after a day, unless something was made of it before. */
export async function signUpload(ctx: UserCtx, { fileName, fileType }: ParsedInput<'POST /uploads/sign'>['body']) {
  await limitRate(ctx, `upload-sign:${ctx.viewer.id}`, { max: 200, seconds: 3600 });
  const filename = objectName(ctx, fileName, fileType);
  const key = `uploads/${ctx.viewer.id}/${filename}`;
  const maxBytes = fileType.startsWith('image/') ? limits.upload.imageBytes : limits.upload.videoBytes;
  const expires = Math.floor(now(ctx).getTime() / 1000) + SIGNED_SECONDS;
  await enqueue(ctx, { kind: 'remove-objects', payload: { keys: [key] }, runAt: later(ctx, KEPT_UNUSED_MS) });
  return { url: uploadAddress(ctx, { key, mime: fileType, maxBytes, expires }), filename, path: key, maxBytes, expiresAt: new Date(expires * 1000).toISOString() };
}

/** An object that this account put there by a signed address. `path` may be the one answered or the address's own. */
async function readUpload(ctx: UserCtx, { filename, path }: { filename: string; path: string }): Promise<{ key: string; bytes: Uint8Array }> {
  const key = `uploads/${ctx.viewer.id}/${filename}`;
  const named = /^\d{10,17}\.[a-z0-9]{1,5}$/.test(filename) && path.replace(/^\/?(media\/upload\/)?/, '') === key;
  const object = named ? await ctx.ports.objects.get(key) : null;
  if (!object) throw invalid('path', 'This upload isn’t there any more. Upload the file again.');
  if (object.total > limits.upload.imageBytes) {
    await object.body.cancel();
    throw new AppError(413, 'too_large', `That is too large. Send at most ${limits.upload.imageBytes / 1024 / 1024} MB.`);
  }
  return { key, bytes: new Uint8Array(await new Response(object.body as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer()) };
}

type PhotoFields = ParsedInput<'POST /performer/feeds/photo/upload'>['body'];

async function photoBytes(ctx: UserCtx, { filename, path }: PhotoFields, file: UploadedFile | undefined): Promise<{ key: string | null; bytes: Uint8Array }> {
  if (file && path === undefined && filename === undefined) return { key: null, bytes: file.bytes };
  if (!file && path !== undefined && filename !== undefined) return readUpload(ctx, { filename, path });
  throw invalid('file', 'Choose a file.');
}

/**
 * Processes a photo for a post, sent along or put into the cloud storage before. It waits a day for its post.
 * @throws AppError 413, 422 `unsupported_file` with the reason, 429.
 */
export async function uploadPhoto(ctx: UserCtx, fields: PhotoFields, file: UploadedFile | undefined): Promise<FileView> {
  await limitRate(ctx, `photo-upload:${ctx.viewer.id}`, { max: 300, seconds: 3600 });
  const { key, bytes } = await photoBytes(ctx, fields, file);
  const row = await storeImage(ctx, { bytes, type: 'feed-photo', ownerId: ctx.viewer.id, alt: fields.alt, customData: fields.customData });
  await enqueue(ctx, { kind: 'drop-unused-file', payload: { fileId: row.id }, runAt: later(ctx, KEPT_UNUSED_MS) });
  if (key) await enqueue(ctx, { kind: 'remove-objects', payload: { keys: [key] } });
  return fileView(ctx, row, { readable: true });
}

/** Deletes a file that no post took; a job does this a day after the upload. */
export function dropUnusedFile(ctx: Ctx, fileId: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    const [row] = await tx.db.select({ id: files.id }).from(files).where(eq(files.id, fileId)).for('update');
    if (!row) return;
    const used = await tx.db.select({ id: feedFiles.fileId }).from(feedFiles).where(eq(feedFiles.fileId, fileId)).limit(1);
    if (used.length === 0) await dropFiles(tx, [fileId]);
  });
}

export const uploadHandlers: HandlersOf<typeof uploads> = {
  'POST /uploads/sign': (ctx, { body }) => signUpload(ctx, body),
};
