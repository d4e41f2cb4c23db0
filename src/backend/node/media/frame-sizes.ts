import { MediaError, TooSlow, run } from './ffmpeg.ts';
import { inputOf } from './opening.ts';
import type { Picture } from './probe.ts';
import { type ProcessingContext, sourceFile } from './processing-context.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Nearly all recordings have one size, so that looking for others mustn't take long. */
const lookSeconds = 90;
const frame = /width=(\d+)\|height=(\d+)\|sample_aspect_ratio=(?:(\d+):(\d+))?/g;

/**
 * The largest of a picture's sizes, in square pixels and as it is shown, if it changes on the way: phones turn,
 * and a live stream grows with its connection. Null when it doesn't change.
 */
export async function findLargestSize(
  { tools, folder, work }: ProcessingContext,
  { format, picture }: { format: string; picture: Picture },
): Promise<Size | null> {
  const args = [
    '-v',
    'error',
    ...inputOf(format, sourceFile),
    '-select_streams',
    String(picture.index),
    '-skip_frame',
    'nokey',
    '-show_entries',
    'frame=width,height,sample_aspect_ratio',
    '-of',
    'compact=p=0',
  ];
  const said = await run(tools.ffprobe, { args, folder, signal: work.signal, seconds: lookSeconds }).catch(
    (error: unknown) => {
      if (error instanceof MediaError || error instanceof TooSlow) return '';
      throw error;
    },
  );
  const sizes = new Map<string, Size>();
  for (const [, width, height, over = '1', under = '1'] of said.toString().matchAll(frame)) {
    const wide = Math.round(Number(width) * (Number(over) / Number(under) || 1));
    const [across, down] = picture.isTurned ? [Number(height), wide] : [wide, Number(height)];
    sizes.set(`${across}x${down}`, { width: across, height: down });
  }
  if (sizes.size < 2) return null;
  return [...sizes.values()].reduce((best, size) =>
    size.width * size.height > best.width * best.height ? size : best,
  );
}

/** The filter that puts frames of any size into one of this size, whole and undistorted, on black. */
export function fitInto(size: Size): string {
  // The color of two by two pixels is one.
  const [width, height] = [size.width & ~1, size.height & ~1];
  return [
    'scale=iw*sar:ih:eval=frame,setsar=1',
    `scale=${width}:${height}:force_original_aspect_ratio=decrease:eval=frame`,
    `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:eval=frame,setsar=1`,
  ].join(',');
}
