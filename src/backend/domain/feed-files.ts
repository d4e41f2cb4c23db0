import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Ctx, UserCtx } from '../context.ts';
import { feedFiles, files } from '../db/schema.ts';
import { invalid } from '../errors.ts';
import { enqueue } from '../jobs/queue.ts';
import { objectKey } from './media-addresses.ts';

/** The files of a post in their order. */
export const fileIdsOf = async (tx: UserCtx, feedId: string): Promise<string[]> =>
  (await tx.db.select({ id: feedFiles.fileId }).from(feedFiles).where(eq(feedFiles.feedId, feedId)).orderBy(asc(feedFiles.position))).map((row) => row.id);

/**
 * Makes sure that these are photos the viewer uploaded, processed, and in no other post; locked, so that two posts can't take the same one.
 * @throws AppError 422 on `fileIds`. Somebody else's file is refused as one that doesn't exist.
 */
export async function claimPhotos(tx: UserCtx, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  const rows = await tx.db
    .select({ id: files.id, state: files.state })
    .from(files)
    .where(and(inArray(files.id, [...fileIds]), eq(files.ownerId, tx.viewer.id), eq(files.type, 'feed-photo')))
    .orderBy(files.id)
    .for('update');
  const place = (id: string) => `Photo ${fileIds.indexOf(id) + 1}`;
  const missing = fileIds.find((id) => !rows.some((row) => row.id === id));
  if (missing) throw invalid('fileIds', `${place(missing)} isn’t among your uploads. Upload it again.`);
  const unready = rows.find((row) => row.state !== 'ready');
  if (unready) throw invalid('fileIds', `${place(unready.id)} isn’t ready yet.`);
  const [used] = await tx.db.select({ id: feedFiles.fileId }).from(feedFiles).where(inArray(feedFiles.fileId, [...fileIds])).limit(1);
  if (used) throw invalid('fileIds', `${place(used.id)} is already in another post. Upload it again to use it twice.`);
}

/** Puts the post's files into this order. */
export async function setFiles(tx: UserCtx, feedId: string, fileIds: readonly string[]): Promise<void> {
  await tx.db.delete(feedFiles).where(eq(feedFiles.feedId, feedId));
  if (fileIds.length > 0) await tx.db.insert(feedFiles).values(fileIds.map((fileId, position) => ({ feedId, fileId, position })));
}

/** Deletes files that no post names any more: their rows now, their objects by a job once this has committed. */
export async function dropFiles(tx: Ctx, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  const rows = await tx.db.delete(files).where(inArray(files.id, [...fileIds])).returning({ id: files.id, renditions: files.renditions });
  const keys = rows.flatMap(({ id, renditions }) => renditions.map(({ name }) => objectKey(id, name)));
  if (keys.length > 0) await enqueue(tx, { kind: 'remove-objects', payload: { keys } });
}

/** How many of these files are photos and videos, for the creator's counts. */
export async function countKinds(tx: UserCtx, fileIds: readonly string[]): Promise<{ photos: number; videos: number }> {
  if (fileIds.length === 0) return { photos: 0, videos: 0 };
  const of = (type: string) => sql<number>`(count(*) FILTER (WHERE ${files.type} = ${type}))::int`;
  const [row] = await tx.db.select({ photos: of('feed-photo'), videos: of('feed-video') }).from(files).where(inArray(files.id, [...fileIds]));
  return row ?? { photos: 0, videos: 0 };
}
