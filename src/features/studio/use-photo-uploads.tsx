import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { limits } from '#config/limits';
import type { FileView } from '#contract/common';
import { problemCode, problemMessage } from '#lib/problem';
import { uploadFeedPhoto } from '#services/feeds';
import { newIntentKey } from '#services/intent-key';
import { useApi } from '#state/hooks';

/** A photo of a post in the making: on its way, failed, or on the server. */
export interface Photo {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  readonly state: 'uploading' | 'processing' | 'done' | 'failed';
  readonly percent: number;
  readonly reason: string | null;
  /** An address that shows it now: of the local file, then of the server's. */
  readonly preview: string | null;
  readonly fileId: string | null;
  readonly file: File | null;
}

const smallest = (view: FileView): string | null => view.sizes[0]?.url ?? view.thumbnails[0]?.url ?? view.url;

/** A photo that a post already has. */
export const keptPhoto = (view: FileView): Photo => ({
  key: view._id, name: view.alt || 'Photo', bytes: view.bytes, state: 'done', percent: 100, reason: null, preview: smallest(view), fileId: view._id, file: null,
});

const waiting = (file: File): Photo => ({
  key: newIntentKey(), name: file.name, bytes: file.size, state: 'uploading', percent: 0, reason: null, preview: URL.createObjectURL(file), fileId: null, file,
});

/** Ends what is under way and frees the local pictures, once the editor is gone. */
function useTidyUp(stops: RefObject<Map<string, AbortController>>, photos: readonly Photo[]): void {
  const latest = useRef(photos);
  useEffect(() => {
    latest.current = photos;
  }, [photos]);
  useEffect(() => {
    const running = stops.current;
    return () => {
      for (const stop of running.values()) stop.abort();
      for (const { file, preview } of latest.current) if (file && preview) URL.revokeObjectURL(preview);
    };
  }, [stops]);
}

/** Two neighbours change places; nothing happens at the ends. */
function moved(photos: readonly Photo[], key: string, by: -1 | 1): readonly Photo[] {
  const from = photos.findIndex((photo) => photo.key === key);
  const [mine, other] = [photos[from], photos[from + by]];
  return mine && other ? photos.with(from, other).with(from + by, mine) : photos;
}

/** Sends photos as they are picked, each with its progress; a failed one keeps its file for another try. */
export function usePhotoUploads(initial: readonly Photo[]) {
  const api = useApi();
  const [photos, setPhotos] = useState(initial);
  const stops = useRef(new Map<string, AbortController>());
  const change = (key: string, next: Partial<Photo>) => setPhotos((now) => now.map((photo) => (photo.key === key ? { ...photo, ...next } : photo)));

  const send = async ({ key, file }: Photo) => {
    if (!file) return;
    const stop = new AbortController();
    stops.current.set(key, stop);
    change(key, { state: 'uploading', percent: 0, reason: null });
    // The last byte sent is where the server begins to work.
    const onProgress = (percent: number) => change(key, { percent, state: percent < 100 ? 'uploading' : 'processing' });
    try {
      const view = await uploadFeedPhoto(api, { files: { file }, body: {}, customData: { name: file.name }, onProgress, signal: stop.signal });
      change(key, { state: 'done', fileId: view._id, percent: 100 });
    } catch (caught) {
      if (problemCode(caught) !== 'aborted') change(key, { state: 'failed', reason: problemMessage(caught) });
    } finally {
      stops.current.delete(key);
    }
  };
  useTidyUp(stops, photos);
  return {
    photos,
    add: (files: readonly File[]) => {
      const added = files.slice(0, Math.max(0, limits.photosPerPost - photos.length)).map(waiting);
      setPhotos([...photos, ...added]);
      for (const photo of added) void send(photo);
    },
    retry: (photo: Photo) => void send(photo),
    remove: ({ key }: Photo) => {
      stops.current.get(key)?.abort();
      setPhotos((now) => now.filter((photo) => photo.key !== key));
    },
    /** One place earlier or later. */
    move: ({ key }: Photo, by: -1 | 1) => setPhotos((now) => moved(now, key, by)),
    busy: photos.some(({ state }) => state === 'uploading' || state === 'processing'),
    failed: photos.some(({ state }) => state === 'failed'),
  };
}
