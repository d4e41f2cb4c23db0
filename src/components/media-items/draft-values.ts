import { useEffect, useRef, useState } from 'react';
import { selectAuthUser } from '#state/session/auth.ts';
import { useAppSelector } from '#state/hooks.ts';

/** What this device kept under a key; empty where it kept nothing, or nothing that can be read. */
export function readDraft<T extends object>(key: string): Partial<T> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

/** Keeps a draft on this device; null forgets it. */
export function writeDraft(key: string, draft: object | null): void {
  try {
    if (draft) localStorage.setItem(key, JSON.stringify(draft));
    else localStorage.removeItem(key);
  } catch {
    // A full or forbidden storage: what was typed is still in the editor.
  }
}

/** The key of what an account began and hasn't saved: `draft:post:…`. */
export const draftKey = (kind: string, accountId: string): string => `draft:${kind}:${accountId}`;

interface Start<T> {
  /** What was typed is kept on this device until it is saved. */
  readonly isNew: boolean;
  readonly first: () => T;
}

/**
 * The values of an editor. Those of a new thing are kept on this device until it is saved: a reload, or a
 * page left by mistake, loses nothing. `kind` names the thing: "video".
 */
export function useDraftValues<T extends object>(kind: string, { isNew, first: begin }: Start<T>) {
  const key = draftKey(kind, useAppSelector(selectAuthUser)?._id ?? '');
  const [first] = useState(begin);
  const [values, setValues] = useState<T>(first);
  const keeps = useRef(isNew);
  // Not with the first drawing: the server, which knows nothing of this device, may have drawn the same.
  useEffect(() => {
    const kept = keeps.current ? readDraft<T>(key) : {};
    if (Object.keys(kept).length > 0) setValues((now) => ({ ...now, ...kept }));
  }, [key]);
  useEffect(() => {
    if (keeps.current && values !== first) writeDraft(key, values);
  }, [key, values, first]);
  return {
    values,
    setValues,
    /** It is saved: the next new one begins empty. */
    forget: () => {
      if (!keeps.current) return;
      keeps.current = false;
      writeDraft(key, null);
    },
  };
}
