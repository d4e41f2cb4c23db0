import { limits } from '#config/limits.ts';
import { refuseDolbyVision } from '../../ports/dolby-vision.ts';
import { unsupported } from '../../ports/image-format.ts';
import type { MediaTask } from '../../ports/media-processor.ts';
import { findLargestSize } from './frame-sizes.ts';
import { inputOf } from './opening.ts';
import type { Picture } from './probe.ts';
import { type ProcessingContext, sourceFile, tooLong } from './processing-context.ts';
import { type Chosen, chooseTracks, readLength } from './tracks.ts';

/** What is known of an upload before it is encoded. */
export interface Seen extends Chosen {
  /** As large as its largest frame. */
  readonly picture: Picture;
  readonly changesSize: boolean;
}

const isTooLong = (seconds: number | null): boolean => (seconds ?? 0) > limits.upload.recordingSeconds;

/** @throws AppError 422 `unsupported_file` */
export function refuseTooLong(seconds: number | null): void {
  if (isTooLong(seconds)) throw unsupported(tooLong);
}

/** @throws AppError 422 `unsupported_file` when it is longer than we take, or ends before the wanted part. */
async function checkLength(processing: ProcessingContext, chosen: Chosen): Promise<void> {
  const { cut } = processing.work;
  let { duration } = chosen;
  // A clock that jumps makes a file look longer than it is.
  if (isTooLong(duration)) duration = await readLength(processing, chosen);
  refuseTooLong(duration);
  if (cut && duration !== null && cut.start >= duration)
    throw unsupported('The video ends before the teaser begins.');
}

/**
 * Reads the source's streams.
 * @throws AppError 422 `unsupported_file` when it isn't a video that can be processed.
 */
export async function look(processing: ProcessingContext): Promise<Seen> {
  const chosen = await chooseTracks(processing, 'picture');
  const { picture, format } = chosen;
  if (!picture) throw unsupported('There is no picture in this video.');
  refuseDolbyVision(picture.dolbyVision);
  await checkLength(processing, chosen);
  const largest = await findLargestSize(processing, { format, picture });
  return { ...chosen, picture: { ...picture, ...largest }, changesSize: largest !== null };
}

/** Arguments that open the source where the wanted part begins, and end it there or where it is too long. */
export function openAt({ format, lead }: Seen, cut: MediaTask['cut']): string[] {
  const input = inputOf(format, sourceFile);
  if (cut) return ['-ss', String(lead + cut.start), '-t', String(cut.seconds), ...input];
  return [
    ...(lead > 0 ? ['-itsoffset', String(-lead)] : []),
    '-t',
    String(limits.upload.recordingSeconds + 5 + lead),
    ...input,
  ];
}
