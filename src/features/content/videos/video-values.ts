import type { OwnVideo, VideoUpdate } from '#contract/content/videos.ts';
import { coCreatorIds } from '#components/content/media-items/co-creators-field.tsx';
import {
  type MediaItemValues,
  toMediaItemBody,
  toMediaItemValues,
} from '#components/content/media-items/media-item-values.ts';
import { isSame } from '#components/base/writing/changed-elsewhere.tsx';
import { changedStart, priceError, whenError } from '#components/content/media-items/pricing-values.ts';

export type VideoErrors = Partial<Record<'title' | 'price' | 'scheduledAt' | 'video', string>>;

/** State of the editor's files. */
export interface FilmState {
  readonly present: boolean;
  readonly busy: boolean;
  readonly failed: boolean;
}

const filmError = ({ present, failed }: FilmState, goesOut: boolean): string | null => {
  if (failed) return 'A file couldn’t be uploaded. Try again or remove it.';
  return goesOut && !present ? 'Add a video.' : null;
};

/**
 * Error messages by field; empty if the video can be saved. A draft may lack its file, and a pending upload
 * isn't an error.
 */
export function videoErrors(values: MediaItemValues, film: FilmState, goesOut: boolean): VideoErrors {
  const found = {
    video: filmError(film, goesOut),
    title: values.title.trim() ? null : 'Enter a title.',
    price: priceError(values),
    scheduledAt: whenError(values),
  };
  return Object.fromEntries(Object.entries(found).filter(([, message]) => message !== null));
}

export interface VideoFileIds {
  readonly fileId: string | undefined;
  readonly thumbnailId: string | undefined;
  readonly teaserId: string | undefined;
}
const pickNewFiles = (video: OwnVideo, { fileId, thumbnailId, teaserId }: VideoFileIds) => ({
  ...(fileId && fileId !== video.file?._id && { fileId }),
  ...(thumbnailId && thumbnailId !== video.thumbnail?._id && { thumbnailId }),
  ...(teaserId && teaserId !== video.teaser?._id && { teaserId }),
});

/** The request body for an update, with only the new files. */
export const toVideoUpdate = (
  video: OwnVideo,
  values: MediaItemValues,
  { files, state }: { files: VideoFileIds; state: VideoUpdate['state'] },
): VideoUpdate => ({
  ...toMediaItemBody(values),
  coCreatorIds: coCreatorIds(values.coCreators),
  ...changedStart(video, values),
  ...pickNewFiles(video, files),
  ...(state && { state }),
});

/** Files that the video has but the editor no longer does. */
export const takenOff = (
  video: OwnVideo,
  { thumbnailId, teaserId }: VideoFileIds,
): ('thumbnail' | 'teaser')[] => [
  ...(video.thumbnail && !thumbnailId ? (['thumbnail'] as const) : []),
  ...(video.teaser && !teaserId ? (['teaser'] as const) : []),
];

/** Whether a video has all that its editor has, so that a save would change no more than its state. */
export function hasContent(video: OwnVideo, values: MediaItemValues, files: VideoFileIds): boolean {
  const none: VideoFileIds = { fileId: undefined, thumbnailId: undefined, teaserId: undefined };
  const state = undefined;
  return isSame(
    toVideoUpdate(video, values, { files, state }),
    toVideoUpdate(video, toMediaItemValues(video), { files: none, state }),
  );
}
