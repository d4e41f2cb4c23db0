import { z } from 'zod';
import { MediaError } from './ffmpeg.ts';

/**
 * What ffprobe printed as JSON; an empty object when that is no object.
 * @throws MediaError when it isn't JSON.
 */
export function parsePrinted(said: string): object {
  try {
    const read: unknown = JSON.parse(said);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : {};
  } catch {
    throw new MediaError('printed something else than JSON');
  }
}

/** A list without what isn't of the shape; empty where there is no list. */
export const tolerant = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((all) =>
      all.flatMap((each) => {
        const { success, data } = shape.safeParse(each);
        return success ? [data] : [];
      }),
    );
