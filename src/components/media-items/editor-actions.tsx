import { Button } from '#ui/content/button.tsx';
import type { FormError } from '#ui/forms/form-errors.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { SavingSoon } from '../files/use-after-upload.tsx';

/** What becomes of a media item by saving it; undefined leaves its state as it is. */
export type Asked = 'draft' | 'published' | 'archived' | undefined;
export interface EditorAction {
  readonly label: string;
  readonly asked: Asked;
}

export const publish = (later: boolean): EditorAction => ({
  label: later ? 'Schedule' : 'Publish',
  asked: 'published',
});
export const saveAsDraft: EditorAction = { label: 'Save as draft', asked: 'draft' };
export const saveDraft: EditorAction = { label: 'Save draft', asked: undefined };
export const saveChanges: EditorAction = { label: 'Save changes', asked: undefined };
export const backToDraft: EditorAction = { label: 'Move to drafts', asked: 'draft' };
export const saveAndRestore: EditorAction = { label: 'Save and restore', asked: 'published' };

export interface EditorButtonsProps {
  /** What can be done, the first of them the editor's purpose: the form is sent by it. */
  readonly actions: readonly EditorAction[];
  /** What is being done. */
  readonly busy: Asked | 'changes' | null;
  readonly send: (asked: Asked) => void;
  /** It is saved once the files have arrived; this calls it off. Null where nothing waits. */
  readonly onStopWaiting?: (() => void) | null;
}

/** Under an editor: what can be done with the work. */
export function EditorButtons({ actions: [main, ...more], busy, send, onStopWaiting }: EditorButtonsProps) {
  const isBusy = ({ asked }: EditorAction) => busy === (asked ?? 'changes');
  return (
    <Stack gap={12}>
      <SavingSoon onStop={onStopWaiting} />
      <Row gap={12}>
        {main ? (
          <Button type="submit" variant="primary" large busy={isBusy(main)}>
            {main.label}
          </Button>
        ) : null}
        {more.map((action) => (
          <Button key={action.label} large busy={isBusy(action)} onClick={() => send(action.asked)}>
            {action.label}
          </Button>
        ))}
      </Row>
    </Stack>
  );
}

/** What is wrong with an editor's fields, each leading to its own, and what the server said. */
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
