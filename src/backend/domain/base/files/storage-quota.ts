import { type SQL, and, eq, gt, ne, sql } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import { files, partUploads } from '../../../db/schema/files.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { conflict } from '../../../kernel/errors.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { isClaimed } from './claims.ts';
import { later } from './upload-names.ts';
import { lockName } from '../../../kernel/advisory-lock.ts';

const MB = 1024 * 1024;
const inWords = (megabytes: number) =>
  megabytes >= 1024 ? `${Math.floor((megabytes * 10) / 1024) / 10} GB` : `${megabytes} MB`;

const sumBytes = (bytes: SQL) => sql<string>`coalesce(sum(${bytes}), 0)`;

/** Bytes that an account has stored or is about to, in all and of what nothing uses; `key` isn't counted. */
async function usedBytes(tx: UserCtx, key: string | null): Promise<{ all: number; unused: number }> {
  const ownerId = tx.viewer.id;
  const moment = now(tx);
  // What is older and unused has been deleted.
  const since = new Date(moment.getTime() - limits.upload.unusedFileMs);
  const [stored] = await tx.db
    .select({
      all: sumBytes(sql`${files.bytes}`),
      unused: sql<string>`${sumBytes(sql`${files.bytes}`)} - ${sumBytes(sql`CASE WHEN ${files.createdAt} <= ${since.toISOString()}::timestamptz OR ${isClaimed} THEN ${files.bytes} END`)}`,
    })
    .from(files)
    .where(eq(files.ownerId, ownerId));
  const [pending] = await tx.db
    .select({ bytes: sumBytes(sql`${partUploads.bytes}`) })
    .from(partUploads)
    .where(
      and(
        eq(partUploads.ownerId, ownerId),
        gt(partUploads.expiresAt, moment),
        key === null ? undefined : ne(partUploads.key, key),
      ),
    );
  const waiting = Number(pending?.bytes);
  return { all: Number(stored?.all) + waiting, unused: Number(stored?.unused) + waiting };
}

export interface Reservation {
  /** Of the object that will be stored. */
  readonly key: string;
  readonly mime: string;
  readonly bytes: number;
  readonly lastsMs: number;
  /** The key of the upload that the object is made of, which has a reservation of its own. */
  readonly from?: string | null;
}

/**
 * Refuses what doesn't fit into the account's storage. One account is checked at a time, so that uploads that begin
 * together don't slip through together; store what was checked in the same transaction.
 * @throws AppError 409
 */
export async function checkQuota(
  tx: UserCtx,
  { bytes, from = null }: Pick<Reservation, 'bytes' | 'from'>,
): Promise<void> {
  const { id, isPerformer } = tx.viewer;
  await lockName(tx, `storage:${id}`);
  const settings = await tx.settings.all();
  const most = isPerformer ? settings.creatorStorageMegabytes : settings.fanStorageMegabytes;
  const mostUnused = isPerformer ? settings.creatorUnusedMegabytes : settings.fanUnusedMegabytes;
  const used = await usedBytes(tx, from);
  if (used.all + bytes > most * MB)
    throw conflict(
      `Your storage is full: your files can take up to ${inWords(most)}. Delete some, then try again.`,
    );
  if (used.unused + bytes > mostUnused * MB)
    throw conflict(
      `Files you’ve uploaded but not used yet can take up to ${inWords(mostUnused)}. Publish or send some first, or try again in a day or two, once unused files have been deleted.`,
    );
}

/**
 * Sets room apart in the account's storage for an upload that hasn't arrived as a file yet. A job releases it, and
 * deletes what came of it; returns its id, to release it earlier.
 * @throws AppError 409
 */
export const reserveStorage = (
  ctx: UserCtx,
  { key, mime, bytes, lastsMs, from }: Reservation,
): Promise<string> =>
  transaction(ctx, async (tx) => {
    await checkQuota(tx, { bytes, from: from ?? null });
    const [id, moment, expiresAt] = [tx.ports.ids(), now(tx), later(tx, lastsMs)];
    await tx.db.insert(partUploads).values({
      id,
      ownerId: tx.viewer.id,
      key,
      mime,
      bytes,
      partBytes: Math.max(bytes, 1),
      // It has one part, which goes straight to its key.
      finishedAt: moment,
      expiresAt,
      createdAt: moment,
    });
    await enqueue(tx, { kind: 'end-upload', payload: { uploadId: id }, runAt: expiresAt });
    return id;
  });

export async function releaseStorage(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.delete(partUploads).where(eq(partUploads.id, id));
}

/** Releases what was set apart for an upload of which a file was made. */
export async function releaseUpload(ctx: UserCtx, key: string): Promise<void> {
  await ctx.db
    .delete(partUploads)
    .where(and(eq(partUploads.ownerId, ctx.viewer.id), eq(partUploads.key, key)));
}
