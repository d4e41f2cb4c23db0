import { sql } from 'drizzle-orm';
import type { FileType } from '#contract/core/schemas.ts';
import { type Ctx, now } from '../../kernel/context.ts';
import { files, type StoredRendition } from '../../db/schema/files.ts';
import type { ProcessedImage } from '../../ports/media-processor.ts';
import { type FileRow, type PublicPicture, publicPictures } from './presenters.ts';
import { blurName, objectKey, publicPrefix } from './media-addresses.ts';

/** Widths of what is published or sent. */
const photoWidths = [320, 640, 1280, 2048] as const;
type Rendered = ProcessedImage['renditions'];

/** Of a picture smaller than the largest widths the last ones are alike: the first of them is enough. */
const distinct = (renditions: Rendered): Rendered =>
  renditions.filter(
    (rendition, index) =>
      rendition.name === blurName || index === 0 || rendition.width > (renditions[index - 1]?.width ?? 0),
  );

/** Puts all or, when one fails, none. */
async function putAll(
  ctx: Ctx,
  objects: readonly { key: string; bytes: Uint8Array; mime: string }[],
): Promise<void> {
  const done = await Promise.allSettled(
    objects.map(({ key, bytes, mime }) => ctx.ports.objects.put(key, bytes, mime)),
  );
  const failed = done.find((result) => result.status === 'rejected');
  if (!failed) return;
  await takeBack(
    ctx,
    objects.map(({ key }) => key),
  );
  throw failed.reason;
}

/**
 * Removes objects; one that is gone already counts as removed. @throws when one can't be removed, having
 * tried them all.
 */
export async function removeObjects(ctx: Ctx, keys: readonly string[]): Promise<void> {
  const done = await Promise.allSettled(keys.map((key) => ctx.ports.objects.remove(key)));
  const failed = done.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Takes back what was stored on the way to a failure. Failing at that too costs room, not correctness. */
const takeBack = (ctx: Ctx, keys: readonly string[]): Promise<void> =>
  removeObjects(ctx, keys).catch((error: unknown) =>
    ctx.ports.log.warn('Some objects could not be removed.', { error: String(error), keys: keys.length }),
  );

export interface NewImage {
  readonly bytes: Uint8Array;
  readonly type: FileType;
  readonly ownerId: string;
  readonly alt?: string | null;
  readonly customData?: string | null;
}

/** The objects and the row of a picture under this id. */
export function fileOf(
  ctx: Ctx,
  id: string,
  { picture, ...input }: Omit<NewImage, 'bytes'> & { readonly picture: ProcessedImage },
) {
  const renditions = distinct(picture.renditions);
  const stored: StoredRendition[] = renditions.map(({ name, width, height, mime, bytes }) => ({
    name,
    width,
    height,
    mime,
    bytes: bytes.byteLength,
  }));
  const moment = now(ctx);
  return {
    objects: renditions.map(({ name, bytes, mime }) => ({ key: objectKey(id, name), bytes, mime })),
    row: {
      id,
      ownerId: input.ownerId,
      type: input.type,
      mime: picture.mime,
      width: picture.width,
      height: picture.height,
      placeholder: picture.placeholder,
      bytes: Math.max(...stored.map(({ bytes }) => bytes)),
      alt: input.alt || null,
      customData: input.customData ?? null,
      storageKey: `files/${id}`,
      renditions: stored,
      state: 'ready' as const,
      percent: 100,
      createdAt: moment,
      updatedAt: moment,
    },
  };
}

/**
 * Processes a picture, stores its renditions and writes its row. Call it outside a transaction: processing
 * takes a while.
 * @throws AppError 422 `unsupported_file` with the reason, 507 `storage_full`.
 */
export async function storeImage(ctx: Ctx, input: NewImage): Promise<FileRow> {
  const picture = await ctx.ports.media.image(input.bytes, { widths: photoWidths });
  const { objects, row } = fileOf(ctx, ctx.ports.ids(), { ...input, picture });
  await putAll(ctx, objects);
  try {
    const [written] = await ctx.db
      .insert(files)
      .values({ ...row, renditions: sql`${JSON.stringify(row.renditions)}::jsonb` })
      .returning();
    return written as FileRow;
  } catch (error) {
    await takeBack(
      ctx,
      objects.map(({ key }) => key),
    );
    throw error;
  }
}

/**
 * Processes and stores a public picture. Answers the storage key for the account's row, from which
 * `publicImageUrl` makes addresses. The key is new each time, so addresses never change what they show;
 * remove the old picture with `removePublicImage`.
 */
export async function storePublicImage(ctx: Ctx, use: PublicPicture, bytes: Uint8Array): Promise<string> {
  const picture = await ctx.ports.media.image(bytes, {
    widths: publicPictures[use].widths,
    square: use === 'avatar',
  });
  const storageKey = publicPrefix(ctx.ports.ids());
  const shown = picture.renditions.filter(({ name }) => name !== blurName);
  await putAll(
    ctx,
    shown.map(({ name, bytes: data, mime }) => ({ key: `${storageKey}/${name}`, bytes: data, mime })),
  );
  return storageKey;
}

/** Call it after the commit that stopped naming the picture. */
export const removePublicImage = (ctx: Ctx, use: PublicPicture, storageKey: string): Promise<void> =>
  takeBack(
    ctx,
    publicPictures[use].widths.map((width) => `${storageKey}/${width}.webp`),
  );
