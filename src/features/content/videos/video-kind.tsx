import { routes } from '#config/routes.ts';
import type { OwnVideo } from '#contract/content/videos.ts';
import { MediaItemStateChip } from '#components/content/media-items/media-states.tsx';
import { buyersKeep } from '#components/content/studio/removal-dialog.tsx';
import type { StudioKind } from '#components/content/studio/studio-kind.ts';
import { deleteVideo, updateVideo } from '#services/content/videos.ts';
import { useWrite } from '#state/query/hooks.ts';

/** Videos in the studio. */
export const videoKind: StudioKind<OwnVideo> = {
  noun: 'video',
  plural: 'videos',
  itemName: ({ title }) => title,
  StateLabel: ({ item }) => <MediaItemStateChip state={item.state} />,
  listPath: routes.creatorVideos,
  newPath: routes.newVideo,
  editPath: routes.editVideo,
  pagePath: routes.video,
  hasPage: ({ publishedAt }) => publishedAt !== null,
  useWrites: () => {
    const [update] = useWrite(updateVideo);
    const [remove] = useWrite(deleteVideo);
    return {
      update: (id, body) => update({ params: { id }, body }),
      remove: (id) => remove({ params: { id } }),
    };
  },
  publishing: {
    canPublish: ({ state, file }) => state === 'draft' && file !== null,
    canArchive: ({ state }) => state === 'published',
    canRestore: () => true,
  },
  removal: {
    verb: 'Delete',
    done: 'deleted',
    consequences: (videos) =>
      `${videos.length === 1 ? 'It disappears from your page with all its comments' : 'They disappear from your page with all their comments'}. This can’t be undone.${buyersKeep(videos, 'watch')}`,
  },
  bulkEdit: { tagged: true },
};
