import type { OwnPost } from '#contract/content/posts/posts.ts';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/content/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Row } from '#ui/layout/stack.tsx';

export interface BulkBarProps {
  readonly posts: readonly OwnPost[];
  readonly onEdit: (posts: readonly OwnPost[]) => void;
  readonly onArchive: (posts: readonly OwnPost[]) => void;
  readonly onDelete: (posts: readonly OwnPost[]) => void;
  /** Selects every row on the page. */
  readonly onAll: () => void;
  readonly onClear: () => void;
}

const canArchive = ({ state }: OwnPost): boolean => state === 'published' || state === 'expired';

/** Bulk actions for the selected posts. */
export function BulkBar({ posts, onEdit, onArchive, onDelete, onAll, onClear }: BulkBarProps) {
  const archivable = posts.filter(canArchive);
  if (posts.length === 0) return null;
  return (
    <Card padding="tight" role="region" aria-label="Selected posts">
      <Row gap={12}>
        <strong role="status">{plural(posts.length, 'post')} selected</strong>
        <Button onClick={() => onEdit(posts)}>Edit</Button>
        <Button disabled={archivable.length === 0} onClick={() => onArchive(archivable)}>
          {archivable.length > 0 && archivable.length < posts.length
            ? `Archive ${archivable.length}`
            : 'Archive'}
        </Button>
        <Button variant="quietDanger" onClick={() => onDelete(posts)}>
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
