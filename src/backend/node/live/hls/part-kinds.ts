import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Tools, run } from '../../media/ffmpeg.ts';
import { probe } from '../../media/probe.ts';

/** What was recorded without a break, in its file. */
export interface PartFile {
  readonly name: string;
  readonly hasPicture: boolean;
  readonly hasSound: boolean;
}
interface Size {
  readonly width: number;
  readonly height: number;
}

/** Of what is drawn where a stream never had a picture. */
const usualSize: Size = { width: 1280, height: 720 };
/** Drawing hours of sound takes minutes. */
const fillSeconds = 3_600;

const drawn = ({ width, height }: Size): string[] =>
  `-filter_complex [0:a:0]showwaves=s=${width}x${height}:mode=cline:rate=10:colors=0x9aa4b2,format=yuv420p[v] -map [v] -map 0:a:0 -c:v libx264 -preset ultrafast -crf 30 -g 20 -c:a copy -shortest`.split(
    ' ',
  );
const silent =
  '-f lavfi -i anullsrc=r=48000:cl=stereo -map 0:v:0 -map 1:a:0 -c:v copy -c:a aac -b:a 32k -shortest'.split(
    ' ',
  );

async function probeSize(place: string, { name }: PartFile, tools: Tools): Promise<Size> {
  const signal = new AbortController().signal;
  const { pictures } = await probe({ tools, file: name, format: 'mpegts', folder: place, signal });
  const { width = 0, height = 0 } = pictures[0] ?? {};
  return width > 0 && height > 0 ? { width, height } : usualSize;
}

/**
 * Gives all parts a picture and a sound, without which they couldn't be joined: the waves of its sound to one that has
 * no picture, and silence to one that has no sound.
 */
export async function fillParts(place: string, parts: readonly PartFile[], tools: Tools): Promise<void> {
  const seen = parts.find(({ hasPicture }) => hasPicture);
  const size = seen ? await probeSize(place, seen, tools) : usualSize;
  const isHeard = parts.some(({ hasSound }) => hasSound);
  for (const part of parts) {
    if (part.hasPicture && (part.hasSound || !isHeard)) continue;
    const args = ['-v', 'error', '-nostdin', '-y', '-i', part.name];
    const way = part.hasPicture ? silent : drawn(size);
    const signal = new AbortController().signal;
    await run(tools.ffmpeg, {
      args: [...args, ...way, '-f', 'mpegts', 'filling.ts'],
      folder: place,
      signal,
      seconds: fillSeconds,
    });
    await rename(join(place, 'filling.ts'), join(place, part.name));
  }
}
