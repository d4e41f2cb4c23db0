import type { OwnVideo, VideoUpdate } from '#contract/content/videos.ts';
import { inTurn, reportTurns } from '#components/content/media-items/in-turn.ts';
import { plural } from '#lib/format.ts';
import { problemMessage } from '#lib/problem.ts';
import { deleteVideo, updateVideo } from '#services/content/videos.ts';
import { useWrite } from '#state/query/hooks.ts';
import { toast } from '#ui/overlays/toast.ts';
import { resultText } from './new-video-view.tsx';

/** Actions on videos in the list, each with a toast for the outcome. */
export function useVideoActions() {
  const [update] = useWrite(updateVideo);
  const [erase] = useWrite(deleteVideo);
  return {
    publish: async (video: OwnVideo) => {
      const result = await update({ params: { id: video._id }, body: { state: 'published' } });
      if (result.error) toast.error(problemMessage(result.error));
      else toast.success(resultText(result.data, video));
    },
    archive: async (videos: readonly OwnVideo[]) => {
      const put = (items: readonly OwnVideo[], state: 'archived' | 'published') =>
        inTurn(items, ({ _id }) => update({ params: { id: _id }, body: { state } }));
      const result = await put(videos, 'archived');
      const back = async () =>
        reportTurns(await put(videos.slice(0, result.done), 'published'), (count) =>
          count === 1 ? 'Restored' : `${plural(count, 'video')} restored`,
        );
      return reportTurns(
        result,
        (count) => (count === 1 ? 'Archived' : `${plural(count, 'video')} archived`),
        { label: 'Undo', run: () => void back() },
      );
    },
    /** Changes one of several videos; its outcome is shown with that of the others. */
    save: (id: string, body: VideoUpdate) => update({ params: { id }, body }),
    /** Resolves with whether all videos were deleted. */
    remove: async (videos: readonly OwnVideo[]) =>
      reportTurns(await inTurn(videos, ({ _id }) => erase({ params: { id: _id } })), (count) =>
        count === 1 ? 'Video deleted' : `${plural(count, 'video')} deleted`,
      ),
  };
}
export type VideoActions = ReturnType<typeof useVideoActions>;
