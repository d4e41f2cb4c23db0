import { sql } from 'drizzle-orm';
import type { FileType } from '#contract/core/schemas.ts';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { files, type StoredRendition } from '../../../db/schema/files.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { detectImageFormat, sniffImage, unsupported } from '../../../ports/image-format.ts';
import {
  type DocumentFormat,
  type MediaFormat,
  documentMimes,
  isText,
  mediaFormats,
  sniffDocument,
  sniffMedia,
} from '../../../ports/media-format.ts';
import type { FileRow } from './presenters.ts';
import { removeObjects } from './storing.ts';
import { objectKey } from './media-addresses.ts';
import type { UploadedObject } from './upload-objects.ts';

/** `animation`: a picture that takes long to convert. */
type Kind = 'video' | 'audio' | 'animation' | 'document';
/** The format detected from a file's first bytes. */
interface Sniffed {
  readonly ending: string;
  readonly mime: string;
}

/**
 * Whether this is the upload itself, kept until the file is ready, or for good if nothing else is made of it.
 */
export const isOriginal = ({ name }: Pick<StoredRendition, 'name'>): boolean => name.startsWith('original.');

const wanted = { video: 'a video', audio: 'a sound recording' } as const;
const notForSale =
  'This file type isn’t supported. Upload a PDF, ZIP or EPUB, a picture, a video or a recording.';

const soundEndings: Readonly<Partial<Record<MediaFormat, string>>> = { webm: 'weba', mp4: 'm4a', mov: 'm4a' };
const fileEnding = (format: MediaFormat, kind: 'video' | 'audio'): string =>
  (kind === 'audio' ? soundEndings[format] : undefined) ?? format;

function knownRecording(head: Uint8Array, kind: 'video' | 'audio'): Sniffed | null {
  const format = sniffMedia(head);
  if (!format) return null;
  const mime = (mediaFormats[format] as { video?: string; audio?: string })[kind];
  return mime ? { mime, ending: fileEnding(format, kind) } : null;
}

/** What this certainly is instead of a recording; null if it may be one. */
function otherThing(head: Uint8Array): string | null {
  if (detectImageFormat(head)) return 'a picture';
  return sniffDocument(head) ? 'a document' : isText(head) ? 'a text' : null;
}

/** Whether ffmpeg can read it, only processing tells: it knows more formats than first bytes do. */
function sniffRecording(head: Uint8Array, kind: 'video' | 'audio'): Sniffed {
  const other = otherThing(head);
  if (other) throw unsupported(`This is ${other}. Upload ${wanted[kind]}.`);
  return knownRecording(head, kind) ?? { mime: `${kind}/x-unknown`, ending: 'bin' };
}

function sniffAnimation(head: Uint8Array): Sniffed {
  const format = sniffImage(head);
  return { mime: `image/${format}`, ending: format };
}

function sniffSold(head: Uint8Array): Sniffed {
  const document: DocumentFormat | null = sniffDocument(head);
  if (document) return { mime: documentMimes[document], ending: document };
  const picture = detectImageFormat(head);
  if (picture && picture !== 'heic')
    return { mime: `image/${picture}`, ending: picture === 'jpeg' ? 'jpg' : picture };
  const recording = knownRecording(head, 'video') ?? knownRecording(head, 'audio');
  if (!recording) throw unsupported(notForSale);
  return recording;
}

/**
 * Detects the format, whatever the name and declared type say.
 * @throws AppError 422 `unsupported_file`
 */
function sniff(head: Uint8Array, kind: Kind): Sniffed {
  if (kind === 'document') return sniffSold(head);
  return kind === 'animation' ? sniffAnimation(head) : sniffRecording(head, kind);
}

/**
 * Refuses what is certainly no recording, or isn't a file for sale, by its first bytes.
 * @throws AppError 422 `unsupported_file`
 */
export const checkFormat = ({ head }: Pick<UploadedObject, 'head'>, kind: Kind): void =>
  void sniff(head, kind);

/**
 * A file name that is safe in a header and on disk: no folders, and only letters, digits, dots, dashes, and
 * spaces.
 */
export function harmlessName(name: string | null, ending: string): string | null {
  const stem = (name ?? '')
    .normalize('NFC')
    .split(/[/\\]/)
    .at(-1)
    ?.replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .trim()
    .slice(0, 80);
  return stem ? `${stem}.${ending}` : null;
}

/** What is known of a recording before it is processed, which finds out more if the host can. */
export interface KnownBefore {
  /** In seconds. */
  readonly duration: number | null;
  /** From 0 to 100. */
  readonly peaks: number[] | null;
}

export interface NewRecording {
  readonly object: UploadedObject;
  readonly kind: Kind;
  readonly type: FileType;
  readonly ownerId: string;
  readonly alt?: string | null | undefined;
  readonly customData?: string | null | undefined;
  readonly known?: KnownBefore | undefined;
}

/** Has no dedupe key: retrying a file while its failed job is being finished must add a new one. */
export const processingJob = (fileId: string) => ({ kind: 'process-file', payload: { fileId } }) as const;

/**
 * Stores a video, audio file, animation, or file for sale and writes its row. Files for sale are ready; all others are
 * `queued`, in the same transaction as their processing job. Call it outside a transaction.
 * @throws AppError 422 `unsupported_file` with the reason, 507 `storage_full`.
 */
export async function storeRecording(
  ctx: Ctx,
  { object, kind, type, ownerId, alt, customData, known }: NewRecording,
): Promise<FileRow> {
  const { mime, ending } = sniff(object.head, kind);
  const id = ctx.ports.ids();
  const original: StoredRendition = {
    name: `original.${ending}`,
    width: 0,
    height: 0,
    mime,
    bytes: object.size,
  };
  const key = objectKey(id, original.name);
  await object.saveAs(key, mime);
  const moment = now(ctx);
  const values = {
    id,
    ownerId,
    type,
    mime,
    bytes: object.size,
    alt: alt || null,
    duration: known?.duration ?? null,
    peaks: known?.peaks ? (sql`${JSON.stringify(known.peaks)}::jsonb` as never) : null,
    customData: customData ?? null,
    storageKey: `files/${id}`,
    renditions: sql`${JSON.stringify([original])}::jsonb`,
    originalName: kind === 'document' ? harmlessName(object.name, ending) : null,
    ...(kind === 'document' ? { state: 'ready' as const, percent: 100 } : { state: 'queued' as const }),
    createdAt: moment,
    updatedAt: moment,
  };
  try {
    return await transaction(ctx, async (tx) => {
      const [written] = await tx.db.insert(files).values(values).returning();
      if (kind !== 'document') await enqueue(tx, processingJob(id));
      return written as FileRow;
    });
  } catch (error) {
    await removeObjects(ctx, [key]).catch(() => {});
    throw error;
  }
}
