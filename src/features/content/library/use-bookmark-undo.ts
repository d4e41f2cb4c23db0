import { useRef } from 'react';
import { problemMessage } from '#lib/problem.ts';
import { type Collectable, addToCollection } from '#services/content/collections.ts';
import { useWrite } from '#state/query/hooks.ts';
import { reactTo, spreadReaction } from '#state/community/react.ts';
import { useAppStore } from '#state/hooks.ts';
import { toast } from '#ui/overlays/toast.ts';

/**
 * Removes a bookmark and restores it, with the collections it was in: a bookmark that goes leaves them. Each resolves
 * with false if the server refused, after showing why.
 */
export function useBookmarkUndo({ objectType, objectId }: Collectable) {
  const store = useAppStore();
  const [add] = useWrite(addToCollection);
  const wasIn = useRef<readonly string[]>([]);

  const mark = async (on: boolean) => {
    const reply = await reactTo(store, { objectType, objectId, action: 'bookmark' }, on);
    if (reply && reply !== 'waiting') void spreadReaction(store, 'bookmark', reply);
    return reply;
  };
  return {
    async remove(): Promise<boolean> {
      const reply = await mark(false);
      // Of a removal that waits for a connection, the collections aren't known: its undo restores the bookmark alone.
      wasIn.current = (reply !== 'waiting' && reply?.leftCollections) || [];
      return reply !== null;
    },
    async restore(): Promise<boolean> {
      const reply = await mark(true);
      // While the answer waits for a connection, so does the removal, and the collections are as they were.
      if (reply === null || reply === 'waiting') return reply !== null;
      const answers = await Promise.all(
        wasIn.current.map((id) => add({ params: { id, objectType, objectId } })),
      );
      const failed = answers.find(({ error }) => error);
      if (failed?.error) toast.error(problemMessage(failed.error));
      return true;
    },
  };
}
