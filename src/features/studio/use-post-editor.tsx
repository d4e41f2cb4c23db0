import { useState } from 'react';
import type { FormEvent } from 'react';
import type { FeedCreate } from '#contract/feeds';
import { problemMessage } from '#lib/problem';
import { bodyOf, postErrors, type PostErrors, type PostValues } from './post-values.tsx';
import { useLeaveWarning } from './use-leave-warning.tsx';
import { type Photo, usePhotoUploads } from './use-photo-uploads.tsx';

export interface PostEditorWorld {
  readonly initial: PostValues;
  readonly initialPhotos: readonly Photo[];
  /** A post of video, audio or a poll keeps its media. */
  readonly photos: 'editable' | 'fixed';
  /** On the button. */
  readonly action: string;
  readonly save: (body: Omit<FeedCreate, 'type'>) => Promise<void>;
  /** Told of every change: a new post keeps its draft. */
  readonly onChange?: (values: PostValues) => void;
}

/** State of the post editor. Nothing typed is lost by a refusal; leaving with an upload under way asks first. */
export function usePostEditor({ initial, initialPhotos, photos: mode, save, onChange }: PostEditorWorld) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<PostErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const uploads = usePhotoUploads(initialPhotos);
  useLeaveWarning(uploads.busy);
  const set = (change: Partial<PostValues>) => {
    const next = { ...values, ...change };
    setValues(next);
    setErrors({});
    onChange?.(next);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const count = mode === 'fixed' ? 1 : uploads.photos.length;
    const found = postErrors(values, { count, busy: uploads.busy, failed: uploads.failed });
    setErrors(found);
    setProblem(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await save(bodyOf(values, uploads.photos.flatMap(({ fileId }) => (fileId ? [fileId] : []))));
    } catch (caught) {
      setProblem(problemMessage(caught));
    } finally {
      setBusy(false);
    }
  };
  return { values, set, errors, uploads, busy, problem, submit: (event: FormEvent) => void submit(event) };
}
