import { limits } from '#config/limits.ts';
import type { PayoutCase } from '#contract/across/operator/payouts.ts';
import { formatMoney } from '#lib/format.ts';
import { returnDeskPayout } from '#services/across/operator/cases.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Select, TextArea, TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { formatPersonName } from '../parts/person-link.tsx';

interface ReturnPayoutProps {
  readonly payout: PayoutCase;
  readonly onClose: () => void;
}

const reasons = [
  'The account is closed.',
  'The account number doesn’t exist.',
  'The account holder’s name doesn’t match the account.',
  'Your bank refused the transfer.',
];

/** Asks why the bank sent a paid payout back, and under which reference. */
export function ReturnPayoutDialog({ payout, onClose }: ReturnPayoutProps) {
  const [markReturned] = useWrite(returnDeskPayout);
  const form = useForm({
    initial: { reference: '', reason: '' },
    check: ({ reference, reason }) => ({
      ...(reference.trim() ? {} : { reference: 'Enter the bank’s reference.' }),
      ...(reason.trim() ? {} : { reason: 'Enter a reason.' }),
    }),
    submit: async ({ reference, reason }) => {
      await markReturned({
        params: { id: payout._id },
        body: { reason: reason.trim(), reference: reference.trim() },
      }).unwrap();
      toast.success('Payout marked as returned');
      onClose();
    },
  });
  const what = `${formatMoney(payout.amount, payout.currency)} to ${formatPersonName(payout.performer)}`;
  return (
    <Dialog open onClose={onClose} title={`Mark ${what} as returned?`} dismissible={!form.busy}>
      <Form onSubmit={form.onSubmit}>
        <Stack>
          <p>
            Once the bank has sent the money back. It returns to the creator’s balance, and they receive the
            reason. This can’t be undone.
          </p>
          <FormErrors errors={form.errors} />
          <TextInput label="Bank reference" maxLength={200} required {...form.text('reference')} />
          <Select
            label="Common reasons"
            placeholder="Choose one, or write your own"
            options={reasons.map((each) => ({ value: each, label: each }))}
            value={reasons.includes(form.values.reason) ? form.values.reason : ''}
            onChange={({ target }) => form.set('reason', target.value)}
          />
          <TextArea label="Reason" compact counted maxLength={limits.text.reason} {...form.text('reason')} />
          <Button type="submit" variant="danger" block busy={form.busy}>
            Mark as returned
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
