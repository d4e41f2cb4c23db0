import { inArray } from 'drizzle-orm';
import type { UploadFields } from '#contract/files.ts';
import type { VideoFile } from '#contract/videos.ts';
import type { UserCtx } from '../../kernel/context.ts';
import { files } from '../../db/schema/files.ts';
import { invalid } from '../../kernel/errors.ts';
import type { UploadedFile } from '../../kernel/uploaded-file.ts';
import { claimFiles } from '../files/claims.ts';
import { requestTeaser } from '../files/teasers.ts';
import { storeUpload } from '../files/uploads.ts';

/** What each of a video's three files may be. */
const kinds = {
  video: { type: 'video', kind: 'video', word: 'Video', field: 'fileId' },
  thumbnail: { type: 'video-thumbnail', kind: 'image', word: 'Thumbnail', field: 'thumbnailId' },
  teaser: { type: 'video-teaser', kind: 'video', word: 'Teaser', field: 'teaserId' },
} as const;
const names = ['video', 'thumbnail', 'teaser'] as const;

/** Ids of uploads. */
export type Taken = Partial<Record<VideoFile, string>>;
/** With the call itself, or as objects put into the cloud storage before. */
export type Sent = Partial<
  Record<VideoFile, { readonly file?: UploadedFile | undefined; readonly fields: UploadFields }>
>;

/**
 * Takes the files of a video. Call it outside a transaction: what no video names in the end is dropped after
 * a day.
 */
export async function takeVideoFiles(ctx: UserCtx, sent: Sent): Promise<Taken> {
  const taken: Taken = {};
  for (const name of names) {
    const one = sent[name];
    if (one)
      taken[name] = (
        await storeUpload(ctx, {
          type: kinds[name].type,
          kind: kinds[name].kind,
          fields: one.fields,
          file: one.file,
        })
      ).id;
  }
  return taken;
}

/** Holds what was taken until the video that names it has committed. Before any creator or work is held. */
export async function claimTaken(tx: UserCtx, taken: Taken): Promise<void> {
  for (const name of names) {
    const id = taken[name];
    const { field, kind, word } = kinds[name];
    if (id) await claimFiles(tx, [id], { field, kinds: [kind], word });
  }
}

/**
 * Holds files against a change of their state, so that what is decided by it stays right, and against whoever
 * else would hold them: two that share one and both want to drop it wait for each other. A buyer, who only
 * names them, doesn't wait. Before any creator or work is held.
 */
export async function holdFiles(tx: UserCtx, fileIds: readonly (string | null | undefined)[]): Promise<void> {
  const ids = fileIds.filter((id) => typeof id === 'string');
  if (ids.length > 0)
    await tx.db
      .select({ id: files.id })
      .from(files)
      .where(inArray(files.id, ids))
      .orderBy(files.id)
      .for('no key update');
}

/**
 * Orders the first seconds of a film as its teaser; answers the teaser's id, or null where none is asked for.
 * Hold the film.
 */
export async function cutTeaser(
  tx: UserCtx,
  fileId: string | null,
  seconds: number | undefined,
): Promise<string | null> {
  if (seconds === undefined) return null;
  if (fileId === null) throw invalid('teaserSeconds', 'Add the video first.');
  return (await requestTeaser(tx, { fileId, type: 'video-teaser', seconds })).id;
}
