import { Button } from '#ui/content/button.tsx';
import type { FormError } from '#ui/forms/form-errors.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { SavingSoon } from '../../base/files/use-after-upload.tsx';
import styles from './editor-actions.module.css';

/** The state an item is saved with; undefined keeps its current state. */
export type RequestedState = 'draft' | 'published' | 'archived' | undefined;
export interface EditorAction {
  readonly label: string;
  readonly requestedState: RequestedState;
}

export const publish = (later: boolean): EditorAction => ({
  label: later ? 'Schedule' : 'Publish',
  requestedState: 'published',
});
export const saveAsDraft: EditorAction = { label: 'Save as draft', requestedState: 'draft' };
export const saveDraft: EditorAction = { label: 'Save draft', requestedState: undefined };
export const saveChanges: EditorAction = { label: 'Save changes', requestedState: undefined };
export const backToDraft: EditorAction = { label: 'Move to drafts', requestedState: 'draft' };
export const saveAndRestore: EditorAction = { label: 'Save and restore', requestedState: 'published' };

export interface EditorButtonsProps {
  /** The available actions. The first one is the primary action and submits the form. */
  readonly actions: readonly EditorAction[];
  /** The action in progress. */
  readonly busy: RequestedState | 'changes' | null;
  readonly send: (asked: RequestedState) => void;
  /** Cancels a save that waits for uploads; null if none does. */
  readonly onStopWaiting?: (() => void) | null;
}

/** The action buttons of an editor, which stay in view however long it is. */
export function EditorButtons({ actions: [main, ...more], busy, send, onStopWaiting }: EditorButtonsProps) {
  const isBusy = ({ requestedState: asked }: EditorAction) => busy === (asked ?? 'changes');
  if (!main) return <SavingSoon onStop={onStopWaiting} />;
  return (
    <div className={styles.bar} role="group" aria-label="Save">
      <Stack gap={12}>
        <SavingSoon onStop={onStopWaiting} />
        <Row gap={12}>
          <Button type="submit" variant="primary" large busy={isBusy(main)}>
            {main.label}
          </Button>
          {more.map((action) => (
            <Button
              key={action.label}
              large
              busy={isBusy(action)}
              onClick={() => send(action.requestedState)}
            >
              {action.label}
            </Button>
          ))}
        </Row>
      </Stack>
    </div>
  );
}

/** Field errors, each linking to its field, and the server's error. */
export const listedErrors = <Name extends string>(
  errors: Partial<Record<Name, string>>,
  problem: string | null,
  fieldIds: Partial<Record<Name, string>>,
): FormError[] => [
  ...(Object.entries(errors) as [Name, string][]).map(([name, message]) => ({
    ...(fieldIds[name] && { fieldId: fieldIds[name] }),
    message,
  })),
  ...(problem ? [{ message: problem }] : []),
];
