import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { files } from '../../../db/schema/files.ts';
import { feedFiles, type feeds } from '../../../db/schema/posts.ts';
import { type FilesState, loadFilesState } from '../media-items/publishing.ts';

/** The ids of a post's files, in order. */
export const fileIdsOf = async (tx: Ctx, feedId: string): Promise<string[]> =>
  (
    await tx.db
      .select({ id: feedFiles.fileId })
      .from(feedFiles)
      .where(eq(feedFiles.feedId, feedId))
      .orderBy(asc(feedFiles.position))
  ).map((row) => row.id);

/** Replaces a post's files, in this order. */
export async function setFiles(tx: Ctx, feedId: string, fileIds: readonly string[]): Promise<void> {
  await tx.db.delete(feedFiles).where(eq(feedFiles.feedId, feedId));
  if (fileIds.length > 0)
    await tx.db.insert(feedFiles).values(fileIds.map((fileId, position) => ({ feedId, fileId, position })));
}

/** How many of these files are photos and videos, for the profile's counters. */
export async function countKinds(
  tx: Ctx,
  fileIds: readonly string[],
): Promise<{ photos: number; videos: number }> {
  if (fileIds.length === 0) return { photos: 0, videos: 0 };
  const of = (kind: string) => sql<number>`(count(*) FILTER (WHERE ${files.mime} LIKE ${`${kind}/%`}))::int`;
  const [row] = await tx.db
    .select({ photos: of('image'), videos: of('video') })
    .from(files)
    .where(inArray(files.id, [...fileIds]));
  return row ?? { photos: 0, videos: 0 };
}

type Files = Pick<typeof feeds.$inferSelect, 'id' | 'thumbnailId' | 'teaserId'>;

/** Every file a post references: its files, thumbnail, and teaser. */
export const allFilesOf = async (tx: Ctx, { id, thumbnailId, teaserId }: Files): Promise<string[]> =>
  [...(await fileIdsOf(tx, id)), thumbnailId, teaserId].filter((fileId) => fileId !== null);

export const filesState = async (tx: Ctx, post: Files): Promise<FilesState> =>
  loadFilesState(tx, await allFilesOf(tx, post));
