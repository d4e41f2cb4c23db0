import { useEffect, useRef, useState } from 'react';
import { selectAuthUser } from '#state/session/auth.ts';
import { useAppSelector } from '#state/hooks.ts';

/** A draft saved on this device; empty if there is none or it can't be read. */
export function readDraft<T extends object>(key: string): Partial<T> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof stored === 'object' && stored !== null ? stored : {};
  } catch {
    return {};
  }
}

/** Saves a draft on this device; null removes it. */
export function writeDraft(key: string, draft: object | null): void {
  try {
    if (draft) localStorage.setItem(key, JSON.stringify(draft));
    else localStorage.removeItem(key);
  } catch {
    // Storage is full or blocked. The typed values are still in the editor.
  }
}

/** Storage key of an account's unsaved draft: `draft:post:…`. */
export const draftKey = (kind: string, accountId: string): string => `draft:${kind}:${accountId}`;

interface Start<T> {
  /** Values are saved on this device until the item is saved. */
  readonly isNew: boolean;
  readonly first: () => T;
  /** Brings a draft that an earlier version kept to the names of this one. */
  readonly upgrade?: (stored: Partial<T>) => Partial<T>;
}

/**
 * The values of an editor. Those of a new item are saved on this device until it is saved, so that a reload
 * or an accidental navigation loses nothing. `kind` is the kind of item, such as "video".
 */
export function useDraftValues<T extends object>(kind: string, { isNew, first: begin, upgrade }: Start<T>) {
  const key = draftKey(kind, useAppSelector(selectAuthUser)?._id ?? '');
  const [first] = useState(begin);
  const [values, setValues] = useState<T>(first);
  const keeps = useRef(isNew);
  // In an effect rather than the first render, because the server may have rendered the page without knowing
  // the draft.
  useEffect(() => {
    const stored = keeps.current ? readDraft<T>(key) : {};
    if (Object.keys(stored).length > 0) setValues((now) => ({ ...now, ...(upgrade?.(stored) ?? stored) }));
  }, [key, upgrade]);
  useEffect(() => {
    if (keeps.current && values !== first) writeDraft(key, values);
  }, [key, values, first]);
  return {
    values,
    setValues,
    /** Removes the draft after saving, so that the next new item starts empty. */
    forget: () => {
      if (!keeps.current) return;
      keeps.current = false;
      writeDraft(key, null);
    },
  };
}
