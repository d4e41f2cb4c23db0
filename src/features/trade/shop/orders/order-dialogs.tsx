import { limits } from '#config/limits.ts';
import type { Order } from '#contract/trade/orders.ts';
import { AddressChoice, useAddressChoice } from '#components/trade/shop/address-choice.tsx';
import { RefusalNotice } from '#components/base/lists/refusal-notice.tsx';
import { updateDeliveryAddress, updateOrder } from '#services/trade/orders.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { TextArea, TextInput } from '#ui/forms/text-input.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { useForm } from '#ui/forms/use-form.ts';

interface OrderDialogProps {
  readonly order: Order;
  readonly onClose: () => void;
}

interface ParcelWords {
  readonly title: string;
  readonly confirmLabel: string;
  readonly done: string;
}

/** Asks for carrier and tracking number. */
function ParcelDialog({
  order,
  onClose,
  action,
  words,
}: OrderDialogProps & { action: 'ship' | 'correct'; words: ParcelWords }) {
  const [update] = useWrite(updateOrder);
  const form = useForm({
    initial: { carrier: order.carrier ?? '', tracking: order.tracking ?? '' },
    check: ({ carrier, tracking }) => ({
      ...(carrier.trim() ? {} : { carrier: 'Enter a carrier.' }),
      ...(tracking.trim() ? {} : { tracking: 'Enter a tracking number.' }),
    }),
    submit: async ({ carrier, tracking }) => {
      await update({
        params: { id: order._id },
        body: { action, carrier: carrier.trim(), tracking: tracking.trim() },
      }).unwrap();
      toast.success(words.done);
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={words.title}>
      <Form onSubmit={form.onSubmit}>
        <Stack>
          <FormErrors errors={form.errors} />
          <TextInput label="Carrier" placeholder="DHL" maxLength={60} required {...form.text('carrier')} />
          <TextInput
            label="Tracking number"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={100}
            required
            {...form.text('tracking')}
          />
          <Button type="submit" variant="primary" block busy={form.busy}>
            {words.confirmLabel}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}

/** Marks an order as shipped, with carrier and tracking number. */
export const ShipDialog = (props: OrderDialogProps) => (
  <ParcelDialog
    {...props}
    action="ship"
    words={{
      title: `Mark order ${props.order.number} as shipped`,
      confirmLabel: 'Mark as shipped',
      done: 'Marked as shipped',
    }}
  />
);

/** Corrects the tracking number of an order that is on its way. */
export const CorrectDialog = (props: OrderDialogProps) => (
  <ParcelDialog
    {...props}
    action="correct"
    words={{
      title: `Correct the tracking of order ${props.order.number}`,
      confirmLabel: 'Save and tell the buyer',
      done: 'Tracking number corrected',
    }}
  />
);

/** Denies and refunds an order, with a reason. */
export function DenyDialog({ order, onClose }: OrderDialogProps) {
  const [update] = useWrite(updateOrder);
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => (reason.trim() ? {} : { reason: 'Enter a reason for the buyer.' }),
    submit: async ({ reason }) => {
      await update({ params: { id: order._id }, body: { action: 'deny', reason: reason.trim() } }).unwrap();
      toast.success('Order denied. The tokens were refunded.');
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={`Deny order ${order.number}?`}>
      <Form onSubmit={form.onSubmit}>
        <Stack>
          <p>{order.buyer.name} gets all tokens back right away. This can’t be undone.</p>
          <FormErrors errors={form.errors} />
          <TextArea
            label="Reason"
            hint="The buyer will see this."
            maxLength={limits.text.reason}
            counted
            required
            {...form.text('reason')}
          />
          <Button type="submit" variant="danger" block busy={form.busy}>
            Deny and refund
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}

/** Changes the delivery address until the order has shipped. */
export function AddressDialog({ order, onClose }: OrderDialogProps) {
  const choice = useAddressChoice(order.shippingCountries);
  const [update, updating] = useWrite(updateDeliveryAddress);
  const save = async () => {
    if (!choice.value) return;
    const result = await update({ params: { id: order._id }, body: { addressId: choice.value } });
    if (result.error) return;
    toast.success('Address saved');
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title="Delivery address">
      <Stack>
        <AddressChoice choice={choice} countries={order.shippingCountries} />
        {updating.error ? <RefusalNotice problem={updating.error} /> : null}
        {choice.adding || !choice.value ? null : (
          <Button variant="primary" block busy={updating.isLoading} onClick={() => void save()}>
            Use this address
          </Button>
        )}
      </Stack>
    </Dialog>
  );
}
