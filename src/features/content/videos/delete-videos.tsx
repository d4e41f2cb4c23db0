import type { OwnVideo } from '#contract/content/videos.ts';
import { plural } from '#lib/format.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { useState } from 'react';
import { useVideoActions } from './use-video-actions.ts';

export interface DeleteVideosProps {
  readonly videos: readonly [OwnVideo, ...OwnVideo[]];
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

/** Asks for confirmation, explaining that buyers keep access. */
export function DeleteVideos({ videos, onClose, onDeleted }: DeleteVideosProps) {
  const { remove } = useVideoActions();
  const [busy, setBusy] = useState(false);
  const sold = videos.reduce((sum, video) => sum + video.sold, 0);
  const one = videos.length === 1;
  const confirm = async () => {
    setBusy(true);
    const gone = await remove(videos);
    onClose();
    if (gone) onDeleted?.();
  };
  const kept =
    sold > 0
      ? ` The ${plural(sold, 'person', 'people')} who bought ${one ? 'it' : 'them'} can still watch.`
      : '';
  return (
    <ConfirmDialog
      open
      title={one ? `Delete “${videos[0].title}”?` : `Delete ${videos.length} videos?`}
      text={`${one ? 'It disappears' : 'They disappear'} from your page with all its comments. This can’t be undone.${kept}`}
      confirmLabel={one ? 'Delete video' : `Delete ${videos.length} videos`}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
