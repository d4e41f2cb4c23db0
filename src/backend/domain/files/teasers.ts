import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../kernel/context.ts';
import { files, type StoredRendition } from '../../db/schema/files.ts';
import { AppError, invalid, notFound } from '../../kernel/errors.ts';
import { enqueue } from '../../kernel/job-queue.ts';
import { kindOfFile } from './claims.ts';
import type { FileRow } from './presenters.ts';
import { isOriginal, processingJob } from './recordings.ts';

/** Which part of which video. Kept with the teaser itself, so that a failed one can be cut again. */
const Recipe = z.strictObject({
  cut: z.strictObject({ of: z.uuid(), start: z.number().min(0), seconds: z.number().positive() }),
});
export type Cut = z.infer<typeof Recipe>['cut'];

export interface TeaserWish {
  /** An own video, ready or still being processed. */
  readonly fileId: string;
  readonly type: 'feed-teaser' | 'video-teaser';
  /** Seconds. */
  readonly start?: number | undefined;
  readonly seconds?: number | undefined;
}

/** What is cut from: the file as it was uploaded while it is there, else the best of what was made of it. */
const cutFrom = ({ renditions }: Pick<FileRow, 'renditions'>): StoredRendition | undefined =>
  renditions.find(isOriginal) ??
  renditions
    .filter(({ mime, name }) => mime.startsWith('video/') && !name.includes('-hls'))
    .toSorted((a, b) => b.height - a.height)[0];

/**
 * Orders a teaser: a file of its own, `queued`, which nobody owes anything but its owner. Like any upload it
 * is dropped after a day unless something names it by then. In a transaction of the caller's, or its own.
 * @throws AppError 404 for a video that isn't the viewer's, 422 for one that failed or isn't a video.
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

/** Where the bytes of a file come from, and which part of them is wanted. */
export interface Origin {
  readonly fileId: string;
  readonly rendition: StoredRendition;
  readonly cut: Cut | undefined;
}

function recipeOf({ customData }: FileRow): Cut | null {
  try {
    return Recipe.parse(JSON.parse(customData ?? '')).cut;
  } catch {
    return null;
  }
}

/** @throws AppError 422 where there is nothing (any more) to make the file of. */
export async function originOf(ctx: Ctx, row: FileRow): Promise<Origin> {
  const own = row.renditions.find(isOriginal);
  if (own) return { fileId: row.id, rendition: own, cut: undefined };
  const cut = recipeOf(row);
  if (!cut) throw failed('What was uploaded isn’t there anymore. Upload it again.');
  // The owner is asked for again: what stands in a file's own data is no proof.
  const [video] = await ctx.db
    .select()
    .from(files)
    .where(and(eq(files.id, cut.of), eq(files.ownerId, row.ownerId)));
  const rendition =
    video && video.state !== 'failed' && kindOfFile(video) === 'video' ? cutFrom(video) : undefined;
  if (!video || !rendition) throw failed('The video for this teaser was removed or couldn’t be processed.');
  return { fileId: video.id, rendition, cut };
}
