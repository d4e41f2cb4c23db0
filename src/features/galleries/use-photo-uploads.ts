import { useEffect, useEffectEvent, useRef } from 'react';
import type { Audience } from '#contract/core/schemas.ts';
import { uploadPhoto } from '#services/photos.ts';
import { photosChanged } from '#state/api/own-galleries.ts';
import { api as records } from '#state/query/api.ts';
import { useApi, useAppStore } from '#state/hooks.ts';
import { useUploads } from '#components/files/use-uploads.ts';

/** How long arrivals rest before the lists are looked at again: twenty at once are one look. */
const restMs = 600;

export interface PhotoUploadsOptions {
  /** Where they go; null for photos by themselves. */
  readonly galleryId: string | null;
  /** Who sees those by themselves. */
  readonly audience?: Audience;
  /** By themselves: out at once, or drafts. */
  readonly state?: 'draft' | 'published';
  /** All that were picked have arrived: the photos' ids, in the order in which they were picked. */
  readonly onArrived?: (photoIds: readonly string[]) => void;
}

/** Sends photos into a gallery, or by themselves. Each leaves the uploads once it stands among the photos. */
export function usePhotoUploads({ galleryId, audience, state, onArrived }: PhotoUploadsOptions) {
  const api = useApi();
  const store = useAppStore();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** Ids of photos by their file's, as they come; and the picks in their order. */
  const arrived = useRef(new Map<string, string>());
  const picked = useRef<string[]>([]);
  const filesOf = useRef(new Map<string, string>());
  const lookAgain = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => store.dispatch(records.util.invalidateTags(photosChanged)), restMs);
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
