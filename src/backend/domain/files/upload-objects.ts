import type { UploadFields } from '#contract/files.ts';
import { limits } from '#config/limits.ts';
import type { UserCtx } from '../../kernel/context.ts';
import { AppError, invalid } from '../../kernel/errors.ts';
import type { UploadedFile } from '../../kernel/uploaded-file.ts';
import { HEAD_BYTES } from '../../ports/media-format.ts';

/** What was uploaded, whichever way it came. */
export interface UploadedObject {
  readonly size: number;
  /** The first few thousand bytes. */
  readonly head: Uint8Array;
  /** Of an object in the cloud storage: no longer needed once a file was made of it. */
  readonly cloudKey: string | null;
  /** As it was called, where that is known. */
  readonly name: string | null;
  bytes(): Promise<Uint8Array>;
  /** Keeps it, as it is, under a key of the file's own. */
  saveAs(key: string, mime: string): Promise<void>;
}

const gone = () => invalid('path', 'This upload isn’t there anymore. Upload the file again.');
const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024);
export const tooLarge = (maxBytes: number) =>
  new AppError(413, 'too_large', `That’s too large. The limit is ${megabytes(maxBytes)} MB.`);

async function readObject(
  ctx: UserCtx,
  key: string,
  range?: { start: number; end: number },
): Promise<{ bytes: Uint8Array; total: number }> {
  const object = await ctx.ports.objects.get(key, range);
  if (!object) throw gone();
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
  if (!(await ctx.ports.objects.copy(from, to, mime))) throw gone();
}

/**
 * An object that this account put there by a signed address. `path` may be the one answered or the address's
 * own.
 */
async function fromCloud(
  ctx: UserCtx,
  { filename, path }: { filename: string; path: string },
): Promise<UploadedObject> {
  const key = `uploads/${ctx.viewer.id}/${filename}`;
  const named =
    /^\d{10,17}\.[a-z0-9]{1,5}$/.test(filename) && path.replace(/^\/?(media\/upload\/)?/, '') === key;
  if (!named) throw gone();
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

/** @throws AppError 413, or 422 where there is nothing, or both a file and the name of an object. */
export async function uploadedObject(
  ctx: UserCtx,
  { filename, path }: UploadFields,
  file: UploadedFile | undefined,
): Promise<UploadedObject> {
  if (file && path === undefined && filename === undefined) return fromCall(ctx, file);
  if (!file && path !== undefined && filename !== undefined) return fromCloud(ctx, { filename, path });
  throw invalid('file', 'Choose a file.');
}

/** @throws AppError 413. */
export function boundSize({ size }: UploadedObject, kind: 'image' | 'video' | 'audio' | 'document'): void {
  const most = kind === 'image' ? limits.upload.imageBytes : limits.upload.videoBytes;
  if (size > most) throw tooLarge(most);
}
