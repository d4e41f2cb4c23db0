import { and, eq, isNull, sql } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import type { UploadType } from '#config/upload-types.ts';
import type { PartUpload } from '#contract/base/files.ts';
import { partUploads } from '../../../db/schema/files.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { limitRate } from '../../../kernel/rate-limit.ts';
import type { PartsOf } from '../../../ports/ports.ts';
import { partKey, uploadAddress } from './media-addresses.ts';
import { checkQuota } from './storage-quota.ts';
import { removeObjects } from './storing.ts';
import { SIGNED_SECONDS, later, objectName } from './upload-names.ts';
import { tooLarge } from './upload-objects.ts';

/* Large files arrive in parts, each with a signed URL of its own. S3 puts them together itself. Elsewhere they are
   objects of their own, joined when the last one has arrived. What is joined is under the key that a whole upload
   would have, so `POST /files` and the calls that take `filename` and `path` don't know the difference. */

type Row = typeof partUploads.$inferSelect;

const partCount = ({ bytes, partBytes }: Pick<Row, 'bytes' | 'partBytes'>): number =>
  Math.ceil(bytes / partBytes);
const bytesOfPart = (row: Pick<Row, 'bytes' | 'partBytes'>, number: number): number =>
  number < partCount(row) ? row.partBytes : row.bytes - row.partBytes * (partCount(row) - 1);
const keyFilename = ({ key }: Pick<Row, 'key'>): string => key.split('/').at(-1) ?? '';
const partKeys = (row: Pick<Row, 'id' | 'bytes' | 'partBytes'>): string[] =>
  Array.from({ length: partCount(row) }, (_, index) => partKey(row.id, index + 1));

/** The upload as the object store knows it; null where its parts are objects of their own. */
const inStore = ({ key, storeId }: Row): PartsOf | null => (storeId === null ? null : { key, storeId });

const toPartUpload = (row: Row, received: readonly number[]): PartUpload => ({
  _id: row.id,
  filename: keyFilename(row),
  path: row.key,
  bytes: row.bytes,
  partBytes: row.partBytes,
  received: received.toSorted((a, b) => a - b),
  finished: row.finishedAt !== null,
  expiresAt: row.expiresAt.toISOString(),
});

const everyPart = (row: Row): number[] => Array.from({ length: partCount(row) }, (_, index) => index + 1);

async function loadReceived(ctx: Ctx, row: Row): Promise<number[]> {
  if (row.finishedAt) return everyPart(row);
  const upload = inStore(row);
  if (!upload) return row.received;
  const parts = (await ctx.ports.objects.multipart?.received(upload)) ?? [];
  return parts.flatMap(({ number, bytes }) => (bytes === bytesOfPart(row, number) ? [number] : []));
}

async function mine(ctx: UserCtx, id: string): Promise<Row> {
  const [row] = await ctx.db
    .select()
    .from(partUploads)
    .where(and(eq(partUploads.id, id), eq(partUploads.ownerId, ctx.viewer.id)));
  // Expired, it is deleted by a job within minutes.
  if (!row || row.expiresAt <= now(ctx)) throw notFound();
  return row;
}

/** The most that this account may upload of a type. */
const largestUpload = ({ viewer }: UserCtx, fileType: UploadType): number =>
  fileType.startsWith('image/')
    ? limits.upload.imageBytes
    : viewer.isPerformer
      ? limits.upload.largestBytes
      : limits.upload.videoBytes;

async function boundUnfinished(tx: UserCtx, bytes: number): Promise<void> {
  const open = and(eq(partUploads.ownerId, tx.viewer.id), isNull(partUploads.finishedAt));
  const [sum] = await tx.db
    .select({ bytes: sql<string>`coalesce(sum(${partUploads.bytes}), 0)` })
    .from(partUploads)
    .where(open);
  if (Number(sum?.bytes) + bytes > limits.upload.unfinishedBytes)
    throw conflict(
      'You have too many unfinished uploads. Finish or cancel them, or wait: they are deleted after two days.',
    );
}

/** @throws AppError 409, 413, 422, 429 */
export async function beginUpload(
  ctx: UserCtx,
  { fileName, fileType, fileSize }: ParsedInput<'POST /uploads'>['body'],
): Promise<PartUpload> {
  await limitRate(ctx, `upload-sign:${ctx.viewer.id}`, { max: 200, seconds: 3600 });
  const key = `uploads/${ctx.viewer.id}/${objectName(ctx, fileName, fileType)}`;
  const most = largestUpload(ctx, fileType);
  if (fileSize > most) throw tooLarge(most);
  await boundUnfinished(ctx, fileSize);
  const storeId = (await ctx.ports.objects.multipart?.begin(key, fileType)) ?? null;
  return transaction(ctx, async (tx) => {
    await checkQuota(tx, { bytes: fileSize });
    const id = tx.ports.ids();
    const expiresAt = later(tx, limits.upload.unfinishedMs);
    const [row] = await tx.db
      .insert(partUploads)
      .values({
        id,
        ownerId: tx.viewer.id,
        key,
        mime: fileType,
        bytes: fileSize,
        partBytes: limits.upload.partBytes,
        storeId,
        expiresAt,
        createdAt: now(tx),
      })
      .returning();
    await enqueue(tx, { kind: 'end-upload', payload: { uploadId: id }, runAt: expiresAt });
    return toPartUpload(row as Row, []);
  });
}

export async function uploadState(ctx: UserCtx, id: string): Promise<PartUpload> {
  const row = await mine(ctx, id);
  return toPartUpload(row, await loadReceived(ctx, row));
}

/** Signs the PUT of one part. A part that has arrived can be sent again until the upload is finished. */
export async function signPart(ctx: UserCtx, id: string, number: number) {
  await limitRate(ctx, `upload-part:${ctx.viewer.id}`, { max: 6_000, seconds: 3600 });
  const row = await mine(ctx, id);
  if (row.finishedAt) throw conflict('This upload is finished.');
  if (number > partCount(row)) throw invalid('number', `This upload has ${partCount(row)} parts.`);
  const bytes = bytesOfPart(row, number);
  const expires = Math.floor(now(ctx).getTime() / 1000) + SIGNED_SECONDS;
  const upload = inStore(row);
  const direct =
    upload &&
    (await ctx.ports.objects.multipart?.signPart({ ...upload, number, bytes, seconds: SIGNED_SECONDS }));
  return {
    url:
      direct ??
      uploadAddress(ctx, { key: partKey(id, number), mime: row.mime, maxBytes: bytes, exact: true, expires }),
    bytes,
    expiresAt: new Date(expires * 1000).toISOString(),
  };
}

/**
 * Records that a part has been stored. False when its upload was finished, canceled or has expired meanwhile; the
 * caller then removes the part.
 */
export async function partArrived(
  db: Ctx['db'],
  { uploadId, number }: { uploadId: string; number: number },
): Promise<boolean> {
  const done = await db
    .update(partUploads)
    .set({
      received: sql`CASE WHEN ${number} = ANY(${partUploads.received}) THEN ${partUploads.received} ELSE array_append(${partUploads.received}, ${number}) END`,
    })
    .where(and(eq(partUploads.id, uploadId), isNull(partUploads.finishedAt)))
    .returning({ id: partUploads.id });
  return done.length > 0;
}

/** The parts one after the other, each opened when the one before has been read. */
function joined(ctx: Ctx, keys: readonly string[]): ReadableStream<Uint8Array> {
  const read = async function* () {
    for (const key of keys) {
      const part = await ctx.ports.objects.get(key);
      if (!part) throw notFound();
      yield* part.body as unknown as AsyncIterable<Uint8Array>;
    }
  };
  const chunks = read();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void chunks.return(undefined),
    },
    { highWaterMark: 0 },
  );
}

/** Whether the joined object is there, which a call that was cut off may have left. */
async function isJoined(ctx: Ctx, { key, bytes }: Row): Promise<boolean> {
  const object = await ctx.ports.objects.get(key, { start: 0, end: 0 });
  await object?.body.cancel();
  return object?.total === bytes;
}

async function join(ctx: Ctx, row: Row): Promise<void> {
  const upload = inStore(row);
  const work = upload
    ? ctx.ports.objects.multipart?.finish(upload)
    : ctx.ports.objects.put(row.key, joined(ctx, partKeys(row)), row.mime);
  const failed = await Promise.resolve(work).then(
    (done) => (done === false ? notFound() : null),
    (error: unknown) => error as Error,
  );
  // Sent twice because the first answer was lost: the other call has joined them, and removed the parts.
  if (failed && !(await isJoined(ctx, row))) throw failed;
}

/** @throws AppError 404, 409 while parts are missing, 507 `storage_full` */
export async function finishUpload(ctx: UserCtx, id: string): Promise<PartUpload> {
  const row = await mine(ctx, id);
  if (row.finishedAt) return toPartUpload(row, everyPart(row));
  const received = await loadReceived(ctx, row);
  if (received.length < partCount(row) && !(await isJoined(ctx, row)))
    throw conflict(`${partCount(row) - received.length} parts haven’t arrived yet.`);
  await join(ctx, row);
  const done = await transaction(ctx, async (tx) => {
    const [written] = await tx.db
      .update(partUploads)
      .set({ finishedAt: now(tx) })
      .where(eq(partUploads.id, id))
      .returning();
    if (written && written.storeId === null)
      await enqueue(tx, { kind: 'remove-objects', payload: { keys: partKeys(row) } });
    return written;
  });
  // Canceled meanwhile.
  if (!done) throw notFound();
  return toPartUpload(done, everyPart(done));
}

export async function cancelUpload(ctx: UserCtx, id: string): Promise<void> {
  await endUpload(ctx, (await mine(ctx, id)).id);
}

/** Deletes an upload, finished or not. A file that was made of it has a copy of its own. */
export async function endUpload(ctx: Ctx, id: string): Promise<void> {
  const [row] = await ctx.db.select().from(partUploads).where(eq(partUploads.id, id));
  if (!row) return;
  const upload = inStore(row);
  if (upload) await ctx.ports.objects.multipart?.abort(upload);
  // The row goes last, so that a failure is tried again; a part that arrives meanwhile removes itself.
  await removeObjects(ctx, [row.key, ...(upload ? [] : partKeys(row))]);
  await ctx.db.delete(partUploads).where(eq(partUploads.id, id));
}

/** Deletes all uploads of an account in parts. */
export async function endUploads(ctx: Ctx, accountId: string): Promise<void> {
  const rows = await ctx.db
    .select({ id: partUploads.id })
    .from(partUploads)
    .where(eq(partUploads.ownerId, accountId));
  for (const { id } of rows) await endUpload(ctx, id);
}
