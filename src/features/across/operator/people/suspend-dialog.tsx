import type { DeskPerson } from '#contract/across/operator/people.ts';
import type { DecisionGround } from '#contract/across/decisions.ts';
import { banPerson, suspendPerson } from '#services/across/operator/people.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Select } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import {
  type StatementValues,
  StatementFields,
  checkStatement,
  emptyStatement,
} from '../parts/statement-fields.tsx';
import { dayOptions, endAfter, suspensionWords } from './person-actions.ts';

interface Values extends StatementValues {
  days: string;
}

/** Asks for the statement of reasons that the person receives, and suspends or bans them. */
export function SuspendDialog({
  person,
  action,
  onClose,
}: {
  person: DeskPerson;
  action: 'suspend' | 'ban';
  onClose: () => void;
}) {
  const [suspend] = useWrite(suspendPerson);
  const [ban] = useWrite(banPerson);
  const { title, text, confirmLabel, done } = suspensionWords(person, action);
  const form = useForm<Values>({
    initial: { ...emptyStatement, days: '7' },
    check: checkStatement,
    submit: async ({ facts, rule, ground, days }) => {
      const params = { id: person._id };
      const body = { reason: facts.trim(), rule: rule.trim(), ground: ground as DecisionGround };
      const until = endAfter(days, Date.now());
      await (
        action === 'suspend' ? suspend({ params, body: { ...body, until } }) : ban({ params, body })
      ).unwrap();
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
          {action === 'suspend' ? (
            <Select label="For how long" options={dayOptions} {...form.text('days')} />
          ) : null}
          <StatementFields form={form} />
          <Button type="submit" variant="danger" block busy={form.busy}>
            {confirmLabel}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
