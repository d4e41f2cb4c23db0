import { limits } from '#config/limits.ts';
import type { FileView } from '#contract/core/schemas.ts';
import type { Api } from './api.ts';
import type { UploadInput } from './upload.ts';
import { storable } from './storable.ts';
import { type FileSending, uploadFor } from './upload-for.ts';

/** A service that takes a video, or the name of one that was uploaded before. */
type TakeVideo = (
  api: Api,
  input: UploadInput<'POST /messages/private/file/video' | 'POST /performers/welcome-video/upload'>,
) => Promise<FileView>;

export interface VideoSending extends FileSending {
  readonly customData?: Readonly<Record<string, unknown>>;
}

const isLarge = ({ size }: Blob): boolean => size > limits.upload.partBytes;

/** Uploads a video: within the call, or a large one in parts, which go on after an interruption. */
export async function sendVideo(
  api: Api,
  take: TakeVideo,
  { file, customData, onPause, ...sending }: VideoSending,
): Promise<FileView> {
  const about = customData && { customData };
  if (!isLarge(file)) return take(api, { files: { file }, body: {}, ...about, ...sending });
  return uploadFor(api, { file: storable(file), ...sending, ...(onPause && { onPause }) }, (body) =>
    take(api, { files: {}, body, ...about }),
  );
}

/** Deletes what has arrived of a video that nobody uploads anymore. */
export async function forgetVideo({ call }: Api, file: File): Promise<void> {
  if (isLarge(file)) await (await import('./part-upload.ts')).discardParts(call, storable(file));
}
