import { useState } from 'react';
import { limits } from '#config/limits.ts';
import type { FileView } from '#contract/core/schemas.ts';
import type { OwnVideo } from '#contract/content/videos.ts';
import { sendToCloud } from '#components/base/files/send-file.ts';
import { savedUpload } from '#components/base/files/upload-items.ts';
import { type Sending, type UploadsState, useUploads } from '#components/base/files/use-uploads.ts';
import type { Api } from '#services/http/api.ts';
import { uploadFor } from '#services/http/upload-for.ts';
import { uploadVideo } from '#services/content/videos.ts';
import { useApi } from '#state/hooks.ts';
import type { FilmState, VideoFileIds } from './video-values.ts';

/**
 * Uploads the file of a new video, which creates a draft that survives leaving the page. Videos send filename
 * and path (specification section 3).
 */
async function sendFilm(
  api: Api,
  { file, sending: { customData, ...sending } }: { file: File; sending: Sending },
): Promise<OwnVideo> {
  const title = file.name
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replaceAll(/[\s_]+/g, ' ')
    .trim()
    .slice(0, 100);
  return uploadFor(api, { file, ...sending }, (object) =>
    uploadVideo(api, {
      files: {},
      body: { ...object, state: 'draft', ...(title && { title }) },
      customData,
    }),
  );
}

const toSavedItems = (file: FileView | null | undefined) => (file ? [savedUpload(file)] : []);

export interface VideoFiles {
  readonly film: UploadsState;
  readonly thumbnail: UploadsState;
  readonly teaser: UploadsState;
  /** The draft of a new video, created when its file was uploaded. */
  readonly draft: OwnVideo | null;
}

/** The three files of a video. `onDraft` is called when a new video's file has been uploaded. */
export function useVideoFiles(video: OwnVideo | null, onDraft: (draft: OwnVideo) => void): VideoFiles {
  const api = useApi();
  const [draft, setDraft] = useState<OwnVideo | null>(null);
  const film = async (file: File, sending: Sending): Promise<FileView> => {
    if (video || draft) return sendToCloud(api, 'video', { file, sending });
    const made = await sendFilm(api, { file, sending });
    setDraft(made);
    onDraft(made);
    if (!made.file) throw new TypeError('a draft without its film');
    return made.file;
  };
  return {
    film: useUploads({
      send: film,
      max: 1,
      maxBytes: limits.upload.largestBytes,
      initial: toSavedItems(video?.file),
    }),
    thumbnail: useUploads({
      send: (file, sending) => sendToCloud(api, 'video-thumbnail', { file, sending }),
      max: 1,
      initial: toSavedItems(video?.thumbnail),
    }),
    teaser: useUploads({
      send: (file, sending) => sendToCloud(api, 'video-teaser', { file, sending }),
      max: 1,
      initial: toSavedItems(video?.teaser),
    }),
    draft,
  };
}

export const summarizeFiles = ({ film, thumbnail, teaser }: VideoFiles): FilmState => ({
  present: film.items.length > 0,
  busy: film.busy || thumbnail.busy || teaser.busy,
  // A file that failed processing can be saved in a draft and retried, but one that failed to upload can't.
  failed: [film, thumbnail, teaser].some(({ items }) =>
    items.some(({ state, fileId }) => state === 'failed' && fileId === null),
  ),
});
export const collectFileIds = ({ film, thumbnail, teaser }: VideoFiles): VideoFileIds => ({
  fileId: film.fileIds[0],
  thumbnailId: thumbnail.fileIds[0],
  teaserId: teaser.fileIds[0],
});
