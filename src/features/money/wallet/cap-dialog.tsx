import type { SpendCap, SpendCaps } from '#contract/money/wallet.ts';
import { formatAmount, formatMoney, parseAmount, plural } from '#lib/format.ts';
import { uniqueItems } from '#state/query/pages.ts';
import { listPaidCreators, setSpendCap } from '#services/money/wallet.ts';
import { useList, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useRate } from '#ui/content/money.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Select, type SelectProps, TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { toast } from '#ui/overlays/toast.ts';
import { describeScope } from './cap-scope.ts';

export interface CapDialogProps {
  /** The limit to change; absent for a new one. */
  readonly cap?: Pick<SpendCap, 'performer' | 'amount'> | undefined;
  readonly raiseHours: number;
  readonly onClose: () => void;
}

/** Selects whom a new limit applies to. */
function Whom(field: Omit<SelectProps, 'label' | 'options'>) {
  const { data } = useList(listPaidCreators, { query: { limit: 100 } });
  const creators = uniqueItems(data).map(({ _id, performer }) => ({
    value: _id,
    label: performer.name,
  }));
  return <Select label="Applies to" placeholder="All creators" options={creators} {...field} />;
}

/** The outcome as the server reports it: a limit may already exist, and an increase takes effect later. */
function savedText({ data, raiseHours }: SpendCaps, whom: string, currency: string): string {
  const saved = data.find(({ performer }) => (performer?._id ?? '') === whom);
  if (saved?.next)
    return `${formatMoney(saved.next.amount ?? 0, currency)} a month takes effect in ${plural(raiseHours, 'hour')}.`;
  return `Your new limit: ${formatMoney(saved?.amount ?? 0, currency)} a month.`;
}

function useCapForm({ cap, onClose }: CapDialogProps) {
  const { currency } = useRate();
  const [save] = useWrite(setSpendCap);
  const form = useForm({
    initial: { performerId: cap?.performer?._id ?? '', amount: cap ? formatAmount(cap.amount) : '' },
    check: ({ amount }) => (parseAmount(amount) === null ? { amount: 'Enter an amount like 50.00.' } : {}),
    submit: async ({ performerId, amount }) => {
      const body = { amount: parseAmount(amount) ?? 0, ...(performerId !== '' && { performerId }) };
      const saved = await save({ body }).unwrap();
      onClose();
      toast.success(savedText(saved, performerId, currency));
    },
  });
  return { currency, form };
}

/** Sets or changes a limit. A decrease takes effect at once, an increase later. */
export function CapDialog(props: CapDialogProps) {
  const { cap, raiseHours, onClose } = props;
  const { currency, form } = useCapForm(props);
  return (
    <Dialog
      open
      onClose={onClose}
      title={cap ? `Edit the limit ${describeScope(cap.performer)}` : 'Set a monthly limit'}
    >
      <Form onSubmit={form.onSubmit}>
        <Stack>
          <FormErrors errors={form.errors} />
          {cap ? null : <Whom {...form.text('performerId')} />}
          <TextInput
            label="Monthly limit"
            prefix={currency}
            inputMode="decimal"
            autoComplete="off"
            hint={`A lower limit applies right away, a higher one after ${plural(raiseHours, 'hour')}.`}
            {...form.text('amount')}
          />
          <Button type="submit" variant="primary" large block busy={form.busy}>
            Save limit
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
