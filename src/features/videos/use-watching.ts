import { useState } from 'react';
import type { Video } from '#contract/videos.ts';
import { countVideoView, saveVideoProgress } from '#services/videos.ts';
import { selectLoggedIn } from '#state/session/auth.ts';
import { useApi, useAppSelector } from '#state/hooks.ts';

const keyOf = (id: string) => `watched:${id}`;

/** Visitors have no account to remember it for them: this device does. */
const readLocal = (id: string): number | null => {
  try {
    const kept = Number(localStorage.getItem(keyOf(id)));
    return kept > 0 ? kept : null;
  } catch {
    return null;
  }
};
const writeLocal = (id: string, seconds: number): void => {
  try {
    if (seconds > 0) localStorage.setItem(keyOf(id), String(seconds));
    else localStorage.removeItem(keyOf(id));
  } catch {
    // A full or forbidden storage: the next visit begins at the beginning.
  }
};

/**
 * Counts that somebody watches, and remembers how far they came. A failure costs a line in a statistic,
 * nothing else.
 */
export function useWatching({ _id: id, progress }: Pick<Video, '_id' | 'progress'>) {
  const api = useApi();
  const loggedIn = useAppSelector(selectLoggedIn);
  // Drawn nowhere by the server, so that reading the device's memory at once disturbs nothing.
  const [at] = useState(() => progress ?? (typeof localStorage === 'undefined' ? null : readLocal(id)));
  const keep = (seconds: number) => {
    if (loggedIn) saveVideoProgress(api, id, seconds).catch(() => {});
    else writeLocal(id, seconds);
  };
  return { resume: { at, keep }, onPlay: () => void countVideoView(api, id).catch(() => {}) };
}
