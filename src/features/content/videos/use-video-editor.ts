import type { OwnVideo } from '#contract/content/videos.ts';
import { useDraftValues } from '#components/content/media-items/draft-values.ts';
import type { RequestedState } from '#components/content/studio/editor-actions.ts';
import {
  type MediaItemValues,
  emptyMediaItem,
  pickEditedParts,
  toMediaItemValues,
} from '#components/content/media-items/media-item-values.ts';
import { useChangedElsewhere } from '#components/base/writing/changed-elsewhere.tsx';
import { getOwnVideo, removeVideoFile, updateVideo } from '#services/content/videos.ts';
import { useApi } from '#state/hooks.ts';
import { useForm } from '#ui/forms/use-form.ts';
import { collectFileIds, summarizeFiles, useVideoFiles } from './use-video-files.ts';
import {
  type FilmState,
  type VideoErrors,
  toVideoUpdate,
  hasContent,
  takenOff,
  videoErrors,
} from './video-values.ts';
import { useWrite } from '#state/query/hooks.ts';

export interface VideoEditorProps {
  /** Null for a new video whose file hasn't been uploaded yet. */
  readonly video: OwnVideo | null;
  /** The video hasn't been saved yet, so input is saved on this device. */
  readonly isNew: boolean;
  /** Called when a new video's file has been uploaded and the server has created a draft of it. */
  readonly onDraft?: (draft: OwnVideo) => void;
  readonly onSaved: (video: OwnVideo) => Promise<void> | void;
}

/**
 * Validates the form. A video that isn't on the server yet can't be saved without a file, not even as a
 * draft.
 */
function wrongWith(
  values: MediaItemValues,
  film: FilmState,
  { isThere, goesOut }: { isThere: boolean; goesOut: boolean },
): VideoErrors {
  const found = videoErrors(values, film, goesOut);
  return Object.keys(found).length === 0 && !isThere && !film.present ? { video: 'Add a video.' } : found;
}

type SentChange = Parameters<typeof toVideoUpdate>[2];
interface Step {
  readonly version: string | undefined;
  readonly saved: (now: OwnVideo) => OwnVideo;
}

/** Everything that the editor can change. */
const getParts = (video: OwnVideo) => [
  pickEditedParts(video),
  video.file?._id,
  video.thumbnail?._id,
  video.teaser?._id,
];

/**
 * Sends the changes, then removes deleted files, and only then lets the video out, so that nobody sees what was taken
 * off. Each step is told to `saved`: after a failure the next try begins there. Resolves with the updated video.
 */
function useChangeVideo() {
  const [update] = useWrite(updateVideo);
  const [removeFile] = useWrite(removeVideoFile);
  return async (
    video: OwnVideo,
    values: MediaItemValues,
    { version, saved: step, ...sent }: SentChange & Step,
  ): Promise<OwnVideo> => {
    const off = takenOff(video, sent.files);
    const state = off.length > 0 ? sent.state : undefined;
    const first = toVideoUpdate(video, values, { ...sent, state: state ? undefined : sent.state });
    let saved = step(await update({ params: { id: video._id }, body: first, version }).unwrap());
    for (const type of off)
      saved = step(await removeFile({ params: { id: video._id }, body: { type } }).unwrap());
    return state
      ? update({ params: { id: video._id }, body: { state }, version: saved.updatedAt }).unwrap()
      : saved;
  };
}

/** Sends a video's changes, and asks if another tab or device has changed it meanwhile. */
function useSendVideo(video: OwnVideo | null) {
  const api = useApi();
  const change = useChangeVideo();
  const elsewhere = useChangedElsewhere({
    record: video,
    load: () => getOwnVideo(api, { params: { id: video?._id ?? '' } }),
    getParts,
  });
  const send = (draft: OwnVideo, values: MediaItemValues, sent: SentChange) =>
    elsewhere.send(
      (version, saved, base) => change(base ?? draft, values, { ...sent, version, saved }),
      (now) => hasContent(now, values, sent.files),
    );
  return { send, elsewhere };
}

/**
 * State of the video editor. Input is kept if the server rejects it; leaving during an upload asks for
 * confirmation.
 */
export function useVideoEditor({ video, isNew, onDraft, onSaved }: VideoEditorProps) {
  const { forget, ...store } = useDraftValues('video', {
    isNew,
    first: () => (video ? toMediaItemValues(video) : emptyMediaItem),
  });
  const { send, elsewhere } = useSendVideo(video);
  // The file's name is the title until the user types one.
  const files = useVideoFiles(video, (draft) => {
    store.setValues((now) => (now.title.trim() ? now : { ...now, title: draft.title }));
    onDraft?.(draft);
  });
  const target = video ?? files.draft;
  const film = summarizeFiles(files);
  const form = useForm<MediaItemValues, RequestedState, keyof VideoErrors>({
    initial: store.values,
    store,
    apiNames: { fileId: 'video' },
    // A new video is on the server once its file has been uploaded.
    isUploading: film.busy || (film.present && target === null),
    check: (now, asked) => wrongWith(now, film, { isThere: target !== null, goesOut: asked === 'published' }),
    submit: async (now, asked) => {
      if (!target) return;
      const saved = await send(target, now, { files: collectFileIds(files), state: asked });
      forget();
      await onSaved(saved);
    },
  });
  return { form, files, elsewhere };
}
