import { useRouter } from 'next/router';
import { routes } from '#config/routes.ts';
import type { OwnVideo } from '#contract/content/videos.ts';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import type { VideoActions } from './use-video-actions.ts';

/** The actions available in each state, besides editing and deleting. */
function moves(video: OwnVideo, { publish, archive }: VideoActions): MenuItem[] {
  if (video.state === 'published') return [{ label: 'Archive', onSelect: () => void archive([video]) }];
  if (video.state === 'archived') return [{ label: 'Restore', onSelect: () => void publish(video) }];
  return video.state === 'draft' && video.file
    ? [{ label: 'Publish', onSelect: () => void publish(video) }]
    : [];
}

/** The menu of a row. */
export function VideoMenu({
  video,
  actions,
  onDelete,
}: {
  video: OwnVideo;
  actions: VideoActions;
  onDelete: () => void;
}) {
  const router = useRouter();
  return (
    <Menu
      label={`Actions for “${video.title}”`}
      items={[
        ...(video.publishedAt ? [{ label: 'View video', href: routes.video(video._id) }] : []),
        { label: 'Edit', onSelect: () => void router.push(routes.editVideo(video._id)) },
        ...moves(video, actions),
        { label: 'Delete', danger: true, divided: true, onSelect: onDelete },
      ]}
    />
  );
}
