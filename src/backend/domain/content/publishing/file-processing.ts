import { and, eq, sql } from 'drizzle-orm';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { files, type StoredRendition } from '../../../db/schema/files.ts';
import { AppError } from '../../../kernel/errors.ts';
import { rooms } from '../../../kernel/hub.ts';
import type { JobRun } from '../../../kernel/job-payloads.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { pictureHash } from '../../../kernel/picture-hash.ts';
import { HEAD_BYTES, sniffMedia } from '../../../ports/media-format.ts';
import type {
  MediaSource,
  MediaTask,
  ProcessedImage,
  ProcessedMedia,
  SavedRendition,
} from '../../../ports/media-processor.ts';
import { captionsMime } from '../../base/files/caption-files.ts';
import { kindOfFile } from '../../base/files/claims.ts';
import { onFileSettled } from './on-file-ready.ts';
import type { FileRow } from '../../base/files/presenters.ts';
import { checkAtWriting, unlessRemoved } from '../../base/files/returning-pictures.ts';
import { distinct, photoWidths, removeObjects } from '../../base/files/storing.ts';
import { objectKey } from '../../base/files/media-addresses.ts';
import { isOriginal } from '../../base/files/recordings.ts';
import { type Origin, findOrigin } from '../../base/files/teasers.ts';

/** Widths of a poster, in pixels. */
const posterWidths = [320, 640, 1280] as const;
/** After this many attempts cut short by the end of their process, the file is assumed to be the cause. */
const mostAttempts = 4;
const PROGRESS_EVERY_MS = 1_500;
const notProcessed = 'This file couldn’t be processed. Try again, or upload it in another format.';

const emitState = (
  ctx: Ctx,
  { id, ownerId }: Pick<FileRow, 'id' | 'ownerId'>,
  { state, percent }: Pick<FileRow, 'state' | 'percent'>,
): void => ctx.emit(rooms.account(ownerId), 'file/state', { fileId: id, state, percent });

/** Marks a file as processing; null when there is nothing left to do. */
const begin = (ctx: Ctx, fileId: string): Promise<FileRow | null> =>
  transaction(ctx, async (tx) => {
    const [row] = await tx.db.select().from(files).where(eq(files.id, fileId)).for('no key update');
    if (!row || (row.state !== 'queued' && row.state !== 'processing')) return null;
    await tx.db
      .update(files)
      .set({ state: 'processing', percent: 0, reason: null, updatedAt: now(tx) })
      .where(eq(files.id, fileId));
    emitState(tx, row, { state: 'processing', percent: 0 });
    return row;
  });

/** Returns a function that reports progress a few times a minute; late or lower values are ignored. */
function createProgressReport(ctx: Ctx, row: FileRow): (percent: number) => void {
  let [last, reportedAt] = [0, 0];
  return (given) => {
    const percent = Math.min(99, Math.floor(given));
    const moment = Date.now();
    if (percent <= last || moment - reportedAt < PROGRESS_EVERY_MS) return;
    [last, reportedAt] = [percent, moment];
    const mine = and(eq(files.id, row.id), eq(files.state, 'processing'));
    ctx.db
      .update(files)
      .set({ percent })
      .where(mine)
      .then(
        () => emitState(ctx, row, { state: 'processing', percent }),
        () => {},
      );
  };
}

async function openSource(ctx: Ctx, { fileId, rendition }: Origin): Promise<MediaSource> {
  const open = async (range?: { start: number; end?: number }) => {
    const object = await ctx.ports.objects.get(objectKey(fileId, rendition.name), range);
    if (!object)
      throw new AppError(422, 'unsupported_file', 'What was uploaded isn’t there anymore. Upload it again.');
    return object.body;
  };
  const head = new Uint8Array(
    await new Response(
      (await open({ start: 0, end: HEAD_BYTES - 1 })) as ReadableStream<Uint8Array<ArrayBuffer>>,
    ).arrayBuffer(),
  );
  return { format: sniffMedia(head), bytes: rendition.bytes, open };
}

interface Made {
  readonly renditions: StoredRendition[];
  /** What is written into the row besides them. */
  readonly about: Pick<
    typeof files.$inferInsert,
    'asUploaded' | 'mime' | 'width' | 'height' | 'duration' | 'peaks' | 'placeholder' | 'pictureHash'
  >;
}

const storeAll = async (ctx: Ctx, row: FileRow, pictures: ProcessedImage['renditions']): Promise<void> => {
  for (const { name, mime, bytes } of pictures)
    await ctx.ports.objects.put(objectKey(row.id, name), bytes, mime);
};

/** Converts an animation, whose upload is stored. */
async function makeAnimation(
  ctx: Ctx,
  row: FileRow,
  { source, signal }: { source: MediaSource; signal: AbortSignal },
): Promise<Made> {
  const body = (await source.open()) as ReadableStream<Uint8Array<ArrayBuffer>>;
  // On a server `Response` is Hono's, which has no `bytes()`.
  const bytes = new Uint8Array(await new Response(body).arrayBuffer());
  const picture = await ctx.ports.media.image(bytes, { widths: photoWidths, signal });
  const { mime, width, height, placeholder, luma } = picture;
  const renditions = distinct(picture.renditions);
  await storeAll(ctx, row, renditions);
  return {
    renditions: renditions.map((each) => ({ ...each, bytes: each.bytes.byteLength })),
    about: { mime, width, height, placeholder, pictureHash: pictureHash(luma) },
  };
}

const aboutRecording = (row: FileRow, media: ProcessedMedia): Made['about'] => ({
  asUploaded: media.asUploaded,
  mime: media.renditions[0]?.mime ?? row.mime,
  width: media.width,
  height: media.height,
  duration: media.duration ?? row.duration,
  peaks: media.peaks ?? row.peaks,
  placeholder: media.poster?.placeholder ?? null,
  pictureHash: media.poster ? pictureHash(media.poster.luma) : null,
});

/**
 * Processes a file and stores the results under the file's keys. The names are always the same, so repeating
 * it leaves nothing behind.
 */
async function makeFrom(
  ctx: Ctx,
  row: FileRow,
  { origin, signal }: { origin: Origin; signal: AbortSignal },
): Promise<Made> {
  const source = await openSource(ctx, origin);
  if (kindOfFile(row) === 'image') return makeAnimation(ctx, row, { source, signal });
  const keep = ({ name, mime }: SavedRendition, body: Uint8Array | ReadableStream<Uint8Array>) =>
    ctx.ports.objects.put(objectKey(row.id, name), body, mime);
  const work: MediaTask = {
    widths: posterWidths,
    cut: origin.cut,
    maxSeconds: row.type === 'message-audio' ? (await ctx.settings.all()).voiceMessageSeconds : undefined,
    signal,
    progress: createProgressReport(ctx, row),
    keep,
  };
  const media = await (kindOfFile(row) === 'audio'
    ? ctx.ports.media.audio(source, work)
    : ctx.ports.media.video(source, work));
  const pictures = media.poster?.renditions ?? [];
  await storeAll(ctx, row, pictures);
  const made =
    media.renditions.length > 0
      ? media.renditions
      : [{ ...origin.rendition, width: media.width ?? 0, height: media.height ?? 0 }];
  return {
    renditions: [
      ...pictures.map(({ bytes, ...picture }) => ({ ...picture, bytes: bytes.byteLength })),
      ...made,
    ],
    about: aboutRecording(row, media),
  };
}

const isRefusal = (error: unknown): error is AppError => error instanceof AppError && error.status === 422;
const isSame = (a: Origin, b: Origin): boolean =>
  a.fileId === b.fileId && a.rendition.name === b.rendition.name;

/**
 * The video a teaser is cut from may finish processing meanwhile, which deletes its original. The teaser is
 * then cut from the new rendition.
 */
async function make(ctx: Ctx, row: FileRow, signal: AbortSignal): Promise<Made> {
  const origin = await findOrigin(ctx, row);
  try {
    return await makeFrom(ctx, row, { origin, signal });
  } catch (error) {
    if (signal.aborted || !isRefusal(error)) throw error;
    const now = await findOrigin(ctx, row);
    if (isSame(now, origin)) throw error;
    return await makeFrom(ctx, row, { origin: now, signal });
  }
}

const renditionKeys = (id: string, renditions: readonly StoredRendition[]): string[] =>
  renditions.map(({ name }) => objectKey(id, name));

type Word = Partial<typeof files.$inferInsert> & { readonly dropped?: readonly StoredRendition[] };
/**
 * Writes the file's final state and deletes dropped renditions. `other`: another process was first. `gone`:
 * the file no longer exists.
 * @throws AppError 422 `removed_picture` for a poster that was removed before.
 */
const settle = (
  ctx: Ctx,
  row: FileRow,
  { dropped = [], ...values }: Word,
): Promise<'settled' | 'other' | 'gone'> =>
  transaction(ctx, async (tx) => {
    const [current] = await tx.db
      .select({ state: files.state })
      .from(files)
      .where(eq(files.id, row.id))
      .for('no key update');
    if (!current) return 'gone';
    if (current.state !== 'processing') return 'other';
    await tx.db
      .update(files)
      .set({ ...values, updatedAt: now(tx) })
      .where(eq(files.id, row.id));
    await onFileSettled(tx, row.id);
    if (dropped.length > 0)
      await enqueue(tx, { kind: 'remove-objects', payload: { keys: renditionKeys(row.id, dropped) } });
    emitState(tx, row, { state: values.state ?? row.state, percent: values.percent ?? 0 });
    await checkAtWriting(tx, values.pictureHash ?? null);
    return 'settled';
  });

async function finish(ctx: Ctx, row: FileRow, { about, renditions }: Made): Promise<void> {
  const dropped = row.renditions.filter(
    (original) => isOriginal(original) && !renditions.some(({ name }) => name === original.name),
  );
  const values = {
    state: 'ready' as const,
    percent: 100,
    reason: null,
    ...about,
    bytes: Math.max(...renditions.map(({ bytes }) => bytes)),
    // Keep captions that were added in the meantime.
    renditions:
      sql`${JSON.stringify(renditions)}::jsonb || coalesce((SELECT jsonb_agg(r) FROM jsonb_array_elements(${files.renditions}) AS r WHERE r ->> 'mime' = ${captionsMime}), '[]'::jsonb)` as never,
  };
  const poster = { hash: about.pictureHash ?? null, accountId: row.ownerId };
  const outcome = await unlessRemoved(ctx, poster, () => settle(ctx, row, { ...values, dropped }));
  if (outcome === 'gone') await removeObjects(ctx, renditionKeys(row.id, [...row.renditions, ...renditions]));
}

/**
 * The job that processes a file until it is ready, or failed with a reason. The upload is kept until it is
 * ready, so that a failed one can be retried. It may be restarted at any time and run in two processes at
 * once; the first to write the final state wins.
 */
export async function processFile(
  ctx: Ctx,
  { fileId }: { fileId: string },
  { attempt, signal }: JobRun,
): Promise<void> {
  const row = await begin(ctx, fileId);
  if (!row) return;
  const fail = (reason: string, dropped: readonly StoredRendition[] = []) =>
    settle(ctx, row, { state: 'failed', percent: 0, reason, dropped });
  const made: StoredRendition[] = [];
  if (attempt > mostAttempts) return void (await fail(notProcessed));
  try {
    const result = await make(ctx, row, signal);
    made.push(...result.renditions.filter(({ name }) => !row.renditions.some((kept) => kept.name === name)));
    await finish(ctx, row, result);
  } catch (error) {
    if (signal.aborted || !isRefusal(error)) throw error;
    await fail(error.message, made);
  }
}
