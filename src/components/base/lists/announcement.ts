import { useEffect, useEffectEvent } from 'react';

/** What the page resumes after a login, held until the component that handles it has mounted. */
let waiting: { readonly key: string; readonly text: string | null } | null = null;
const listeners = new Set<() => void>();

export function arrive(key: string, text: string | null): void {
  waiting = { key, text };
  for (const listener of listeners) listener();
}

/** Calls `resume` once if the visitor started this action before logging in. */
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
