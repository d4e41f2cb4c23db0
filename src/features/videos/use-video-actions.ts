import type { OwnVideo, VideoUpdate } from '#contract/videos.ts';
import { plural } from '#lib/format.ts';
import { problemMessage } from '#lib/problem.ts';
import { useDeleteVideoMutation, useUpdateVideoMutation } from '#state/api/own-videos.ts';
import { toast } from '#ui/overlays/toast.ts';
import { resultText } from './new-video-view.tsx';

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

function report({ done, error }: { done: number; error: unknown }, said: (count: number) => string): boolean {
  if (error) toast.error(problemMessage(error));
  else toast.success(said(done));
  return !error;
}

/** Actions on videos in the list, each with a toast for the outcome. */
export function useVideoActions() {
  const [update] = useUpdateVideoMutation();
  const [erase] = useDeleteVideoMutation();
  const change = async (videos: readonly OwnVideo[], body: VideoUpdate, said: (count: number) => string) =>
    report(await inTurn(videos, ({ _id }) => update({ id: _id, body })), said);
  return {
    publish: async (video: OwnVideo) => {
      const result = await update({ id: video._id, body: { state: 'published' } });
      if (result.error) toast.error(problemMessage(result.error));
      else toast.success(resultText(result.data, video));
    },
    archive: (videos: readonly OwnVideo[]) =>
      change(videos, { state: 'archived' }, (count) =>
        count === 1 ? 'Archived' : `${plural(count, 'video')} archived`,
      ),
    /** Changes one of several videos; its outcome is shown with that of the others. */
    save: (id: string, body: VideoUpdate) => update({ id, body }),
    /** Resolves with whether all videos were deleted. */
    remove: async (videos: readonly OwnVideo[]) =>
      report(await inTurn(videos, ({ _id }) => erase(_id)), (count) =>
        count === 1 ? 'Video deleted' : `${plural(count, 'video')} deleted`,
      ),
  };
}
export type VideoActions = ReturnType<typeof useVideoActions>;
