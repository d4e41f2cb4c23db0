import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type Tools, findTools, packagedTools } from '#backend/node/media/ffmpeg.ts';
import type { SavedRendition, MediaSource, MediaTask } from '#backend/ports/media-processor.ts';
import { HEAD_BYTES, sniffMedia } from '#backend/ports/media-format.ts';
import { createMemoryObjects } from '#backend/ports/memory-objects.ts';

/** Short real recordings from the project's files, which need no ffmpeg. */
export const clip = async (
  name: 'wheel.mp4' | 'waves.mp4' | 'record.mp4' | 'guitar.m4a' | 'piano.m4a',
): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(new URL(`../../src/backend/node/media/seed-clips/${name}`, import.meta.url)));

/** Null on a machine that has none and for which npm has none (`programs.ts`); tests that need it are skipped there. */
export const tools = await findTools();
if (!tools && process.platform === 'linux' && process.arch === 'x64')
  throw new Error('ffmpeg is missing: run `npx vitest` in the project, which fetches it.');

const packaged = await packagedTools();
/** This machine's ffmpeg and the fetched one, if any, by where they are: they are of different versions. */
export const everyTools: readonly (readonly [string, Tools])[] = [
  ...new Map([tools, packaged].flatMap((each) => (each ? [[each.ffmpeg, each] as const] : []))),
];

/** Makes a recording with this machine's ffmpeg. */
export async function recorded(
  args: readonly string[],
  name: string,
  folder: string,
): Promise<Uint8Array<ArrayBuffer>> {
  await promisify(execFile)(tools!.ffmpeg, ['-v', 'error', '-nostdin', '-y', ...args, name], { cwd: folder });
  return new Uint8Array(await readFile(`${folder}/${name}`));
}

export function sourceOf(bytes: Uint8Array): MediaSource {
  const format = sniffMedia(bytes.subarray(0, HEAD_BYTES));
  const objects = createMemoryObjects();
  const open = async (range?: { start: number; end?: number }) => {
    await objects.put('source', bytes, '');
    return (await objects.get('source', range))!.body;
  };
  return { format, bytes: bytes.byteLength, open };
}

/** A media task whose results can be inspected. */
export function workFor(more: Partial<MediaTask> = {}) {
  const kept = new Map<string, Uint8Array>();
  const percents: number[] = [];
  const work: MediaTask = {
    widths: [320, 640],
    signal: new AbortController().signal,
    progress: (percent) => void percents.push(percent),
    ...more,
    keep: async ({ name }: SavedRendition, body) =>
      void kept.set(
        name,
        body instanceof Uint8Array
          ? body
          : new Uint8Array(await new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer()),
      ),
  };
  return { work, kept, percents };
}
