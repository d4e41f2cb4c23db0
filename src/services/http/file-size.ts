import { limits } from '#config/limits.ts';
import { ApiProblem } from './problem.ts';

/** Bytes that the server takes of a file: pictures are smaller than films, recordings and products. */
const mostBytes = ({ type }: Blob): number =>
  type.startsWith('image/') ? limits.upload.imageBytes : limits.upload.videoBytes;

/** In the binary megabytes that the fields' own hints and the server count in. */
const inWords = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${Math.floor(bytes / 1024 / 1024)} MB` : `${Math.floor(bytes / 1024)} kB`;

/**
 * Refuses what the server would refuse after its last byte. @throws ApiProblem 413 `too_large`, before
 * anything is sent.
 */
export function assertFits(file: Blob, most: number = mostBytes(file)): void {
  if (file.size > most)
    throw new ApiProblem({
      status: 413,
      code: 'too_large',
      message: `That’s too large. The limit is ${inWords(most)}.`,
    });
}
