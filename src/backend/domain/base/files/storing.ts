import { sql } from 'drizzle-orm';
import type { FileType } from '#contract/core/schemas.ts';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { files, type StoredRendition } from '../../../db/schema/files.ts';
import type { ProcessedImage } from '../../../ports/media-processor.ts';
import type { FileRow } from './presenters.ts';
import { pictureHash } from '../../../kernel/picture-hash.ts';
import { checkAtWriting, unlessRemoved } from './returning-pictures.ts';
import { blurName, stillName, objectKey } from './media-addresses.ts';

/** Widths of published and sent images, in pixels. */
export const photoWidths = [320, 640, 1280, 2048] as const;
type Rendered = ProcessedImage['renditions'];

export const specialNames: ReadonlySet<string> = new Set([blurName, stillName]);

/** Drops duplicates: for an image smaller than the largest widths, the last renditions are identical. */
export const distinct = (renditions: Rendered): Rendered =>
  renditions.filter(
    (rendition, index) =>
      specialNames.has(rendition.name) ||
      index === 0 ||
      rendition.width > (renditions[index - 1]?.width ?? 0),
  );

/** Stores all objects, or none if one fails. */
export async function putAll(
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
 * Removes objects; one that is already gone counts as removed.
 * @throws the first failure, after trying all of them.
 */
export async function removeObjects(ctx: Ctx, keys: readonly string[]): Promise<void> {
  const done = await Promise.allSettled(keys.map((key) => ctx.ports.objects.remove(key)));
  const failed = done.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Removes objects after a failure. If that fails too, it only costs disk space. */
export const takeBack = (ctx: Ctx, keys: readonly string[]): Promise<void> =>
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

/** The objects and the row of an image with this id. */
export function buildFile(
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
      pictureHash: pictureHash(picture.luma),
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
 * Processes an image, stores its renditions, and writes its row. Call it outside a transaction, because
 * processing takes a while.
 * @throws AppError 422 `unsupported_file` with the reason or `removed_picture`, 507 `storage_full`.
 */
export async function storeImage(ctx: Ctx, input: NewImage): Promise<FileRow> {
  const picture = await ctx.ports.media.image(input.bytes, { widths: photoWidths, isAwaited: true });
  const { objects, row } = buildFile(ctx, ctx.ports.ids(), { ...input, picture });
  return unlessRemoved(ctx, { hash: row.pictureHash, accountId: row.ownerId }, async () => {
    await putAll(ctx, objects);
    try {
      return await transaction(ctx, async (tx) => {
        const [written] = await tx.db
          .insert(files)
          .values({ ...row, renditions: sql`${JSON.stringify(row.renditions)}::jsonb` })
          .returning();
        await checkAtWriting(tx, row.pictureHash);
        return written as FileRow;
      });
    } catch (error) {
      await takeBack(
        ctx,
        objects.map(({ key }) => key),
      );
      throw error;
    }
  });
}
