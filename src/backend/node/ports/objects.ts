import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from '../../kernel/errors.ts';
import type { ObjectStore } from '../../ports/ports.ts';
import { errorCode } from '../process/start-error.ts';

/**
 * Keys are created by the backend and always end in their type's extension, so no separate type is stored.
 */
const mimeByExtension: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  avif: 'image/avif',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  m3u8: 'application/vnd.apple.mpegurl',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  weba: 'audio/webm',
  vtt: 'text/vtt',
  pdf: 'application/pdf',
  zip: 'application/zip',
  epub: 'application/epub+zip',
};
const segment = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

const storageFull = () =>
  new AppError(507, 'storage_full', 'The server is out of storage. Nothing was saved. Try again later.');
const roomError = (error: unknown) => (errorCode(error) === 'ENOSPC' ? storageFull() : error);

/** Objects up to this size are always taken: probes, captions, small pictures. */
const smallBytes = 64 * 1024;
/** How often the room is looked at while an object arrives. */
const checkedBytes = 8 * 1024 * 1024;

/** Refuses to fill the last `reserve` bytes of the disk, which the database may need. @throws AppError 507 */
async function keepReserve(folder: string, reserve: () => Promise<number>, coming: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize - coming < (await reserve())) throw storageFull();
}

/**
 * Stores objects as files under a folder. An object is written to a temporary file, synced, then renamed, so
 * a partial one is never visible. The last `reserve` bytes of the disk stay free.
 */
export function createDiskObjects(
  folder: string,
  reserve: () => Promise<number> = () => Promise.resolve(0),
): ObjectStore {
  const keyPath = (key: string): string => {
    const parts = key.split('/');
    if (!parts.every((part) => segment.test(part)))
      throw new Error(`not an object key: ${JSON.stringify(key)}`);
    return join(folder, ...parts);
  };
  return {
    async put(key, body) {
      const path = keyPath(key);
      const unfinished = `${path}.${randomBytes(6).toString('hex')}.part`;
      try {
        await mkdir(dirname(path), { recursive: true });
        await writeWhole(unfinished, body, (coming) => keepReserve(dirname(path), reserve, coming));
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw roomError(error);
      }
    },
    async get(key, range) {
      const path = keyPath(key);
      const found = await stat(path).catch(() => null);
      if (!found?.isFile()) return null;
      const total = found.size;
      const start = Math.min(range?.start ?? 0, total);
      const bytes = Math.max(0, Math.min(range?.end ?? total - 1, total - 1) - start + 1);
      const mime = mimeByExtension[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
      return {
        body: bytes === 0 ? emptyStream() : fileStream(path, start, start + bytes - 1),
        bytes,
        total,
        mime,
      };
    },
    async copy(from, to) {
      const path = keyPath(to);
      await mkdir(dirname(path), { recursive: true });
      return linkOrCopy(keyPath(from), path);
    },
    async remove(key) {
      await rm(keyPath(key), { force: true });
    },
  };
}

/** Files are replaced, never written to, so a hard link is as good as a copy. */
async function linkOrCopy(from: string, to: string): Promise<boolean> {
  const unfinished = `${to}.${randomBytes(6).toString('hex')}.part`;
  try {
    await link(from, unfinished).catch((error: unknown) =>
      errorCode(error) === 'ENOENT' ? Promise.reject(error as Error) : copyFile(from, unfinished),
    );
    await rename(unfinished, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw roomError(error);
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function writeWhole(
  path: string,
  body: Uint8Array | ReadableStream<Uint8Array>,
  checkRoom: (coming: number) => Promise<void>,
): Promise<void> {
  if (body instanceof Uint8Array && body.byteLength > smallBytes) await checkRoom(body.byteLength);
  const file = await open(path, 'wx', 0o640);
  try {
    if (body instanceof Uint8Array) await file.writeFile(body);
    else {
      let unchecked = checkedBytes;
      for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
        unchecked += chunk.byteLength;
        if (unchecked > checkedBytes) {
          await checkRoom(chunk.byteLength);
          unchecked = 0;
        }
        await file.writeFile(chunk);
      }
    }
    await file.datasync();
  } finally {
    await file.close();
  }
}

const emptyStream = (): ReadableStream<Uint8Array> =>
  new ReadableStream({ start: (controller) => controller.close() });

/** Opens the file on the first read, so that a response body nobody reads holds no file handle. */
function fileStream(path: string, start: number, end: number): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reader ??= (
          Readable.toWeb(
            createReadStream(path, { start, end, highWaterMark: 256 * 1024 }),
          ) as unknown as ReadableStream<Uint8Array>
        ).getReader();
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
