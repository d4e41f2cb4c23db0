import { useRef, useState } from 'react';
import type { CollectedBookmark } from '#contract/content/collections.ts';
import { problemMessage } from '#lib/problem.ts';
import { addToCollection, removeFromCollection } from '#services/content/collections.ts';
import { useWrite } from '#state/query/hooks.ts';
import { toast } from '#ui/overlays/toast.ts';
import { useBookmarkUndo } from './use-bookmark-undo.ts';

/** Where an item was removed from: this collection alone, or the bookmarks and so every collection. */
type Removed = 'collection' | 'bookmarks';

/** Removes an item of a collection and puts it back, optimistically; a refusal is shown and rolled back. */
export function useCollected({ objectType, _id: objectId }: CollectedBookmark, id: string) {
  const bookmark = useBookmarkUndo({ objectType, objectId });
  const [add] = useWrite(addToCollection);
  const [take] = useWrite(removeFromCollection);
  const [removedFrom, setRemovedFrom] = useState<Removed | null>(null);
  const earlier = useRef<Promise<unknown>>(Promise.resolve());
  const place = { id, objectType, objectId };
  const put = async (on: boolean): Promise<boolean> => {
    const { error } = await (on ? add : take)({ params: place });
    if (error) toast.error(problemMessage(error));
    return !error;
  };
  /** One after another: an undo may be pressed before the removal is answered. */
  const change = async (next: Removed | null, send: () => Promise<boolean>) => {
    setRemovedFrom(next);
    const sent = earlier.current.then(send);
    earlier.current = sent;
    if (!(await sent)) setRemovedFrom(removedFrom);
  };
  return {
    removedFrom,
    remove: (from: Removed) => change(from, () => (from === 'collection' ? put(false) : bookmark.remove())),
    restore: () => change(null, () => (removedFrom === 'collection' ? put(true) : bookmark.restore())),
  };
}
