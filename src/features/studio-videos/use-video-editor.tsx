import { useState } from 'react';
import type { FormEvent } from 'react';
import type { OwnVideo } from '#contract/videos';
import { problemMessage } from '#lib/problem';
import type { Asked } from '#parts/editor-actions';
import { useRemoveVideoFileMutation, useUpdateVideoMutation } from '#state/api-own-videos';
import { idsOf, standOf, useVideoFiles } from './use-video-files.tsx';
import { type VideoErrors, changesOf, emptyVideo, takenOff, valuesOf, videoErrors } from './video-values.tsx';

export interface VideoEditorWorld {
  /** Null for a new one. */
  readonly video: OwnVideo | null;
  readonly onSaved: (video: OwnVideo) => Promise<void> | void;
}

/** State of the video editor. Nothing typed is lost by a refusal; leaving with an upload under way asks first. */
export function useVideoEditor({ video, onSaved }: VideoEditorWorld) {
  const [values, setValues] = useState(() => (video ? valuesOf(video) : emptyVideo));
  const [errors, setErrors] = useState<VideoErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<Asked | 'changes' | null>(null);
  const [update] = useUpdateVideoMutation();
  const [removeFile] = useRemoveVideoFileMutation();
  // The file's name stands in until somebody finds a better one.
  const files = useVideoFiles(video, (draft) =>
    setValues((now) => (now.title.trim() ? now : { ...now, title: draft.title })),
  );
  const target = video ?? files.draft;
  const set = (change: Partial<typeof values>) => {
    setValues({ ...values, ...change });
    setErrors({});
  };
  const save = async (asked: Asked) => {
    const found = videoErrors(values, standOf(files), asked === 'published');
    setErrors(target || Object.keys(found).length > 0 ? found : { video: 'Add the video.' });
    setProblem(null);
    if (!target || busy || Object.keys(found).length > 0) return;
    setBusy(asked ?? 'changes');
    try {
      for (const type of takenOff(target, idsOf(files)))
        await removeFile({ id: target._id, body: { type } }).unwrap();
      await onSaved(
        await update({
          id: target._id,
          body: changesOf(target, values, { files: idsOf(files), state: asked }),
        }).unwrap(),
      );
    } catch (caught) {
      setProblem(problemMessage(caught));
    } finally {
      setBusy(null);
    }
  };
  const submit = (asked: Asked) => (event: FormEvent) => {
    event.preventDefault();
    void save(asked);
  };
  return { values, set, errors, problem, busy, files, send: (asked: Asked) => void save(asked), submit };
}
export type VideoEditorState = ReturnType<typeof useVideoEditor>;
