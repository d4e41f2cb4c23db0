import { useState } from 'react';
import { limits } from '#config/limits.ts';
import type { Order } from '#contract/trade/orders.ts';
import { formatTokens } from '#lib/format.ts';
import { newIdempotencyKey } from '#services/http/idempotency-key.ts';
import { refundAmountError } from '#components/trade/shop/refund-amount.ts';
import { refundOrder } from '#services/trade/orders.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { tokensText, useRate } from '#ui/content/money.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { TextArea, TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';

/** Refunds a shipped order, in whole or in part. One key for the dialog: pressing twice refunds once. */
export function RefundDialog({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) {
  const [refund] = useWrite(refundOrder);
  const [key] = useState(newIdempotencyKey);
  const rate = useRate();
  const form = useForm({
    initial: { tokens: String(order.refundable), reason: '' },
    check: ({ tokens, reason }) => {
      const wrong = refundAmountError(tokens, order.refundable);
      return {
        ...(wrong ? { tokens: wrong } : {}),
        ...(reason.trim() ? {} : { reason: 'Enter a reason for the buyer.' }),
      };
    },
    submit: async ({ tokens, reason }) => {
      const body = { tokens: Number(tokens), reason: reason.trim() };
      await refund({ params: { id: order._id }, body, key }).unwrap();
      toast.success(`${formatTokens(body.tokens)} refunded`);
      onClose();
    },
  });
  const typed = form.values.tokens;
  const isWhole = Number(typed) === order.refundable;
  return (
    <Dialog open onClose={onClose} title={`Refund order ${order.number}?`}>
      <Form onSubmit={form.onSubmit}>
        <Stack>
          <p>
            {order.buyer.name} gets the tokens right away, and your earnings go down by your share of them.
            This can’t be undone.
          </p>
          <FormErrors errors={form.errors} />
          <TextInput
            label="Tokens"
            inputMode="numeric"
            hint={
              isWhole
                ? 'Everything that hasn’t been refunded yet. The order is closed as refunded.'
                : `Up to ${tokensText(order.refundable, rate)}.`
            }
            required
            {...form.text('tokens')}
          />
          <TextArea
            label="Reason"
            hint="The buyer will see this."
            maxLength={limits.text.reason}
            counted
            required
            {...form.text('reason')}
          />
          <Button type="submit" variant="danger" block busy={form.busy}>
            {isWhole ? 'Refund in full' : 'Refund part'}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
