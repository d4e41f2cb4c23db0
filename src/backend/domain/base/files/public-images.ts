import { type Ctx, type UserCtx, transaction } from '../../../kernel/context.ts';
import { pictureHash } from '../../../kernel/picture-hash.ts';
import type { ProcessedImage } from '../../../ports/media-processor.ts';
import { publicPrefix } from './media-addresses.ts';
import { type PublicPicture, publicPictures } from './presenters.ts';
import { checkAtWriting, unlessRemoved } from './returning-pictures.ts';
import { putAll, specialNames, takeBack } from './storing.ts';
import { temporaryFiles } from './temporary-uploads.ts';

/** A public image whose objects are stored. */
export interface StoredImage {
  /** `publicImageUrl` turns it into a URL. Each image gets a new one, so a URL's content never changes. */
  readonly storageKey: string;
  /** The object with the upload of an animation that is still to be converted; null for any other picture. */
  readonly original: string | null;
}
interface Keeping {
  readonly use: PublicPicture;
  readonly picture: ProcessedImage;
  readonly accountId: string;
  readonly original?: string | null;
}

/**
 * Stores a processed public image, and has `write` put its storage key into the account's row. Remove the image it
 * replaces with `removePublicImage`.
 * @throws AppError 422 `removed_picture`.
 */
export async function keepPublicImage<C extends Ctx, T>(
  ctx: C,
  { use, picture, accountId, original = null }: Keeping,
  write: (tx: C, stored: StoredImage) => Promise<T>,
): Promise<T> {
  const storageKey = publicPrefix(ctx.ports.ids());
  const shown = picture.renditions.filter(({ name }) => !specialNames.has(name));
  const hash = pictureHash(picture.luma);
  return unlessRemoved(ctx, { hash, accountId }, async () => {
    await putAll(
      ctx,
      shown.map(({ name, bytes, mime }) => ({ key: `${storageKey}/${name}`, bytes, mime })),
    );
    try {
      return await transaction(ctx, async (tx) => {
        const written = await write(tx, { storageKey, original });
        await checkAtWriting(tx, hash);
        return written;
      });
    } catch (error) {
      await removePublicImage(ctx, use, storageKey);
      throw error;
    }
  });
}

/**
 * Processes and stores a public image. An animation that takes long to convert is stored as a still picture, and its
 * upload is kept for a day, for the job that `write` queues.
 * @throws AppError 422 `unsupported_file` with the reason or `removed_picture`.
 */
export async function storePublicImage<T>(
  ctx: UserCtx,
  { use, bytes }: { readonly use: PublicPicture; readonly bytes: Uint8Array },
  write: (tx: UserCtx, stored: StoredImage) => Promise<T>,
): Promise<T> {
  const picture = await ctx.ports.media.image(bytes, {
    widths: publicPictures[use].widths,
    square: use === 'avatar',
    isAwaited: true,
  });
  const keeping = { use, picture, accountId: ctx.viewer.id };
  if (!picture.isFrozen) return keepPublicImage(ctx, keeping, write);
  const temporary = temporaryFiles(ctx);
  const original = await temporary.put(new Blob([new Uint8Array(bytes)]).stream());
  try {
    return await keepPublicImage(ctx, { ...keeping, original }, write);
  } catch (error) {
    await temporary.clear();
    throw error;
  }
}

/** The objects of a public image. */
export const publicImageKeys = (use: PublicPicture, storageKey: string): string[] =>
  publicPictures[use].widths.map((width) => `${storageKey}/${width}.webp`);

/** Removes a public image. Call it after the commit that removed its reference. */
export const removePublicImage = (ctx: Ctx, use: PublicPicture, storageKey: string): Promise<void> =>
  takeBack(ctx, publicImageKeys(use, storageKey));
