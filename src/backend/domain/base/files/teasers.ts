import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { files, type StoredRendition } from '../../../db/schema/files.ts';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { kindOfFile } from './claims.ts';
import type { FileRow } from './presenters.ts';
import { isOriginal, processingJob } from './recordings.ts';

/** Which part of which video. Stored with the teaser, so that a failed one can be retried. */
const Recipe = z.strictObject({
  cut: z.strictObject({ of: z.uuid(), start: z.number().min(0), seconds: z.number().positive() }),
});
export type Cut = z.infer<typeof Recipe>['cut'];

export interface TeaserWish {
  /** The viewer's own video, ready or still processing. */
  readonly fileId: string;
  readonly type: 'feed-teaser' | 'video-teaser';
  /** In seconds. */
  readonly start?: number | undefined;
  readonly seconds?: number | undefined;
}

/** The rendition to cut from: the original upload if it still exists, else the best video. */
const cutFrom = ({ renditions }: Pick<FileRow, 'renditions'>): StoredRendition | undefined =>
  renditions.find(isOriginal) ??
  renditions
    .filter(({ mime, name }) => mime.startsWith('video/') && !name.includes('-hls'))
    .toSorted((a, b) => b.height - a.height)[0];

/**
 * Creates a teaser as a `queued` file of its own. Like any upload, it is deleted after a day unless something
 * references it. Joins the caller's transaction or opens its own.
 * @throws AppError 404 for a video that isn't the viewer's, 422 when it failed or isn't a video.
 */
export const requestTeaser = (
  ctx: UserCtx,
  { fileId, type, start = 0, seconds = limits.teaser.seconds }: TeaserWish,
): Promise<FileRow> =>
  transaction(ctx, async (tx) => {
    const [video] = await tx.db
      .select()
      .from(files)
      .where(and(eq(files.id, fileId), eq(files.ownerId, tx.viewer.id)))
      .for('share');
    if (!video) throw notFound();
    if (kindOfFile(video) !== 'video' || video.state === 'failed')
      throw invalid('id', 'Choose a video that has been processed.');
    if (video.duration !== null && start >= video.duration)
      throw invalid('start', 'The video is shorter than that.');
    const id = tx.ports.ids();
    const moment = now(tx);
    const recipe: z.infer<typeof Recipe> = { cut: { of: fileId, start, seconds } };
    const [row] = await tx.db
      .insert(files)
      .values({
        id,
        ownerId: tx.viewer.id,
        type,
        mime: 'video/mp4',
        bytes: 0,
        storageKey: `files/${id}`,
        renditions: sql`'[]'::jsonb`,
        customData: JSON.stringify(recipe),
        state: 'queued',
        createdAt: moment,
        updatedAt: moment,
      })
      .returning();
    await enqueue(tx, processingJob(id));
    await enqueue(tx, {
      kind: 'drop-unused-file',
      payload: { fileId: id },
      runAt: new Date(moment.getTime() + limits.upload.unusedFileMs),
    });
    return row as FileRow;
  });

const failed = (message: string) => new AppError(422, 'unsupported_file', message);

/** Where a file's bytes come from, and which part of them is needed. */
export interface Origin {
  readonly fileId: string;
  readonly rendition: StoredRendition;
  readonly cut: Cut | undefined;
}

function parseRecipe({ customData }: FileRow): Cut | null {
  try {
    return Recipe.parse(JSON.parse(customData ?? '')).cut;
  } catch {
    return null;
  }
}

/**
 * Where to process a file from.
 * @throws AppError 422 when the source doesn't exist (anymore).
 */
export async function findOrigin(ctx: Ctx, row: FileRow): Promise<Origin> {
  const own = row.renditions.find(isOriginal);
  if (own) return { fileId: row.id, rendition: own, cut: undefined };
  const cut = parseRecipe(row);
  if (!cut) throw failed('What was uploaded isn’t there anymore. Upload it again.');
  // Check the owner again, because a file's custom data proves nothing.
  const [video] = await ctx.db
    .select()
    .from(files)
    .where(and(eq(files.id, cut.of), eq(files.ownerId, row.ownerId)));
  const rendition =
    video && video.state !== 'failed' && kindOfFile(video) === 'video' ? cutFrom(video) : undefined;
  if (!video || !rendition) throw failed('The video for this teaser was removed or couldn’t be processed.');
  return { fileId: video.id, rendition, cut };
}
