import { useState } from 'react';
import type { BulkItem } from '#components/content/media-items/bulk-edit-values.ts';
import { reportTurns } from '#components/content/media-items/in-turn.ts';
import { RefusalNotice } from '#components/base/lists/refusal-notice.tsx';
import { plural } from '#lib/format.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { type ItemKind, capitalized } from './studio-kind.ts';
import { useItemActions } from './use-item-actions.ts';

export interface RemovalDialogProps<Item extends BulkItem> {
  readonly kind: ItemKind<Item>;
  /** At least one. */
  readonly items: readonly Item[];
  readonly onClose: () => void;
  /** Called once all are removed and the dialog is closed. */
  readonly onRemoved?: () => void;
}

/** Names two items and counts the rest. Items that share a name, such as photos without a caption, are only counted. */
function listNames<Item extends BulkItem>(
  { itemName, noun, plural: many }: ItemKind<Item>,
  items: readonly Item[],
) {
  const names = items.map((item) => `“${itemName(item)}”`);
  const [first = '', second, ...rest] = names;
  if (!second) return first;
  if (new Set(names).size < names.length) return plural(names.length, noun, many);
  return rest.length === 0
    ? `${first} and ${second}`
    : `${first}, ${second} and ${plural(rest.length, `more ${noun}`, `more ${many}`)}`;
}

/** Asks for confirmation, explaining what is lost and what buyers keep. */
export function RemovalDialog<Item extends BulkItem>({
  kind,
  items,
  onClose,
  onRemoved,
}: RemovalDialogProps<Item>) {
  const { remove } = useItemActions(kind);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const { noun, plural: many, removal } = kind;
  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    const result = await remove(items);
    setBusy(false);
    if (result.error && result.done === 0) return setProblem(result.error);
    // A toast in front of the dialog would disappear with it.
    onClose();
    const isDone = reportTurns(result, (count) =>
      count === 1 ? `${capitalized(noun)} ${removal.done}` : `${plural(count, noun, many)} ${removal.done}`,
    );
    return isDone ? onRemoved?.() : undefined;
  };
  return (
    <ConfirmDialog
      open
      title={`${removal.verb} ${listNames(kind, items)}?`}
      text={
        <Stack gap={12}>
          <p>{removal.consequences(items)}</p>
          {problem ? <RefusalNotice problem={problem} /> : null}
        </Stack>
      }
      confirmLabel={`${removal.verb} ${items.length === 1 ? noun : plural(items.length, noun, many)}`}
      {...(removal.verb === 'Cancel' && { cancelLabel: `Keep ${items.length === 1 ? noun : many}` })}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}

const sum = (items: readonly { readonly sold: number }[]) =>
  items.reduce((total, { sold }) => total + sold, 0);

/** `it` or `them`. */
export const pronoun = (items: readonly unknown[]): 'it' | 'them' => (items.length === 1 ? 'it' : 'them');

/** What buyers of deleted items can still do, as a sentence after a space; empty if nobody bought one. */
export const buyersKeep = (items: readonly { readonly sold: number }[], verb: 'see' | 'watch'): string => {
  const sold = sum(items);
  return sold > 0
    ? ` The ${plural(sold, 'person', 'people')} who bought ${pronoun(items)} can still ${verb} ${pronoun(items)}.`
    : '';
};
