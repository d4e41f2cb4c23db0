import type { ReactNode } from 'react';
import type { BulkItem } from '#components/content/media-items/bulk-edit-values.ts';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/content/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Row } from '#ui/layout/stack.tsx';
import type { ItemKind } from './studio-kind.ts';

export interface BulkBarProps<Item extends BulkItem> {
  readonly kind: ItemKind<Item>;
  readonly items: readonly Item[];
  /** Where several can be edited. */
  readonly onEdit?: (items: readonly Item[]) => void;
  readonly onArchive: (items: readonly Item[]) => void;
  readonly onRemove: (items: readonly Item[]) => void;
  /** Selects every item on the page; null if all are. */
  readonly onAll: (() => void) | null;
  readonly onClear: () => void;
  /** Further actions, before the one that removes. */
  readonly children?: ReactNode;
}

/** A verb with the number that it concerns, unless that is all or none. */
const labelFor = (verb: string, concerned: number, selected: number): string =>
  concerned > 0 && concerned < selected ? `${verb} ${concerned}` : verb;

/** Bulk actions for the selected items. */
export function BulkBar<Item extends BulkItem>(props: BulkBarProps<Item>) {
  const { kind, items, onEdit, onArchive, onRemove, onAll, onClear, children } = props;
  const { noun, plural: many, publishing, removal } = kind;
  if (items.length === 0) return null;
  const archivable = items.filter((item) => publishing?.canArchive(item));
  const removable = items.filter((item) => !kind.isLocked?.(item));
  // “Cancel” alone would say that it leaves the selection.
  const removalVerb = removal.verb === 'Cancel' ? `Cancel ${many}` : removal.verb;
  return (
    <Card padding="tight" role="region" aria-label={`Selected ${many}`}>
      <Row gap={12}>
        <strong role="status">{plural(items.length, noun, many)} selected</strong>
        {onEdit ? <Button onClick={() => onEdit(items)}>Edit</Button> : null}
        {publishing ? (
          <Button disabled={archivable.length === 0} onClick={() => onArchive(archivable)}>
            {labelFor('Archive', archivable.length, items.length)}
          </Button>
        ) : null}
        {children}
        <Button variant="quietDanger" disabled={removable.length === 0} onClick={() => onRemove(removable)}>
          {removalVerb}
        </Button>
        {onAll ? (
          <Button variant="quiet" onClick={onAll}>
            Select all
          </Button>
        ) : null}
        <Button variant="quiet" onClick={onClear}>
          Clear selection
        </Button>
      </Row>
    </Card>
  );
}
