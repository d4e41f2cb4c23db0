import { and, eq } from 'drizzle-orm';
import type { FileView } from '#contract/core/schemas.ts';
import { limits } from '#config/limits.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../kernel/context.ts';
import { performers } from '../../db/schema/creators.ts';
import { files, type StoredRendition } from '../../db/schema/files.ts';
import { AppError, invalid } from '../../kernel/errors.ts';
import type { UploadedFile } from '../../kernel/uploaded-file.ts';
import { sniffImage } from '../../ports/image-format.ts';
import { sniffDocument } from '../../ports/media-format.ts';
import { type FileRow, fileView } from '../files/presenters.ts';
import { deleteFiles, insertFiles } from '../files/rows.ts';
import { removeObjects } from '../files/storing.ts';
import { objectKey } from '../files/media-addresses.ts';

const accepted = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
} as const;
type Format = keyof typeof accepted;

const unreadable = (field: string) => {
  const message = 'Send the document as a JPEG, PNG, WebP or PDF file.';
  return new AppError(422, 'unsupported_file', message, { errors: [{ field, message }] });
};

/**
 * The document's format by its first bytes, whatever its name or declared type.
 * @throws AppError 422 unless it is one of the four accepted formats.
 */
function formatOf({ field, head }: UploadedFile): Format {
  if (sniffDocument(head) === 'pdf') return 'pdf';
  try {
    const format = sniffImage(head);
    if (Object.hasOwn(accepted, format)) return format as Format;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  throw unreadable(field);
}

/** `side` is the form field (`idFront` or `idBack`), stored as the file's custom data. */
interface Prepared {
  readonly id: string;
  readonly side: string;
  readonly mime: string;
  readonly bytes: Uint8Array;
  readonly name: string;
}

async function prepare(ctx: Ctx, file: UploadedFile): Promise<Prepared> {
  if (file.size > limits.upload.documentBytes) {
    const message = `Send at most ${limits.upload.documentBytes / 1024 / 1024} MB per file.`;
    throw new AppError(413, 'too_large', message, { errors: [{ field: file.field, message }] });
  }
  // Assigned before anything is awaited, so that ids follow the form's order.
  const id = ctx.ports.ids();
  const format = formatOf(file);
  const bytes = await file.bytes();
  if (format !== 'pdf') await bound(ctx, bytes, file.field);
  return { id, side: file.field, mime: accepted[format], bytes, name: `document.${format}` };
}

/**
 * Applies the size limits of other images, because the reviewer's browser must decode it, even though it is
 * stored unchanged.
 * @throws AppError 422
 */
async function bound(ctx: Ctx, bytes: Uint8Array, field: string): Promise<void> {
  await ctx.ports.media.measure(bytes).catch((error: unknown) => {
    throw error instanceof AppError
      ? new AppError(error.status, error.code, error.message, { errors: [{ field, message: error.message }] })
      : error;
  });
}

/**
 * Documents whose objects are stored. `write` adds them to the database; `discard` removes them when that
 * fails.
 */
export interface StoredDocuments {
  write(tx: Ctx, ownerId: string): Promise<void>;
  discard(): Promise<void>;
}

/**
 * Checks and stores documents unchanged. They are evidence for the operator and never shown to other users.
 * Call it outside a transaction.
 */
export async function storeDocuments(ctx: Ctx, uploads: readonly UploadedFile[]): Promise<StoredDocuments> {
  const prepared = await Promise.all(uploads.map((file) => prepare(ctx, file)));
  const keys = prepared.map(({ id, name }) => objectKey(id, name));
  const discard = () => removeObjects(ctx, keys);
  const done = await Promise.allSettled(
    prepared.map(({ id, name, bytes, mime }) => ctx.ports.objects.put(objectKey(id, name), bytes, mime)),
  );
  const failed = done.find((result) => result.status === 'rejected');
  if (failed) {
    await discard();
    throw failed.reason;
  }
  return { discard, write: (tx, ownerId) => writeRows(tx, ownerId, prepared) };
}

async function writeRows(tx: Ctx, ownerId: string, prepared: readonly Prepared[]): Promise<void> {
  const moment = now(tx);
  const rows = prepared.map(({ id, side, mime, bytes, name }) => {
    const renditions: StoredRendition[] = [{ name, width: 0, height: 0, mime, bytes: bytes.byteLength }];
    return {
      id,
      ownerId,
      type: 'document',
      mime,
      bytes: bytes.byteLength,
      storageKey: `files/${id}`,
      renditions,
      customData: side,
      state: 'ready' as const,
      percent: 100,
      createdAt: moment,
      updatedAt: moment,
    };
  });
  await insertFiles(tx, rows);
}

const documentsOf = (ctx: Ctx, ownerId: string): Promise<FileRow[]> =>
  ctx.db
    .select()
    .from(files)
    .where(and(eq(files.ownerId, ownerId), eq(files.type, 'document')))
    .orderBy(files.createdAt, files.id);

export async function ownDocuments(ctx: UserCtx): Promise<FileView[]> {
  return (await documentsOf(ctx, ctx.viewer.id)).map((row) => fileView(ctx, row, { readable: true }));
}

/** Adds documents or replaces the given sides. A rejected profile goes back to pending approval. */
export async function replaceDocuments(ctx: UserCtx, uploads: readonly UploadedFile[]): Promise<FileView[]> {
  if (uploads.length === 0) throw invalid('idFront', 'Choose a file.');
  const stored = await storeDocuments(ctx, uploads);
  const sides = new Set(uploads.map(({ field }) => field));
  const replaced = await transaction(ctx, async (tx) => {
    // Of two concurrent uploads, the second waits here and then replaces the first.
    const mine = eq(performers.accountId, ctx.viewer.id);
    const [profile] = await tx.db
      .select({ verified: performers.verified })
      .from(performers)
      .where(mine)
      .for('update');
    const old = (await documentsOf(tx, ctx.viewer.id)).filter((row) => sides.has(row.customData ?? ''));
    await deleteFiles(
      tx,
      old.map(({ id }) => id),
    );
    await stored.write(tx, ctx.viewer.id);
    if (profile?.verified === 'rejected')
      await tx.db
        .update(performers)
        .set({ verified: 'pending', verifiedReason: null, updatedAt: now(tx) })
        .where(mine);
    return old;
  }).catch(async (error: unknown) => {
    await stored.discard();
    throw error;
  });
  await removeObjects(
    ctx,
    replaced.flatMap((row) => row.renditions.map(({ name }) => objectKey(row.id, name))),
  );
  return ownDocuments(ctx);
}
