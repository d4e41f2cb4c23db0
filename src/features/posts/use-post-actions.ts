import type { PostUpdate, OwnPost } from '#contract/posts.ts';
import { plural } from '#lib/format.ts';
import { problemMessage } from '#lib/problem.ts';
import {
  useDeletePostMutation,
  useDuplicatePostMutation,
  useUpdatePostMutation,
} from '#state/api/own-posts.ts';
import { toast } from '#ui/overlays/toast.ts';

/**
 * Runs sequentially, because each change updates the same counts, and stops at the first error, which would
 * likely apply to the rest too.
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

/** Shows the outcome, including what was done before an error. */
const report = (
  { done, error }: { done: number; error: unknown },
  said: (count: number) => string,
): boolean => {
  if (error) toast.error(done > 0 ? `${said(done)}, then: ${problemMessage(error)}` : problemMessage(error));
  else toast.success(said(done));
  return !error;
};

/** Messages after publishing, by resulting state. */
export const publishedTexts: Partial<Record<OwnPost['state'], string>> = {
  published: 'Published',
  scheduled: 'Scheduled',
  processing: 'It will be published when its files are ready',
};

/** Actions on posts in the list, each with a toast for the outcome. */
export function usePostActions() {
  const [update] = useUpdatePostMutation();
  const [remove] = useDeletePostMutation();
  const [copy] = useDuplicatePostMutation();
  const change = async (feeds: readonly OwnPost[], body: PostUpdate, said: (count: number) => string) =>
    report(await inTurn(feeds, ({ _id }) => update({ id: _id, body })), said);
  return {
    /** Changes one of several posts; its outcome is shown with that of the others. */
    save: (id: string, body: PostUpdate) => update({ id, body }),
    pin: (feed: OwnPost, pinned: boolean) =>
      void change([feed], { pinned }, () => (pinned ? 'Pinned to the top of your page' : 'Unpinned')),
    publish: async ({ _id }: OwnPost) => {
      const { data, error } = await update({ id: _id, body: { state: 'published' } });
      report({ done: error ? 0 : 1, error }, () => (data && publishedTexts[data.state]) ?? 'Changes saved');
    },
    /** Resolves with the copy, or null if it couldn't be made. */
    duplicate: async ({ _id }: OwnPost): Promise<OwnPost | null> => {
      const { data, error } = await copy(_id);
      report({ done: error ? 0 : 1, error }, () => 'Copied as a draft');
      return data ?? null;
    },
    restore: (feed: OwnPost) => void change([feed], { state: 'published' }, () => 'Restored'),
    archive: (feeds: readonly OwnPost[]) =>
      change(feeds, { state: 'archived' }, (count) =>
        count === 1 ? 'Archived' : `${plural(count, 'post')} archived`,
      ),
    /**
     * Resolves with a function that shows the outcome and returns whether all posts were deleted. Call it
     * once the confirmation dialog is closed, because a toast inside the dialog would disappear with it.
     */
    remove: async (feeds: readonly OwnPost[]) => {
      const result = await inTurn(feeds, ({ _id }) => remove(_id));
      return () =>
        report(result, (count) => (count === 1 ? 'Post deleted' : `${plural(count, 'post')} deleted`));
    },
  };
}
export type PostActions = ReturnType<typeof usePostActions>;
