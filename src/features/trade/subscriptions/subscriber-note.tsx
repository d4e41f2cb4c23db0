import { limits } from '#config/limits.ts';
import type { Subscriber } from '#contract/trade/subscriptions.ts';
import { writeSubscriberNote } from '#services/trade/subscribers.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { TextArea } from '#ui/forms/text-input.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { useForm } from '#ui/forms/use-form.ts';

/** Edits the creator's private note about a fan. */
export function SubscriberNote({ subscriber, onClose }: { subscriber: Subscriber; onClose: () => void }) {
  const [write] = useWrite(writeSubscriberNote);
  const form = useForm({
    initial: { note: subscriber.note },
    submit: async ({ note }) => {
      await write({ params: { id: subscriber._id }, body: { note: note.trim() } }).unwrap();
      toast.success(note.trim() ? 'Note saved' : 'Note removed');
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={`Note about ${subscriber.user.name}`}>
      <Form onSubmit={form.onSubmit}>
        <Stack>
          <FormErrors errors={form.errors} />
          <TextArea
            label="Note"
            hint="Only you can see it. Clear the text to remove it."
            maxLength={limits.text.note}
            counted
            {...form.text('note')}
          />
          <Button type="submit" variant="primary" block busy={form.busy}>
            Save note
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
