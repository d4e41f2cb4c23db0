import { and, asc, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import type { FileView } from '#contract/core/schemas.ts';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { documents } from '../../../db/schema/files.ts';
import { AppError, type FieldError } from '../../../kernel/errors.ts';
import type { JobRun } from '../../../kernel/job-payloads.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { open, openObject, seal, sealObject, siteSeal } from '../../../kernel/sealing.ts';
import type { UploadedFile } from '../../../kernel/uploaded-file.ts';
import { sniffImage } from '../../../ports/image-format.ts';
import { sniffDocument } from '../../../ports/media-format.ts';
import { objectKey } from './media-addresses.ts';
import { removeObjects } from './storing.ts';

/* Documents are evidence for the operator. Each is encrypted with a key of its own and stored under a prefix
   that no media URL leads to; they are never shown to anyone else, not even to whoever sent them. */

export type DocumentRow = typeof documents.$inferSelect;

const accepted = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
} as const;
type Format = keyof typeof accepted;

const documentKey = (id: string): string => `documents/${id}`;
const documentSeal = (ctx: Ctx, id: string) => siteSeal(ctx, { purpose: 'documents', about: id });

/** The ending of a document's name. */
export const nameEnding = ({ mime }: Pick<DocumentRow, 'mime'>): string => mime.split('/')[1] ?? '';
/** Where earlier versions stored a document, unencrypted. */
const plainKey = (row: Pick<DocumentRow, 'id' | 'mime'>): string =>
  objectKey(row.id, `document.${nameEnding(row)}`);

const unreadable = (field: string) => {
  const message = 'Send the document as a JPEG, PNG, WebP or PDF file.';
  return new AppError(422, 'unsupported_file', message, { errors: [{ field, message }] });
};

/**
 * The document's format by its first bytes, whatever its name or declared type.
 * @throws AppError 422 unless it is one of the four accepted formats.
 */
function detectFormat({ field, head }: UploadedFile): Format {
  if (sniffDocument(head) === 'pdf') return 'pdf';
  try {
    const format = sniffImage(head);
    if (Object.hasOwn(accepted, format)) return format as Format;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  throw unreadable(field);
}

/** What is wrong with documents as far as their size and first bytes tell, to be told with other errors. */
export const documentErrors = (files: readonly UploadedFile[]): FieldError[] =>
  files.flatMap((file) => {
    try {
      checkSize(file);
      detectFormat(file);
      return [];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return [{ field: file.field, message: error.message }];
    }
  });

/** @throws AppError 413 */
function checkSize({ field, size }: UploadedFile): void {
  if (size <= limits.upload.documentBytes) return;
  const message = `A file can be up to ${limits.upload.documentBytes / 1024 / 1024} MB.`;
  throw new AppError(413, 'too_large', message, { errors: [{ field, message }] });
}

interface Prepared {
  readonly id: string;
  readonly side: string;
  readonly mime: string;
  readonly bytes: Uint8Array;
}

async function prepare(ctx: Ctx, file: UploadedFile): Promise<Prepared> {
  checkSize(file);
  // Assigned before anything is awaited, so that ids follow the form's order.
  const id = ctx.ports.ids();
  const format = detectFormat(file);
  const bytes = await file.bytes();
  if (format !== 'pdf') await bound(ctx, bytes, file.field);
  return { id, side: file.field, mime: accepted[format], bytes };
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

/** Stores the encrypted object and returns its key. */
async function putSealed(ctx: Ctx, { id, bytes }: Pick<Prepared, 'id' | 'bytes'>): Promise<string> {
  const sealed = await sealObject(documentSeal(ctx, id), bytes);
  await ctx.ports.objects.put(documentKey(id), sealed.bytes, 'application/octet-stream');
  return sealed.sealedKey;
}

/**
 * Documents whose objects are stored. `write` adds them to the database; `discard` removes them when that
 * fails.
 */
export interface StoredDocuments {
  /** In the order of the form. */
  readonly ids: readonly string[];
  write(tx: Ctx, ownerId: string): Promise<void>;
  discard(): Promise<void>;
}

/** Checks documents, and stores them encrypted but otherwise unchanged. Call it outside a transaction. */
export async function storeDocuments(ctx: Ctx, uploads: readonly UploadedFile[]): Promise<StoredDocuments> {
  const prepared = await Promise.all(uploads.map((file) => prepare(ctx, file)));
  const ids = prepared.map(({ id }) => id);
  const discard = () => removeObjects(ctx, ids.map(documentKey));
  const done = await Promise.allSettled(prepared.map((each) => putSealed(ctx, each)));
  const failed = done.find((result) => result.status === 'rejected');
  if (failed) {
    await discard();
    throw failed.reason;
  }
  const keys = done.map((result) => (result.status === 'fulfilled' ? result.value : ''));
  const write = async (tx: Ctx, ownerId: string) => {
    const createdAt = now(tx);
    const rows = prepared.map(({ id, side, mime, bytes }, index) => ({
      id,
      ownerId,
      side,
      mime,
      bytes: bytes.byteLength,
      sealedKey: keys[index] ?? null,
      createdAt,
    }));
    if (rows.length > 0) await tx.db.insert(documents).values(rows);
  };
  return { ids, discard, write };
}

/** A document as its owner sees it: that it exists. It has no URL. */
export const documentView = ({ id, mime, bytes }: DocumentRow): FileView => ({
  _id: id,
  type: 'document',
  mime,
  state: 'ready',
  percent: 100,
  reason: null,
  bytes,
  width: null,
  height: null,
  duration: null,
  alt: null,
  placeholder: null,
  url: null,
  sizes: [],
  sources: [],
  peaks: null,
  asUploaded: true,
  thumbnails: [],
});

async function read(ctx: Ctx, key: string): Promise<Uint8Array> {
  const object = await ctx.ports.objects.get(key);
  if (!object) throw new AppError(404, 'not_found', `The document is missing from storage (${key}).`);
  return new Uint8Array(await new Response(object.body as BodyInit).arrayBuffer());
}

/**
 * A document's own bytes. Only for the operator, and noted in the audit log by the caller.
 * @throws AppError 404 if the object is missing, 409 if no known secret decrypts it
 */
export async function readDocument(ctx: Ctx, row: DocumentRow): Promise<Uint8Array> {
  const { id, sealedKey } = row;
  if (sealedKey === null) return read(ctx, plainKey(row));
  const bytes = await read(ctx, documentKey(id));
  return openObject(documentSeal(ctx, id), { sealedKey, bytes }).catch(() => {
    throw new AppError(
      409,
      'conflict',
      'The document can’t be decrypted with the site’s secret. If the secret was changed, give the previous one as SECRET_PREVIOUS.',
    );
  });
}

/** Notes that the operator approved documents now. */
export async function markApproved(tx: Ctx, rows: readonly Pick<DocumentRow, 'id'>[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await tx.db
    .update(documents)
    .set({ approvedAt: now(tx) })
    .where(inArray(documents.id, ids));
}

/** Deletes documents: their rows now, their objects by a job after the commit. */
export async function removeDocuments(
  tx: Ctx,
  rows: readonly Pick<DocumentRow, 'id' | 'mime'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.db.delete(documents).where(
    inArray(
      documents.id,
      rows.map(({ id }) => id),
    ),
  );
  const keys = rows.flatMap((row) => [documentKey(row.id), plainKey(row)]);
  await enqueue(tx, { kind: 'remove-objects', payload: { keys } });
}

const atOnce = 100;

/** Encrypts documents that an earlier version stored as they were. */
export async function sealPlainDocuments(ctx: Ctx, _payload: unknown, { signal }: JobRun): Promise<void> {
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await ctx.db
      .select()
      .from(documents)
      .where(and(isNull(documents.sealedKey), gt(documents.id, last)))
      .orderBy(asc(documents.id))
      .limit(atOnce);
    for (const row of rows) {
      // Never two processes at once: the object has to be the one that the stored key opens.
      signal.throwIfAborted();
      await sealPlain(ctx, row);
    }
    const end = rows.at(-1)?.id;
    if (end === undefined) return;
    last = end;
  }
}

async function sealPlain(ctx: Ctx, row: DocumentRow): Promise<void> {
  const bytes = await read(ctx, plainKey(row)).catch((error: unknown) => {
    ctx.ports.log.warn('A document could not be encrypted.', { document: row.id, error: String(error) });
    return null;
  });
  if (!bytes) return;
  const sealedKey = await putSealed(ctx, { id: row.id, bytes });
  await transaction(ctx, async (tx) => {
    const [written] = await tx.db
      .update(documents)
      .set({ sealedKey })
      .where(eq(documents.id, row.id))
      .returning({ id: documents.id });
    // A document that was replaced meanwhile leaves nothing behind.
    const keys = written ? [plainKey(row)] : [plainKey(row), documentKey(row.id)];
    await enqueue(tx, { kind: 'remove-objects', payload: { keys } });
  });
}

/** Encrypts the keys of documents with the present secret. Returns how many, and which none can decrypt. */
export async function renewDocumentKeys(
  tx: Ctx,
): Promise<{ renewed: number; current: number; unreadable: string[] }> {
  const counted = { renewed: 0, current: 0, unreadable: [] as string[] };
  const rows = await tx.db
    .select({ id: documents.id, sealedKey: documents.sealedKey })
    .from(documents)
    .where(isNotNull(documents.sealedKey))
    .orderBy(asc(documents.id))
    .for('update');
  for (const { id, sealedKey } of rows) {
    const found = await open(documentSeal(tx, id), sealedKey ?? '').catch(() => null);
    if (!found) counted.unreadable.push(id);
    else if (found.isCurrent) counted.current += 1;
    else {
      const again = await seal(documentSeal(tx, id), found.plain);
      await tx.db.update(documents).set({ sealedKey: again }).where(eq(documents.id, id));
      counted.renewed += 1;
    }
  }
  return counted;
}
