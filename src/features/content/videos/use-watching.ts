import { useState } from 'react';
import type { Video } from '#contract/content/videos.ts';
import { countVideoView, saveVideoProgress } from '#services/content/videos.ts';
import { selectLoggedIn } from '#state/session/auth.ts';
import { useApi, useAppSelector } from '#state/hooks.ts';

const storageKey = (id: string) => `watched:${id}`;

/** Visitors have no account, so their position is saved on this device. */
const readLocal = (id: string): number | null => {
  try {
    const stored = Number(localStorage.getItem(storageKey(id)));
    return stored > 0 ? stored : null;
  } catch {
    return null;
  }
};
const writeLocal = (id: string, seconds: number): void => {
  try {
    if (seconds > 0) localStorage.setItem(storageKey(id), String(seconds));
    else localStorage.removeItem(storageKey(id));
  } catch {
    // Storage is full or blocked, so the next visit starts at the beginning.
  }
};

/** Counts a view, and saves the playback position. Errors are ignored because nothing else depends on it. */
export function useWatching({ _id: id, progress }: Pick<Video, '_id' | 'progress'>) {
  const api = useApi();
  const loggedIn = useAppSelector(selectLoggedIn);
  // Reading local storage during render is safe here, because the server renders nothing from it.
  const [at] = useState(() => progress ?? (typeof localStorage === 'undefined' ? null : readLocal(id)));
  const keep = (seconds: number) => {
    // Sent even while the page is closing.
    const call = { params: { id }, body: { seconds }, keepalive: true };
    if (loggedIn) saveVideoProgress(api, call).catch(() => {});
    else writeLocal(id, seconds);
  };
  return { resume: { at, keep }, onPlay: () => void countVideoView(api, { params: { id } }).catch(() => {}) };
}
