import type { ReactNode } from 'react';
import type { BulkItem } from '#components/content/media-items/bulk-edit-values.ts';
import { Button } from '#ui/content/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import type { useForm } from '#ui/forms/use-form.ts';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { type EditorAction, type RequestedState, listEditorActions } from './editor-actions.ts';
import type { StudioKind } from './studio-kind.ts';
import styles from './studio-editor.module.css';

type EditorForm = Pick<
  ReturnType<typeof useForm<object, RequestedState, string>>,
  'errors' | 'sending' | 'send' | 'onSubmit' | 'stopWaiting'
>;

export interface EditorButtonsProps extends Pick<EditorForm, 'sending' | 'send' | 'stopWaiting'> {
  /** The available actions. The first one is the primary action and submits the form. */
  readonly actions: readonly EditorAction[];
}

/** The action buttons of an editor, which stay in view however long it is. */
export function EditorButtons({ actions: [main, ...more], sending, send, stopWaiting }: EditorButtonsProps) {
  const isBusy = ({ requestedState }: EditorAction) => sending !== null && sending.as === requestedState;
  if (!main) return null;
  return (
    <div className={styles.bar} role="group" aria-label="Save">
      <Stack gap={12}>
        {stopWaiting ? (
          <Notice announce action={<Button onClick={stopWaiting}>Keep editing</Button>}>
            Saving as soon as every file has been uploaded.
          </Notice>
        ) : null}
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

export interface StudioEditorProps<Item extends BulkItem> {
  readonly kind: StudioKind<Item>;
  /** Null for a new item. */
  readonly item: Item | null;
  readonly form: EditorForm;
  /** It is to be published later. */
  readonly later?: boolean;
  readonly children: ReactNode;
}

/** The form of an item: its errors, its fields, and the actions for its state. */
export function StudioEditor<Item extends BulkItem>({
  kind,
  item,
  form,
  later = false,
  children,
}: StudioEditorProps<Item>) {
  const actions = listEditorActions(kind, item, later);
  return (
    <Form onSubmit={(event) => form.onSubmit(event, actions[0]?.requestedState)}>
      <Stack gap={24}>
        <FormErrors errors={form.errors} title="Before you can save" />
        {children}
        <EditorButtons {...form} actions={actions} />
      </Stack>
    </Form>
  );
}
