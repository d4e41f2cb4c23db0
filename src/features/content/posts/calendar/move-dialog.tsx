import { clockTime } from '#lib/format-time.ts';
import { timeZone } from '#lib/local-time.ts';
import { DateField } from '#ui/antd/date-field.tsx';
import { Button } from '#ui/content/button.tsx';
import { useNow } from '#ui/content/relative-time.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toDay, onDay } from './month-days.ts';
import type { Entry, Moving } from './use-moving.ts';

export interface MoveDialogProps {
  readonly entry: Entry;
  readonly move: Moving['move'];
  readonly onClose: () => void;
}

/** Asks for the day to which a scheduled post is moved. */
export function MoveDialog({ entry, move, onClose }: MoveDialogProps) {
  const now = useNow();
  const form = useForm({
    initial: { day: toDay(entry.at) },
    check: ({ day }) => (day ? {} : { day: 'Choose a day.' }),
    submit: async ({ day }) => {
      const reason = await move(entry, onDay(entry.at, day));
      // In the form of a refused call, which the form shows at the field.
      if (reason) throw Object.assign(new Error(reason), { errors: [{ field: 'day', message: reason }] });
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={`Move “${entry.title ?? 'Post'}”`}>
      <Form onSubmit={form.onSubmit}>
        <Stack>
          <FormErrors errors={form.errors} />
          <DateField
            kind="date"
            label="Day"
            hint={`It’s still published at ${clockTime(new Date(entry.at))}, your time (${timeZone()}).`}
            min={toDay(new Date(now))}
            required
            {...form.picked('day')}
          />
          <Button type="submit" variant="primary" block busy={form.busy}>
            Move post
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
