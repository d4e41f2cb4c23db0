import { limits } from '#config/limits.ts';
import { Button } from '#ui/content/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Select, TextArea } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';

/** What an action asks before it is done. */
export interface DeskAction {
  /** Names the object, as in "Reject @anna?" */
  readonly title: string;
  /** The consequences, and who is told what. */
  readonly text: string;
  readonly confirmLabel: string;
  /** Of the text to enter; defaults to "Reason". */
  readonly label?: string;
  /** Reasons that are often given. Choosing one fills in the text, which can still be changed. */
  readonly canned?: readonly string[];
  readonly isDanger?: boolean;
  /** Said once it is done. */
  readonly done: string;
  /** Does it. What it throws is shown in the dialog. */
  readonly act: (text: string) => Promise<unknown>;
}

/** Asks for the reason of an action and does it. */
export function ActionDialog({ action, onClose }: { action: DeskAction; onClose: () => void }) {
  const { title, text, confirmLabel, label = 'Reason', canned = [], isDanger, done, act } = action;
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => (reason.trim() === '' ? { reason: `Enter a ${label.toLowerCase()}.` } : {}),
    submit: async (values) => {
      await act(values.reason.trim());
      toast.success(done);
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={title} dismissible={!form.busy}>
      <Form onSubmit={form.onSubmit}>
        <Stack>
          <p>{text}</p>
          <FormErrors errors={form.errors} />
          {canned.length > 0 ? (
            <Select
              label="Common reasons"
              placeholder="Choose one, or write your own"
              options={canned.map((each) => ({ value: each, label: each }))}
              value={canned.includes(form.values.reason) ? form.values.reason : ''}
              onChange={({ target }) => form.set('reason', target.value)}
            />
          ) : null}
          <TextArea label={label} compact counted maxLength={limits.text.reason} {...form.text('reason')} />
          <Button type="submit" variant={isDanger ? 'danger' : 'primary'} block busy={form.busy}>
            {confirmLabel}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
