import type { PostUpdate, OwnPost } from '#contract/posts.ts';
import { plural } from '#lib/format.ts';
import { problemMessage } from '#lib/problem.ts';
import { useDeletePostMutation, useUpdatePostMutation } from '#state/api/own-posts.ts';
import { toast } from '#ui/overlays/toast.ts';

/**
 * One after the other: each changes the same counts, and the first refusal says what is wrong with the rest
 * too.
 */
async function inTurn<T>(
  items: readonly T[],
  act: (item: T) => Promise<{ error?: unknown }>,
): Promise<{ done: number; error: unknown }> {
  for (const [done, item] of items.entries()) {
    const { error } = await act(item);
    if (error) return { done, error };
  }
  return { done: items.length, error: null };
}

/** Of several the first refusal ends the rest: what was done before it is said too. */
const report = (
  { done, error }: { done: number; error: unknown },
  said: (count: number) => string,
): boolean => {
  if (error) toast.error(done > 0 ? `${said(done)}, then: ${problemMessage(error)}` : problemMessage(error));
  else toast.success(said(done));
  return !error;
};

/** What becomes of a post that is to go out: now, at its time, or once its files are ready. */
export const publishedTexts: Partial<Record<OwnPost['state'], string>> = {
  published: 'Published',
  scheduled: 'Scheduled',
  processing: 'It will be published when its files are ready',
};

/** What can be done with posts from the list, each with a word on how it went. */
export function usePostActions() {
  const [update] = useUpdatePostMutation();
  const [remove] = useDeletePostMutation();
  const change = async (feeds: readonly OwnPost[], body: PostUpdate, said: (count: number) => string) =>
    report(await inTurn(feeds, ({ _id }) => update({ id: _id, body })), said);
  return {
    pin: (feed: OwnPost, pinned: boolean) =>
      void change([feed], { pinned }, () => (pinned ? 'Pinned to the top of your page' : 'Unpinned')),
    publish: async ({ _id }: OwnPost) => {
      const { data, error } = await update({ id: _id, body: { state: 'published' } });
      report({ done: error ? 0 : 1, error }, () => (data && publishedTexts[data.state]) ?? 'Changes saved');
    },
    restore: (feed: OwnPost) => void change([feed], { state: 'published' }, () => 'Restored'),
    archive: (feeds: readonly OwnPost[]) =>
      change(feeds, { state: 'archived' }, (count) =>
        count === 1 ? 'Archived' : `${plural(count, 'post')} archived`,
      ),
    /**
     * Gives a function that says how it went and whether all of them are gone: to be called once the dialog
     * that asked is closed, for a toast in it would go with it.
     */
    remove: async (feeds: readonly OwnPost[]) => {
      const result = await inTurn(feeds, ({ _id }) => remove(_id));
      return () =>
        report(result, (count) => (count === 1 ? 'Post deleted' : `${plural(count, 'post')} deleted`));
    },
  };
}
export type PostActions = ReturnType<typeof usePostActions>;
