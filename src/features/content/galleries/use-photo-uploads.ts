import { useEffect, useEffectEvent, useRef } from 'react';
import type { Audience } from '#contract/core/schemas.ts';
import { photosChanged, uploadPhoto } from '#services/content/photos.ts';
import { api as records } from '#state/query/api.ts';
import { useApi, useAppStore } from '#state/hooks.ts';
import { useUploads } from '#components/base/files/use-uploads.ts';

/** Delay before the lists are refetched, in milliseconds, so that many uploads cause a single refetch. */
const restMs = 600;

export interface PhotoUploadsOptions {
  /** Target gallery; null for photos outside galleries. */
  readonly galleryId: string | null;
  /** Audience of photos outside galleries. */
  readonly audience?: Audience;
  /** For photos outside galleries: published at once, or drafts. */
  readonly state?: 'draft' | 'published';
  /** Called when all picked photos have arrived, with their ids in the order they were picked. */
  readonly onArrived?: (photoIds: readonly string[]) => void;
}

/**
 * Uploads photos to a gallery or outside galleries. Each leaves the list of uploads once it appears among the
 * photos.
 */
export function usePhotoUploads({ galleryId, audience, state, onArrived }: PhotoUploadsOptions) {
  const api = useApi();
  const store = useAppStore();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** Photo ids by file id, and the picked files in order. */
  const arrived = useRef(new Map<string, string>());
  const picked = useRef<string[]>([]);
  const filesOf = useRef(new Map<string, string>());
  const lookAgain = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => store.dispatch(records.util.invalidateTags([...photosChanged])), restMs);
  };
  const uploads = useUploads({
    async send(file, sending) {
      const body = galleryId ? { galleryId } : { ...(audience && { audience }), ...(state && { state }) };
      const photo = await uploadPhoto(api, { files: { file }, body, ...sending });
      arrived.current.set(photo.file._id, photo._id);
      lookAgain();
      return photo.file;
    },
  });
  const { items, busy, remove } = uploads;
  const settle = useEffectEvent(() => {
    for (const { key, fileId } of items) {
      if (!picked.current.includes(key)) picked.current.push(key);
      if (fileId) filesOf.current.set(key, fileId);
    }
    for (const item of items) if (item.state === 'ready') remove(item);
    if (busy || arrived.current.size === 0) return;
    const ids = picked.current.flatMap((key) => arrived.current.get(filesOf.current.get(key) ?? '') ?? []);
    arrived.current.clear();
    picked.current = items.filter(({ state: each }) => each === 'failed').map(({ key }) => key);
    onArrived?.(ids);
  });
  useEffect(() => settle(), [items, busy]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return uploads;
}
