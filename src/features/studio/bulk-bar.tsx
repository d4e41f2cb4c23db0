import type { OwnFeed } from '#contract/feeds';
import { plural } from '#lib/format';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { Row } from '#ui/stack';

export interface BulkBarProps {
  readonly feeds: readonly OwnFeed[];
  readonly onArchive: (feeds: readonly OwnFeed[]) => void;
  readonly onDelete: (feeds: readonly OwnFeed[]) => void;
  /** Chooses every row there is on the page. */
  readonly onAll: () => void;
  readonly onClear: () => void;
}

const canArchive = ({ state }: OwnFeed): boolean => state === 'published' || state === 'expired';

/** What can be done with the chosen posts together. */
export function BulkBar({ feeds, onArchive, onDelete, onAll, onClear }: BulkBarProps) {
  const archivable = feeds.filter(canArchive);
  if (feeds.length === 0) return null;
  return (
    <Card padding="tight" role="region" aria-label="Chosen posts">
      <Row gap={12}>
        <strong role="status">{plural(feeds.length, 'post')} chosen</strong>
        <Button disabled={archivable.length === 0} onClick={() => onArchive(archivable)}>
          {archivable.length > 0 && archivable.length < feeds.length
            ? `Archive ${archivable.length}`
            : 'Archive'}
        </Button>
        <Button variant="quietDanger" onClick={() => onDelete(feeds)}>
          Delete
        </Button>
        <Button variant="quiet" onClick={onAll}>
          Choose all
        </Button>
        <Button variant="quiet" onClick={onClear}>
          Choose none
        </Button>
      </Row>
    </Card>
  );
}
