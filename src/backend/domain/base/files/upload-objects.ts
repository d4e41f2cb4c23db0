import type { UploadFields } from '#contract/base/files.ts';
import { limits } from '#config/limits.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { AppError, invalid } from '../../../kernel/errors.ts';
import type { UploadedFile } from '../../../kernel/uploaded-file.ts';
import { HEAD_BYTES } from '../../../ports/media-format.ts';

/** An uploaded file, whether sent with the call or through cloud storage. */
export interface UploadedObject {
  readonly size: number;
  /** The first few thousand bytes. */
  readonly head: Uint8Array;
  /** The key in cloud storage, deleted once a file has been made of it; null when sent with the call. */
  readonly cloudKey: string | null;
  /** The original file name, if known. */
  readonly name: string | null;
  bytes(): Promise<Uint8Array>;
  /** Stores the file unchanged under `key`. */
  saveAs(key: string, mime: string): Promise<void>;
}

const missingUpload = () => invalid('path', 'This upload isn’t there anymore. Upload the file again.');
const inWords = (bytes: number) =>
  bytes >= 1024 ** 3 ? `${Math.floor(bytes / 1024 ** 3)} GB` : `${Math.floor(bytes / 1024 / 1024)} MB`;
export const tooLarge = (maxBytes: number) =>
  new AppError(413, 'too_large', `That’s too large. The limit is ${inWords(maxBytes)}.`);

async function readObject(
  ctx: UserCtx,
  key: string,
  range?: { start: number; end: number },
): Promise<{ bytes: Uint8Array; total: number }> {
  const object = await ctx.ports.objects.get(key, range);
  if (!object) throw missingUpload();
  return {
    bytes: new Uint8Array(
      await new Response(object.body as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer(),
    ),
    total: object.total,
  };
}

async function copyObject(
  ctx: UserCtx,
  { from, to, mime }: { from: string; to: string; mime: string },
): Promise<void> {
  if (!(await ctx.ports.objects.copy(from, to, mime))) throw missingUpload();
}

/**
 * An object this account uploaded with a signed URL. `path` may be the path that was returned or the URL's
 * own.
 * @throws AppError 422
 */
async function fromCloud(
  ctx: UserCtx,
  { filename, path }: { filename: string; path: string },
): Promise<UploadedObject> {
  const key = `uploads/${ctx.viewer.id}/${filename}`;
  const named =
    /^\d{10,17}\.[a-z0-9]{1,5}$/.test(filename) && path.replace(/^\/?(media\/upload\/)?/, '') === key;
  if (!named) throw missingUpload();
  const { bytes: head, total: size } = await readObject(ctx, key, { start: 0, end: HEAD_BYTES - 1 });
  return {
    size,
    head,
    cloudKey: key,
    name: null,
    bytes: async () => (await readObject(ctx, key)).bytes,
    saveAs: (to, mime) => copyObject(ctx, { from: key, to, mime }),
  };
}

const fromCall = (ctx: UserCtx, file: UploadedFile): UploadedObject => ({
  size: file.size,
  head: file.head,
  cloudKey: null,
  name: file.name,
  bytes: () => file.bytes(),
  saveAs: async (to, mime) =>
    file.key === null
      ? ctx.ports.objects.put(to, await file.bytes(), mime)
      : copyObject(ctx, { from: file.key, to, mime }),
});

/**
 * The upload of a call.
 * @throws AppError 413, or 422 when there is none, or both a file and the name of an object.
 */
export async function uploadedObject(
  ctx: UserCtx,
  { filename, path }: UploadFields,
  file: UploadedFile | undefined,
): Promise<UploadedObject> {
  if (file && path === undefined && filename === undefined) return fromCall(ctx, file);
  if (!file && path !== undefined && filename !== undefined) return fromCloud(ctx, { filename, path });
  throw invalid('file', 'Choose a file.');
}

/** @throws AppError 413 when the file is too large for its kind. */
export function boundSize(
  { size, cloudKey }: UploadedObject,
  kind: 'image' | 'video' | 'audio' | 'document',
): void {
  // Whether this account may upload that much was decided when its upload began.
  const files = cloudKey === null ? limits.upload.videoBytes : limits.upload.largestBytes;
  const most = kind === 'image' ? limits.upload.imageBytes : files;
  if (size > most) throw tooLarge(most);
}
