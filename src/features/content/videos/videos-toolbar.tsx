import type { OwnVideo } from '#contract/content/videos.ts';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/content/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Row } from '#ui/layout/stack.tsx';
import type { VideoActions } from './use-video-actions.ts';

export interface VideosBarProps {
  readonly videos: readonly OwnVideo[];
  readonly actions: VideoActions;
  readonly onEdit: (videos: readonly OwnVideo[]) => void;
  readonly onDelete: (videos: readonly OwnVideo[]) => void;
  readonly onDone: () => void;
  /** Selects every row on the page. */
  readonly onAll: () => void;
}

/** Bulk actions for the selected videos. */
export function VideosBar({ videos, actions, onEdit, onDelete, onDone, onAll }: VideosBarProps) {
  const archivable = videos.filter(({ state }) => state === 'published');
  if (videos.length === 0) return null;
  return (
    <Card padding="tight" role="region" aria-label="Selected videos">
      <Row gap={12}>
        <strong role="status">{plural(videos.length, 'video')} selected</strong>
        <Button onClick={() => onEdit(videos)}>Edit</Button>
        <Button
          disabled={archivable.length === 0}
          onClick={() => void actions.archive(archivable).then(onDone)}
        >
          {archivable.length > 0 && archivable.length < videos.length
            ? `Archive ${archivable.length}`
            : 'Archive'}
        </Button>
        <Button variant="quietDanger" onClick={() => onDelete(videos)}>
          Delete
        </Button>
        <Button variant="quiet" onClick={onAll}>
          Select all
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Clear selection
        </Button>
      </Row>
    </Card>
  );
}
