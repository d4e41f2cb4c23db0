import { limits } from '#config/limits.ts';
import type { AdjustmentPurse } from '#contract/across/operator/adjustments.ts';
import type { DeskPerson } from '#contract/across/operator/people.ts';
import { formatMoney, formatTokens, parseAmount } from '#lib/format.ts';
import { proposeAdjustment } from '#services/across/operator/adjustments.ts';
import { useWrite } from '#state/query/hooks.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { Button } from '#ui/content/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Select, TextArea, TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { formatPersonName } from '../parts/person-link.tsx';

interface ProposeProps {
  readonly person: DeskPerson;
  readonly onClose: () => void;
}

/** What was typed, in tokens or cents; null if it is no amount. */
function parseSize(purse: AdjustmentPurse, typed: string): number | null {
  const size =
    purse === 'earnings' ? parseAmount(typed) : /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : null;
  return size === null || size < 1 ? null : size;
}

/** What there is, so that nobody has to look it up before taking some of it. */
function balanceHint({ figures }: DeskPerson, purse: AdjustmentPurse, currency: string): string {
  return purse === 'wallet'
    ? `The wallet has ${formatTokens(figures.wallet.balance)}.`
    : `${formatMoney(Math.max(figures.earnings?.available ?? 0, 0), currency)} is available.`;
}

const directions = [
  { value: 'give', label: 'Add to it' },
  { value: 'take', label: 'Take from it' },
];
const purses = [
  { value: 'wallet', label: 'Wallet' },
  { value: 'earnings', label: 'Earnings' },
];

function useProposal({ person, onClose }: ProposeProps) {
  const [propose] = useWrite(proposeAdjustment);
  return useForm({
    initial: { purse: 'wallet', direction: 'give', amount: '', reason: '', reference: '' },
    check: ({ purse, amount, reason }) => ({
      ...(parseSize(purse as AdjustmentPurse, amount) === null
        ? {
            amount: purse === 'wallet' ? 'Enter a whole number of tokens.' : 'Enter an amount like 12.50.',
          }
        : {}),
      ...(reason.trim() ? {} : { reason: 'Enter a reason.' }),
    }),
    submit: async ({ purse, direction, amount, reason, reference }) => {
      const body = {
        accountId: person._id,
        purse: purse as AdjustmentPurse,
        direction: direction as 'give' | 'take',
        amount: parseSize(purse as AdjustmentPurse, amount) ?? 0,
        reason: reason.trim(),
        reference: reference.trim(),
      };
      await propose({ body }).unwrap();
      toast.success('Adjustment proposed');
      onClose();
    },
  });
}

/** Proposes to correct someone's wallet or earnings. */
export function ProposeDialog({ person, onClose }: ProposeProps) {
  const { currency } = useAppSelector(selectSettings);
  const form = useProposal({ person, onClose });
  const purse = form.values.purse as AdjustmentPurse;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Propose an adjustment for ${formatPersonName(person)}`}
      dismissible={!form.busy}
    >
      <Form onSubmit={form.onSubmit}>
        <Stack>
          <p>
            Nothing is booked until it’s approved, by another operator if there is one. The person is then
            notified of the reason, and sees it in their history.
          </p>
          <FormErrors errors={form.errors} />
          {person.figures.earnings ? (
            <Select label="Balance" options={purses} {...form.text('purse')} />
          ) : null}
          <Select label="What to do" options={directions} {...form.text('direction')} />
          <TextInput
            label={purse === 'wallet' ? 'Tokens' : 'Amount'}
            inputMode={purse === 'wallet' ? 'numeric' : 'decimal'}
            prefix={purse === 'wallet' ? undefined : currency}
            hint={balanceHint(person, purse, currency)}
            required
            {...form.text('amount')}
          />
          <TextArea label="Reason" compact counted maxLength={limits.text.reason} {...form.text('reason')} />
          <TextInput
            label="Order, payout or payment"
            hint="Its number or ID, if it’s about one."
            maxLength={200}
            {...form.text('reference')}
          />
          <Button type="submit" variant="primary" block busy={form.busy}>
            Propose adjustment
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
