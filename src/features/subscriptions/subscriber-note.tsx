import { limits } from '#config/limits';
import type { Subscriber } from '#contract/subscriptions';
import { useWriteSubscriberNoteMutation } from '#state/api-subscribers';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { FormErrors } from '#ui/form-errors';
import { Stack } from '#ui/stack';
import { TextArea } from '#ui/text-input';
import { toast } from '#ui/toast';
import { useForm } from '#ui/use-form';

/** What the creator remembers of a fan. */
export function SubscriberNote({ subscriber, onClose }: { subscriber: Subscriber; onClose: () => void }) {
  const [write] = useWriteSubscriberNoteMutation();
  const form = useForm({
    initial: { note: subscriber.note },
    submit: async ({ note }) => {
      await write({ id: subscriber._id, note: note.trim() }).unwrap();
      toast.success(note.trim() ? 'Note saved' : 'Note removed');
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={`Note about ${subscriber.user.name}`}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <FormErrors errors={form.errors} />
          <TextArea
            label="Note"
            hint="Only you can read it. Empty, it is removed."
            maxLength={limits.text.reason}
            counted
            {...form.text('note')}
          />
          <Button type="submit" variant="primary" block busy={form.busy}>
            Save the note
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
