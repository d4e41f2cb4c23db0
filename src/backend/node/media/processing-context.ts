import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { unsupported } from '../../ports/image-format.ts';
import type { SavedRendition, MediaSource, MediaTask, ProcessedImage } from '../../ports/media-processor.ts';
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

const reasons = {
  damaged: 'It’s damaged, or in a format we can’t read. Save it again, as MP4 for example, and upload that.',
  slow: 'It took too long to process. Make it shorter or smaller and upload it again.',
};

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
    if (error instanceof MediaError) throw unsupported(reasons.damaged);
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

/**
 * Refuses a file that ends well before its announced duration, because it was copied incompletely.
 * @throws AppError 422 `unsupported_file`
 */
export function checkWhole(promised: number | null, made: number | null): void {
  if (promised !== null && promised - (made ?? 0) > Math.max(1, promised * 0.05))
    throw unsupported('The file ends before the recording does: it wasn’t copied whole. Upload it again.');
}
