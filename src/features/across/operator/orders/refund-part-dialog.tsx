import { limits } from '#config/limits.ts';
import type { DeskOrderCase } from '#contract/across/operator/orders.ts';
import { formatTokens } from '#lib/format.ts';
import { refundAmountError } from '#components/trade/shop/refund-amount.ts';
import { decideOnOrder } from '#services/across/operator/orders.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { TextArea, TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';

interface RefundPartProps {
  readonly order: DeskOrderCase;
  readonly onClose: () => void;
}

/** Decides about a problem with a partial refund. */
export function RefundPartDialog({ order, onClose }: RefundPartProps) {
  const [decide] = useWrite(decideOnOrder);
  const most = order.refundable - 1;
  const form = useForm({
    initial: { tokens: '', reason: '' },
    check: ({ tokens, reason }) => {
      const wrong = refundAmountError(tokens, most);
      return {
        ...(wrong ? { tokens: wrong } : {}),
        ...(reason.trim() ? {} : { reason: 'Enter a reason.' }),
      };
    },
    submit: async ({ tokens, reason }) => {
      await decide({
        params: { id: order._id },
        body: { decision: 'refund-part', tokens: Number(tokens), reason: reason.trim() },
      }).unwrap();
      toast.success(`${formatTokens(Number(tokens))} refunded`);
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={`Refund part of order ${order.number}?`} dismissible={!form.busy}>
      <Form onSubmit={form.onSubmit}>
        <Stack>
          <p>The problem is closed. Buyer and creator receive the reason. This can’t be undone.</p>
          <FormErrors errors={form.errors} />
          <TextInput
            label="Tokens"
            inputMode="numeric"
            hint={`Up to ${formatTokens(most)}. For all of it, refund in full.`}
            required
            {...form.text('tokens')}
          />
          <TextArea label="Reason" compact counted maxLength={limits.text.reason} {...form.text('reason')} />
          <Button type="submit" variant="danger" block busy={form.busy}>
            Refund part
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
