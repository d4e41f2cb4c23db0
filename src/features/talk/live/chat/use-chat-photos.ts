import { useState } from 'react';
import type { ChangeEvent } from 'react';
import { limits } from '#config/limits.ts';
import type { FileView } from '#contract/core/schemas.ts';
import { problemMessage } from '#lib/problem.ts';
import { useFileStates } from '#components/base/files/use-file-states.ts';
import { uploadStreamPhoto } from '#services/talk/streams/chat.ts';
import { useApi } from '#state/hooks.ts';
import { toast } from '#ui/overlays/toast.ts';

/** Photos that go with the next message. A long animation is converted first. */
export function useChatPhotos() {
  const [photos, setPhotos] = useState<readonly FileView[]>([]);
  const api = useApi();
  const [isUploading, setUploading] = useState(false);
  const remove = (id: string) => setPhotos((now) => now.filter(({ _id }) => _id !== id));
  const refuse = (id: string, why: string) => {
    remove(id);
    toast.error(why);
  };
  const pending = photos.filter(({ state }) => state !== 'ready').map(({ _id }) => _id);
  useFileStates(pending, {
    onView(view) {
      if (view.state === 'failed') refuse(view._id, view.reason ?? 'This file couldn’t be processed.');
      else setPhotos((now) => now.map((each) => (each._id === view._id ? view : each)));
    },
    onGone: (id) => refuse(id, 'This upload has expired. Add the file again.'),
  });
  const add = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(currentTarget.files ?? [])].slice(0, limits.stream.messageFiles - photos.length);
    currentTarget.value = '';
    setUploading(true);
    for (const file of chosen) {
      try {
        const photo = await uploadStreamPhoto(api, { files: { file } });
        setPhotos((now) => [...now, photo]);
      } catch (problem) {
        toast.error(problemMessage(problem));
      }
    }
    setUploading(false);
  };
  return { photos, add, remove, clear: () => setPhotos([]), isBusy: isUploading || pending.length > 0 };
}
