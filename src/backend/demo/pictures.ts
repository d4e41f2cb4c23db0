import type { ProcessedImage } from '../ports/media-processor.ts';
import type { ClipName } from './people/plan.ts';

export interface SeedClip {
  readonly bytes: Uint8Array;
  readonly mime: string;
  /** Seconds. */
  readonly duration: number;
  /** A picture that stands for a video. */
  readonly poster: Uint8Array | null;
}
/** What the seed asks of its host: drawing needs more than the portable backend has. */
export interface SeedPictures {
  /** Renditions of these widths, and a blurred one, as an upload would have. */
  draw(svg: string, widths: readonly number[]): Promise<ProcessedImage>;
  clip(name: ClipName): Promise<SeedClip>;
}

/** Runs work on each item, `atOnce` at a time, and answers the results in order. */
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
