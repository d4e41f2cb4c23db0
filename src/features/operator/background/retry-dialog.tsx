import { Button } from '#ui/content/button.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { TextArea } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';

export interface RetryDialogProps {
  readonly title: string;
  /** What it does. */
  readonly text: string;
  readonly label: string;
  /** Said once it is done. */
  readonly done: string;
  readonly onRetry: (reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the reason before something runs again. */
export function RetryDialog({ title, text, label, done, onRetry, onClose }: RetryDialogProps) {
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => (reason.trim() ? {} : { reason: 'Enter a reason.' }),
    submit: async ({ reason }) => {
      await onRetry(reason.trim());
      toast.success(done);
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={title}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <p>{text}</p>
          <FormErrors errors={form.errors} />
          <TextArea
            label="Reason"
            hint="Kept in the audit log."
            required
            compact
            maxLength={500}
            {...form.text('reason')}
          />
          <Button type="submit" variant="primary" block busy={form.busy}>
            {label}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
