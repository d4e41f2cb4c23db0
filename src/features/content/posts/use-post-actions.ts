import type { PostUpdate, OwnPost } from '#contract/content/posts/posts.ts';
import { plural } from '#lib/format.ts';
import { inTurn, reportTurns } from '#components/content/media-items/in-turn.ts';
import { deletePost, duplicatePost, updatePost } from '#services/content/posts/posts.ts';
import { useWrite } from '#state/query/hooks.ts';

/** Whether a post can be published again as it was: one that has expired can't, nor was a draft published. */
const canReturn = ({ state, expiresAt }: OwnPost): boolean =>
  state === 'published' && (expiresAt === null || Date.parse(expiresAt) > Date.now());

/** Messages after publishing, by resulting state. */
export const publishedTexts: Partial<Record<OwnPost['state'], string>> = {
  published: 'Published',
  scheduled: 'Scheduled',
  processing: 'It will be published when its files are ready',
};

/** Actions on posts in the list, each with a toast for the outcome. */
export function usePostActions() {
  const [update] = useWrite(updatePost);
  const [remove] = useWrite(deletePost);
  const [copy] = useWrite(duplicatePost);
  const change = async (posts: readonly OwnPost[], body: PostUpdate, said: (count: number) => string) =>
    reportTurns(await inTurn(posts, ({ _id }) => update({ params: { id: _id }, body })), said);
  return {
    /** Changes one of several posts; its outcome is shown with that of the others. */
    save: (id: string, body: PostUpdate) => update({ params: { id }, body }),
    pin: (post: OwnPost, pinned: boolean) =>
      void change([post], { pinned }, () => (pinned ? 'Pinned to the top of your page' : 'Unpinned')),
    publish: async ({ _id }: OwnPost) => {
      const { data, error } = await update({ params: { id: _id }, body: { state: 'published' } });
      reportTurns(
        { done: error ? 0 : 1, error },
        () => (data && publishedTexts[data.state]) ?? 'Changes saved',
      );
    },
    /** Resolves with the copy, or null if it couldn't be made. */
    duplicate: async ({ _id }: OwnPost): Promise<OwnPost | null> => {
      const { data, error } = await copy({ params: { id: _id } });
      reportTurns({ done: error ? 0 : 1, error }, () => 'Copied as a draft');
      return data ?? null;
    },
    restore: (post: OwnPost) => void change([post], { state: 'published' }, () => 'Restored'),
    archive: async (posts: readonly OwnPost[]) => {
      const result = await inTurn(posts, ({ _id }) =>
        update({ params: { id: _id }, body: { state: 'archived' } }),
      );
      const archived = posts.slice(0, result.done);
      const back = async () =>
        reportTurns(
          await inTurn(archived, ({ _id, pinned }) =>
            update({ params: { id: _id }, body: { state: 'published', ...(pinned && { pinned }) } }),
          ),
          (count) => (count === 1 ? 'Restored' : `${plural(count, 'post')} restored`),
        );
      return reportTurns(
        result,
        (count) => (count === 1 ? 'Archived' : `${plural(count, 'post')} archived`),
        archived.every(canReturn) ? { label: 'Undo', run: () => void back() } : undefined,
      );
    },
    /**
     * Resolves with a function that shows the outcome and returns whether all posts were deleted. Call it
     * once the confirmation dialog is closed, because a toast inside the dialog would disappear with it.
     */
    remove: async (posts: readonly OwnPost[]) => {
      const result = await inTurn(posts, ({ _id }) => remove({ params: { id: _id } }));
      return () =>
        reportTurns(result, (count) => (count === 1 ? 'Post deleted' : `${plural(count, 'post')} deleted`));
    },
  };
}
export type PostActions = ReturnType<typeof usePostActions>;
