import type { ProcessedImage } from '../ports/media-processor.ts';
import type { ClipName } from './people/plan.ts';

export interface SeedClip {
  readonly bytes: Uint8Array;
  readonly mime: string;
  /** In seconds. */
  readonly duration: number;
  /** The poster of a video, rendered to `posterWidths`; null for audio. */
  readonly poster: ProcessedImage | null;
  /** The waveform of audio, as values from 0 to 100; null for a video. */
  readonly peaks: readonly number[] | null;
}
export const posterWidths = [320, 640];
/** What seeding needs from its host, because the portable backend can't read its files. */
export interface SeedPictures {
  /** A picture by its name, such as `photos/mira.clay-0-1`, in these widths and blurred, like an upload. */
  picture(name: string, widths: readonly number[]): Promise<ProcessedImage>;
  clip(name: ClipName): Promise<SeedClip>;
}

/** Processes items, at most `atOnce` at a time, and returns the results in order. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next;
      next += 1;
      results[index] = await work(items[index] as Item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
