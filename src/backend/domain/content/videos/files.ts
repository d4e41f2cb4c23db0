import { inArray } from 'drizzle-orm';
import type { UploadFields } from '#contract/base/files.ts';
import type { VideoFile } from '#contract/content/videos.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { files } from '../../../db/schema/files.ts';
import { invalid } from '../../../kernel/errors.ts';
import type { UploadedFile } from '../../../kernel/uploaded-file.ts';
import { claimFiles } from '../../base/files/claims.ts';
import { requestTeaser } from '../../base/files/teasers.ts';
import { storeUpload } from '../../base/files/uploads.ts';

/** The type and kind of each of a video's three files. */
const kinds = {
  video: { type: 'video', kind: 'video', word: 'Video', field: 'fileId' },
  thumbnail: { type: 'video-thumbnail', kind: 'image', word: 'Thumbnail', field: 'thumbnailId' },
  teaser: { type: 'video-teaser', kind: 'video', word: 'Teaser', field: 'teaserId' },
} as const;
const names = ['video', 'thumbnail', 'teaser'] as const;

export type Taken = Partial<Record<VideoFile, string>>;
/** Files sent with the call or uploaded to cloud storage before. */
export type Sent = Partial<
  Record<VideoFile, { readonly file?: UploadedFile | undefined; readonly fields: UploadFields }>
>;

/**
 * Stores the files of a video. Call it outside a transaction; files that no video ends up using are deleted
 * after a day.
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

/**
 * Locks newly uploaded files until the video that references them has committed. Call it before locking
 * creators or items.
 */
export async function claimTaken(tx: UserCtx, taken: Taken): Promise<void> {
  for (const name of names) {
    const id = taken[name];
    const { field, kind, word } = kinds[name];
    if (id) await claimFiles(tx, [id], { field, kinds: [kind], word });
  }
}

/**
 * Locks files, so that their state can't change during a decision based on it, and so that two videos sharing
 * a file don't both try to drop it. Buyers, who only reference files, aren't blocked. Call it before locking
 * creators or items.
 */
export async function lockFiles(tx: UserCtx, fileIds: readonly (string | null | undefined)[]): Promise<void> {
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
 * Requests a teaser from the first seconds of a video. Returns its id, or null when none was requested. Lock
 * the video's file.
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
