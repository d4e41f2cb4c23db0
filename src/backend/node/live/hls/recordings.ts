import { createReadStream } from 'node:fs';
import { appendFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Log } from '../../../ports/ports.ts';
import type { LiveRecording } from '../../../ports/live-transport.ts';
import { run, type Tools } from '../../media/ffmpeg.ts';
import { probe } from '../../media/probe.ts';
import type { SentMedia } from './packager.ts';
import { type PartFile, fillParts } from './part-kinds.ts';

/** What was recorded without a break. */
export interface Part {
  append(bytes: Uint8Array): Promise<void>;
}
interface Options {
  readonly folder: string;
  readonly tools: Tools;
  readonly log: Log;
}

const wholeFile = 'recording.mp4';
/** Only copying, yet of hours. */
const joinSeconds = 3_600;
const partName = /^part-\d{5}-(v?a?)\.ts$/;

/** Parts in which something was recorded, in their order. */
async function listParts(place: string): Promise<PartFile[]> {
  const names = (await namesIn(place)).filter((name) => partName.test(name)).toSorted();
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(place, name))).size));
  return names
    .filter((_, index) => (sizes[index] ?? 0) > 0)
    .map((name) => {
      const kinds = partName.exec(name)?.[1] ?? '';
      return { name, hasPicture: kinds.includes('v'), hasSound: kinds.includes('a') };
    });
}
const namesIn = (place: string) => readdir(place).catch((): string[] => []);

async function joinParts(place: string, tools: Tools): Promise<void> {
  const parts = await listParts(place);
  if (parts.length === 0) return;
  await fillParts(place, parts, tools);
  const args =
    '-v error -nostdin -y -f concat -safe 1 -i parts.txt -c copy -movflags +faststart -f mp4 joining.mp4';
  await writeFile(join(place, 'parts.txt'), parts.map(({ name }) => `file '${name}'\n`).join(''));
  const signal = new AbortController().signal;
  await run(tools.ffmpeg, { args: args.split(' '), folder: place, signal, seconds: joinSeconds });
  await rename(join(place, 'joining.mp4'), join(place, wholeFile));
  for (const name of await namesIn(place)) if (name !== wholeFile) await rm(join(place, name));
}

async function describe(place: string, tools: Tools): Promise<LiveRecording | null> {
  const file = join(place, wholeFile);
  const found = await stat(file).catch(() => null);
  if (!found) return null;
  const signal = new AbortController().signal;
  const about = await probe({ tools, file: wholeFile, format: 'mp4', folder: place, signal });
  return {
    mime: about.pictures.length > 0 ? 'video/mp4' : 'audio/mp4',
    bytes: found.size,
    seconds: about.duration ?? 0,
    open: async () => Readable.toWeb(createReadStream(file)) as unknown as ReadableStream<Uint8Array>,
  };
}

export interface Recordings {
  /** Begins another part. */
  begin(streamId: string, media: Pick<SentMedia, 'audio' | 'video'>): Promise<Part>;
  /** Null when nothing was recorded. Joins the parts first, if that wasn’t done. */
  find(streamId: string): Promise<LiveRecording | null>;
  discard(streamId: string): Promise<void>;
}

/**
 * Streams are recorded as they are cut into segments, in one file for each part without a break, so that
 * nothing but the last second is lost with the process. The parts of a closed stream are joined as they are, where
 * each has a picture.
 */
export function createRecordings({ folder, tools, log }: Options): Recordings {
  const joining = new Map<string, Promise<void>>();
  const streamFolder = (streamId: string) => join(folder, streamId);
  async function whole(streamId: string): Promise<void> {
    const place = streamFolder(streamId);
    if ((await namesIn(place)).includes(wholeFile)) return;
    await joinParts(place, tools).catch((error: unknown) =>
      log.error('The recording of a live stream can’t be finished.', { streamId, error }),
    );
  }
  const once = (streamId: string) => {
    const running = joining.get(streamId) ?? whole(streamId).finally(() => joining.delete(streamId));
    joining.set(streamId, running);
    return running;
  };
  return {
    async begin(streamId, media) {
      const place = streamFolder(streamId);
      await mkdir(place, { recursive: true });
      const before = (await namesIn(place)).filter((name) => partName.test(name)).length;
      const kinds = `${media.video ? 'v' : ''}${media.audio ? 'a' : ''}`;
      const file = join(place, `part-${String(before).padStart(5, '0')}-${kinds}.ts`);
      await writeFile(file, '');
      return { append: (bytes) => appendFile(file, bytes) };
    },
    async find(streamId) {
      await once(streamId);
      return describe(streamFolder(streamId), tools);
    },
    async discard(streamId) {
      await joining.get(streamId);
      await rm(streamFolder(streamId), { recursive: true, force: true });
    },
  };
}
