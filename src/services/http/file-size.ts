import { limits } from '#config/limits.ts';
import { ApiProblem } from './problem.ts';

/** The size limit of a file in bytes; it is lower for pictures than for other files. */
const mostBytes = ({ type }: Blob): number =>
  type.startsWith('image/') ? limits.upload.imageBytes : limits.upload.videoBytes;

/** Uses binary megabytes, like the hints in forms and the server. */
const inWords = (bytes: number): string =>
  bytes >= 1024 ** 3
    ? `${Math.floor(bytes / 1024 ** 3)} GB`
    : bytes >= 1024 * 1024
      ? `${Math.floor(bytes / 1024 / 1024)} MB`
      : `${Math.floor(bytes / 1024)} kB`;

/**
 * Rejects a file that the server would reject after the whole upload.
 * @throws {ApiProblem} 413 `too_large`.
 */
export function assertFits(file: Blob, most: number = mostBytes(file)): void {
  if (file.size > most)
    throw new ApiProblem({
      status: 413,
      code: 'too_large',
      message: `That’s too large. The limit is ${inWords(most)}.`,
    });
}
