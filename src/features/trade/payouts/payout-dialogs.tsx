import { limits } from '#config/limits.ts';
import type { Payout, PayoutQuote } from '#contract/trade/payouts.ts';
import { formatAmount, formatMoney, parseAmount } from '#lib/format.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import {
  ChangedElsewhere,
  hasAll,
  useChangedElsewhere,
} from '#components/base/writing/changed-elsewhere.tsx';
import { useApi } from '#state/hooks.ts';
import { calculatePayout, cancelPayout, getPayout, updatePayout } from '#services/trade/payouts.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ConfirmAction } from '#components/base/lists/confirm-action.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { TextArea } from '#ui/forms/text-input.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { useForm } from '#ui/forms/use-form.ts';
import { AmountFields, type Bounds, amountError } from './amount-fields.tsx';

interface DialogProps {
  readonly payout: Payout;
  readonly onClose: () => void;
}

function useEditForm({ payout, onClose }: DialogProps, bounds: Bounds) {
  const api = useApi();
  const [update] = useWrite(updatePayout);
  const elsewhere = useChangedElsewhere({
    record: payout,
    load: () => getPayout(api, { params: { id: payout._id } }),
    getParts: ({ amount, note }) => [amount, note],
  });
  const form = useForm({
    initial: { amount: formatAmount(payout.amount), note: payout.note },
    check: ({ amount }) => {
      const wrong = amountError(amount, bounds);
      return wrong ? { amount: wrong } : {};
    },
    submit: async ({ amount, note }) => {
      const body = { amount: parseAmount(amount) ?? 0, note: note.trim() };
      await elsewhere.send(
        (version) => update({ params: { id: payout._id }, body, version }).unwrap(),
        (now) => hasAll(now, body),
      );
      toast.success('Changes saved');
      onClose();
    },
  });
  return { form, elsewhere };
}

function EditForm({ payout, quote, onClose }: DialogProps & { quote: PayoutQuote }) {
  // The amount of this request is available to it again.
  const bounds: Bounds = {
    minimum: quote.minimum,
    most: Math.max(quote.available, 0) + payout.amount,
    currency: payout.currency,
  };
  const { form, elsewhere } = useEditForm({ payout, onClose }, bounds);
  return (
    <Form onSubmit={form.onSubmit}>
      <Stack>
        <FormErrors errors={form.errors} />
        <AmountFields
          bounds={bounds}
          field={form.text('amount')}
          onAll={(typed) => form.set('amount', typed)}
        />
        <TextArea
          label="Note"
          optional
          compact
          maxLength={limits.text.reason}
          counted
          {...form.text('note')}
        />
        <Button type="submit" variant="primary" block busy={form.busy}>
          Save
        </Button>
        <ChangedElsewhere
          noun="payout"
          elsewhere={elsewhere}
          getTexts={({ amount, currency, note }) => [formatMoney(amount, currency), note]}
        />
      </Stack>
    </Form>
  );
}

/** Changes the amount or note of a request that hasn't been decided on. */
export function EditPayoutDialog({ payout, onClose }: DialogProps) {
  const request = useRead(calculatePayout, { body: {} });
  const skeleton = (
    <Skeleton label="Loading your balance">
      <SkeletonBlock height={160} width="100%" />
    </Skeleton>
  );
  return (
    <Dialog open onClose={onClose} title="Edit payout">
      <LoadedView request={request} skeleton={skeleton} level={3}>
        {(quote) => <EditForm payout={payout} quote={quote} onClose={onClose} />}
      </LoadedView>
    </Dialog>
  );
}

/** Asks for confirmation, then cancels the request. */
export function CancelPayoutDialog({ payout, onClose }: DialogProps) {
  const [cancel] = useWrite(cancelPayout);
  return (
    <ConfirmAction
      title={`Cancel the payout of ${formatMoney(payout.amount, payout.currency)}?`}
      confirmLabel="Cancel request"
      cancelLabel="Keep request"
      action={() => cancel({ params: { id: payout._id } })}
      doneText="Request canceled. The money is available again."
      onClose={onClose}
    >
      The money becomes available right away, and you can request another payout.
    </ConfirmAction>
  );
}
