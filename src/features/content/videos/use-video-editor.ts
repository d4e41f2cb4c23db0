import { useState } from 'react';
import type { FormEvent } from 'react';
import type { OwnVideo } from '#contract/content/videos.ts';
import { problemMessage } from '#lib/problem.ts';
import { useDraftValues } from '#components/content/media-items/draft-values.ts';
import type { Asked } from '#components/content/media-items/editor-actions.tsx';
import {
  type MediaItemValues,
  emptyMediaItem,
  editedPartsOf,
  mediaItemValuesOf,
} from '#components/content/media-items/media-item-values.ts';
import { useArrivalOfFiles, useAfterUpload } from '#components/base/files/use-after-upload.tsx';
import { useChangedElsewhere } from '#components/base/writing/changed-elsewhere.tsx';
import { getOwnVideo, removeVideoFile, updateVideo } from '#services/content/videos.ts';
import { useApi } from '#state/hooks.ts';
import { idsOf, mediaStateOf, useVideoFiles } from './use-video-files.ts';
import {
  type FilmState,
  type VideoErrors,
  changesOf,
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

type SentChange = Parameters<typeof changesOf>[2];
interface Step {
  readonly version: string | undefined;
  readonly saved: (now: OwnVideo) => OwnVideo;
}

/** Everything that the editor can change. */
const partsOf = (video: OwnVideo) => [
  editedPartsOf(video),
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
    const first = changesOf(video, values, { ...sent, state: state ? undefined : sent.state });
    let saved = step(await update({ params: { id: video._id }, body: first, version }).unwrap());
    for (const type of off)
      saved = step(await removeFile({ params: { id: video._id }, body: { type } }).unwrap());
    return state
      ? update({ params: { id: video._id }, body: { state }, version: saved.updatedAt }).unwrap()
      : saved;
  };
}

/** Saves the form. `busy` is the state being saved, `problem` the error. */
function useSendVideo(video: OwnVideo | null, onSent: (saved: OwnVideo) => Promise<void>) {
  const api = useApi();
  const change = useChangeVideo();
  const elsewhere = useChangedElsewhere({
    record: video,
    load: () => getOwnVideo(api, { params: { id: video?._id ?? '' } }),
    partsOf,
  });
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<Asked | 'changes' | null>(null);
  const send = async (draft: OwnVideo, values: MediaItemValues, sent: SentChange) => {
    setBusy(sent.state ?? 'changes');
    try {
      await onSent(
        await elsewhere.send(
          (version, saved, base) => change(base ?? draft, values, { ...sent, version, saved }),
          (now) => hasContent(now, values, sent.files),
        ),
      );
    } catch (caught) {
      setProblem(problemMessage(caught));
    } finally {
      setBusy(null);
    }
  };
  return { busy, problem, clearProblem: () => setProblem(null), send, elsewhere };
}

/**
 * State of the video editor. Input is kept if the server rejects it; leaving during an upload asks for
 * confirmation.
 */
export function useVideoEditor({ video, isNew, onDraft, onSaved }: VideoEditorProps) {
  const { values, setValues, forget } = useDraftValues('video', {
    isNew,
    first: () => (video ? mediaItemValuesOf(video) : emptyMediaItem),
  });
  const [errors, setErrors] = useState<VideoErrors>({});
  const { busy, problem, clearProblem, send, elsewhere } = useSendVideo(video, async (saved) => {
    forget();
    await onSaved(saved);
  });
  // The file's name is the title until the user types one.
  const files = useVideoFiles(video, (draft) => {
    setValues((now) => (now.title.trim() ? now : { ...now, title: draft.title }));
    onDraft?.(draft);
  });
  const target = video ?? files.draft;
  const set = (change: Partial<typeof values>) => {
    setValues({ ...values, ...change });
    setErrors({});
  };
  const arrival = useArrivalOfFiles<Asked>();
  const save = async (asked: Asked) => {
    if (busy) return;
    arrival.clear();
    const found = wrongWith(values, mediaStateOf(files), {
      isThere: target !== null,
      goesOut: asked === 'published',
    });
    setErrors(found);
    clearProblem();
    if (Object.keys(found).length > 0) return;
    // A new video is on the server once its file has been uploaded.
    if (mediaStateOf(files).busy || !target) arrival.wait(asked);
    else await send(target, values, { files: idsOf(files), state: asked });
  };
  useAfterUpload(arrival, mediaStateOf(files).busy, (asked) => void save(asked));
  const doing = arrival.waiting ? (arrival.waiting.asked ?? 'changes') : busy;
  const submit = (asked: Asked) => (event: FormEvent) => {
    event.preventDefault();
    void save(asked);
  };
  return {
    values,
    set,
    errors,
    problem,
    busy: doing,
    onStopWaiting: arrival.stop,
    files,
    send: (asked: Asked) => void save(asked),
    submit,
    elsewhere,
  };
}
