import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { limits } from '#config/limits.ts';
import { unsupported } from '../../ports/image-format.ts';
import type { SavedRendition, MediaSource, MediaTask, ProcessedImage } from '../../ports/media-processor.ts';
import type { MediaFormat } from '../../ports/media-format.ts';
import { readHeader } from '../../ports/recording-header.ts';
import { MediaError, TooSlow, type Tools } from './ffmpeg.ts';

/** Everything needed to process one video or audio file. */
export interface ProcessingContext {
  readonly tools: Tools;
  /** Its own folder, deleted afterward. */
  readonly folder: string;
  readonly source: MediaSource;
  readonly work: MediaTask;
  readonly image: (bytes: Uint8Array) => Promise<ProcessedImage>;
}

const dayMs = 24 * 60 * 60_000;
export const sourceFile = 'source';

/** Deletes what killed processes left behind. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < Date.now() - dayMs) await rm(path, { recursive: true, force: true });
  }
}

export const reasons = {
  damaged: 'It’s damaged or incomplete. Save it again and upload that.',
  unreadable: 'This file is in a format we can’t read. Save it in another one, such as MP4, and upload that.',
  failed: 'We couldn’t convert this file. Save it in another format, such as MP4, and upload that.',
  slow: 'It took too long to process. Make it shorter or smaller and upload it again.',
};
export const tooLong = `This is longer than ${limits.upload.recordingSeconds / 3600} hours, the most we take.`;

interface Place {
  readonly parent: string;
  readonly source: MediaSource;
  readonly signal: AbortSignal;
}

/**
 * Runs `work` in a new folder that contains the source. An ffmpeg error about the file becomes a readable
 * refusal.
 * @throws AppError 422 `unsupported_file`
 */
export async function withProcessingContext<T>(
  { parent, source, signal }: Place,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  await mkdir(parent, { recursive: true });
  await sweep(parent);
  const folder = await mkdtemp(join(parent, 'recording-'));
  try {
    await pipeline(
      Readable.fromWeb((await source.open()) as NodeReadableStream),
      createWriteStream(join(folder, sourceFile)),
      { signal },
    );
    return await work(folder);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof MediaError) throw unsupported(reasons.failed);
    throw error instanceof TooSlow ? unsupported(reasons.slow) : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function saveFile(
  { folder, work }: ProcessingContext,
  about: Omit<SavedRendition, 'bytes'>,
): Promise<SavedRendition> {
  const path = join(folder, about.name);
  const rendition = { ...about, bytes: (await stat(path)).size };
  await work.keep(rendition, Readable.toWeb(createReadStream(path)) as unknown as ReadableStream<Uint8Array>);
  return rendition;
}

/** The time limit for ffmpeg in seconds, far above what a slow machine needs. */
export const patience = (duration: number | null): number => Math.min(4 * 3600, 120 + (duration ?? 600) * 20);

/** Formats that say how many bytes they have, under ffmpeg's names. Other lengths are guesses. */
const counting: Readonly<Record<string, MediaFormat>> = {
  'mov,mp4,m4a,3gp,3g2,mj2': 'mp4',
  'matroska,webm': 'webm',
  wav: 'wav',
  mp3: 'mp3',
};

/** Whether a file shorter than it says lacks something. */
async function isCutShort({ source }: ProcessingContext, format: string): Promise<boolean> {
  // It counts its samples, if anything.
  if (format === 'flac') return true;
  const known = counting[format];
  return known !== undefined && (await readHeader({ ...source, format: known }))?.cutShort === true;
}

/**
 * Refuses a file that ends well before the length it promises, in seconds, because it was copied incompletely.
 * @throws AppError 422 `unsupported_file`
 */
export async function checkWhole(
  processing: ProcessingContext,
  { format, promised, made }: { format: string; promised: number | null; made: number | null },
): Promise<void> {
  if (promised === null || promised - (made ?? 0) <= Math.max(1, promised * 0.05)) return;
  if (await isCutShort(processing, format))
    throw unsupported('The file ends before the recording does: it wasn’t copied whole. Upload it again.');
}
