import { eq } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import { type UserCtx, transaction } from '../../../kernel/context.ts';
import { files, type StoredRendition } from '../../../db/schema/files.ts';
import { videos } from '../../../db/schema/videos.ts';
import { AppError, conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { captionsLanguage, captionsMime, captionsName } from '../../base/files/caption-files.ts';
import { isLanguage } from '../../base/site/languages.ts';
import { objectKey } from '../../base/files/media-addresses.ts';
import { setRenditions } from '../../base/files/rows.ts';
import { limitRate } from '../../../kernel/rate-limit.ts';
import { lockOwn, ownVideoIs } from './mutations.ts';
import { CaptionsError, readCaptions } from '../../base/files/web-vtt.ts';

/**
 * Parses and encodes captions.
 * @throws AppError 422 on `text` with the reason.
 */
function checked(text: string): Uint8Array {
  try {
    const bytes = new TextEncoder().encode(readCaptions(text));
    if (bytes.byteLength > limits.captions.bytes)
      throw new CaptionsError('These captions are too long for one video.');
    return bytes;
  } catch (error) {
    if (error instanceof CaptionsError) throw invalid('text', error.message);
    throw error;
  }
}

/** `fileId` is the video file the captions were made for. */
interface Change {
  readonly videoId: string;
  readonly language: string;
  readonly added: { readonly fileId: string; readonly rendition: StoredRendition } | null;
}

const isInLanguage =
  (language: string) =>
  (rendition: StoredRendition): boolean =>
    captionsLanguage(rendition) === language;

/**
 * The video's renditions after the change.
 * @throws AppError 404 when there are none to remove, 409 when there are too many languages.
 */
function changed(
  renditions: readonly StoredRendition[],
  language: string,
  added: StoredRendition | undefined,
): StoredRendition[] {
  const others = renditions.filter((each) => !isInLanguage(language)(each));
  if (!added && others.length === renditions.length) throw notFound();
  if (!added) return others;
  const languages = others.filter((each) => captionsLanguage(each) !== null).length;
  if (languages >= limits.captions.languages)
    throw conflict(`A video can have captions in at most ${limits.captions.languages} languages.`);
  return [...others, added];
}

/** Replaces the captions in one language; null removes them. */
function replace(ctx: UserCtx, { videoId, language, added }: Change): Promise<void> {
  return transaction(ctx, async (tx) => {
    const { fileId } = await lockOwn(tx, videoId);
    if (added && added.fileId !== fileId) throw conflict('The video has changed. Add its captions again.');
    if (fileId === null) throw notFound();
    const [film] = await tx.db
      .select({ renditions: files.renditions })
      .from(files)
      .where(eq(files.id, fileId));
    const before = film?.renditions ?? [];
    const renditions = changed(before, language, added?.rendition);
    await setRenditions(tx, fileId, renditions);
    const keys = before.filter(isInLanguage(language)).map(({ name }) => objectKey(fileId, name));
    if (keys.length > 0) await enqueue(tx, { kind: 'remove-objects', payload: { keys } });
  });
}

/**
 * The file of the viewer's own video.
 * @throws AppError 404, 409 when it has none yet.
 */
async function requireFilm(ctx: UserCtx, id: string): Promise<string> {
  const [video] = await ctx.db.select({ fileId: videos.fileId }).from(videos).where(ownVideoIs(ctx, id));
  if (!video) throw notFound();
  if (video.fileId === null) throw conflict('Add the video first.');
  return video.fileId;
}

/**
 * Sets the captions of the viewer's own video in one language, replacing existing ones.
 * @throws AppError 404, 409, 422 `language` or `text`, 429.
 */
export async function setCaptions(
  ctx: UserCtx,
  videoId: string,
  { language, text }: { readonly language: string; readonly text: string },
): Promise<void> {
  if (!isLanguage(language)) throw invalid('language', 'Choose a language.');
  const bytes = checked(text);
  await limitRate(ctx, `upload:${ctx.viewer.id}`, { max: 600, seconds: 3600 });
  const fileId = await requireFilm(ctx, videoId);
  const name = captionsName(language, ctx.ports.ids().replaceAll('-', '').slice(-8));
  const key = objectKey(fileId, name);
  await ctx.ports.objects.put(key, bytes, captionsMime);
  try {
    await replace(ctx, {
      videoId,
      language,
      added: {
        fileId,
        rendition: { name, width: 0, height: 0, mime: captionsMime, bytes: bytes.byteLength },
      },
    });
  } catch (error) {
    if (error instanceof AppError) await enqueue(ctx, { kind: 'remove-objects', payload: { keys: [key] } });
    throw error;
  }
}

/**
 * Removes the captions in one language.
 * @throws AppError 404
 */
export const removeCaptions = (ctx: UserCtx, videoId: string, language: string): Promise<void> =>
  replace(ctx, { videoId, language, added: null });
