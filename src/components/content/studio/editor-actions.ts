import type { BulkItem } from '#components/content/media-items/bulk-edit-values.ts';
import type { StudioKind } from './studio-kind.ts';

/** The state an item is saved with; undefined keeps its current state. */
export type RequestedState = 'draft' | 'published' | undefined;
export interface EditorAction {
  readonly label: string;
  readonly requestedState: RequestedState;
}
/** The actions of an editor by the state of its item, the primary one first. `later`: it is to be published later. */
export type EditorActions = Readonly<Record<string, (later: boolean) => readonly EditorAction[]>>;

export const saveChanges: EditorAction = { label: 'Save changes', requestedState: undefined };
export const backToDraft: EditorAction = { label: 'Move to drafts', requestedState: 'draft' };

const publish = (later: boolean, label = 'Publish'): EditorAction => ({
  label: later ? 'Schedule' : label,
  requestedState: 'published',
});
const waits = () => [saveChanges, backToDraft];

/** The actions of an item's editor; `item` is null for a new one. */
export function listEditorActions<Item extends BulkItem>(
  { publishing, editorActions }: StudioKind<Item>,
  item: Item | null,
  later: boolean,
): readonly EditorAction[] {
  const byState: EditorActions = {
    new: () => [publish(later, publishing?.label), { label: 'Save as draft', requestedState: 'draft' }],
    draft: () => [publish(later, publishing?.label), { label: 'Save draft', requestedState: undefined }],
    scheduled: () => [later ? saveChanges : publish(false, 'Publish now'), backToDraft],
    processing: waits,
    waiting: waits,
    failed: waits,
    published: () => [saveChanges],
    archived: () => [{ label: 'Save and restore', requestedState: 'published' }, saveChanges],
    ...editorActions,
  };
  return byState[item?.state ?? 'new']?.(later) ?? [];
}
