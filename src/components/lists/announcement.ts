import { useEffect, useEffectEvent } from 'react';

/** What a page goes on with after a login, until the part of it that knows how takes it. */
let waiting: { readonly key: string; readonly text: string | null } | null = null;
const listeners = new Set<() => void>();

export function arrive(key: string, text: string | null): void {
  waiting = { key, text };
  for (const listener of listeners) listener();
}

/** Goes on with what was begun here before the login, once. */
export function useAnnouncement(key: string, resume: (text: string | null) => void): void {
  const take = useEffectEvent(() => {
    if (waiting?.key !== key) return;
    const { text } = waiting;
    waiting = null;
    resume(text);
  });
  useEffect(() => {
    const look = () => take();
    look();
    listeners.add(look);
    return () => void listeners.delete(look);
  }, [key]);
}
