import type { OwnPost } from '#contract/content/posts/posts.ts';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/content/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Row } from '#ui/layout/stack.tsx';

export interface BulkBarProps {
  readonly feeds: readonly OwnPost[];
  readonly onEdit: (feeds: readonly OwnPost[]) => void;
  readonly onArchive: (feeds: readonly OwnPost[]) => void;
  readonly onDelete: (feeds: readonly OwnPost[]) => void;
  /** Selects every row on the page. */
  readonly onAll: () => void;
  readonly onClear: () => void;
}

const canArchive = ({ state }: OwnPost): boolean => state === 'published' || state === 'expired';

/** Bulk actions for the selected posts. */
export function BulkBar({ feeds, onEdit, onArchive, onDelete, onAll, onClear }: BulkBarProps) {
  const archivable = feeds.filter(canArchive);
  if (feeds.length === 0) return null;
  return (
    <Card padding="tight" role="region" aria-label="Selected posts">
      <Row gap={12}>
        <strong role="status">{plural(feeds.length, 'post')} selected</strong>
        <Button onClick={() => onEdit(feeds)}>Edit</Button>
        <Button disabled={archivable.length === 0} onClick={() => onArchive(archivable)}>
          {archivable.length > 0 && archivable.length < feeds.length
            ? `Archive ${archivable.length}`
            : 'Archive'}
        </Button>
        <Button variant="quietDanger" onClick={() => onDelete(feeds)}>
          Delete
        </Button>
        <Button variant="quiet" onClick={onAll}>
          Select all
        </Button>
        <Button variant="quiet" onClick={onClear}>
          Clear selection
        </Button>
      </Row>
    </Card>
  );
}
