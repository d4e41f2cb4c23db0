import { limits } from '#config/limits.ts';
import type { Order } from '#contract/orders.ts';
import { AddressChoice, useAddressChoice } from '#components/shop/address-choice.tsx';
import { RefusalNotice } from '#components/lists/refusal-notice.tsx';
import { useUpdateDeliveryAddressMutation, useUpdateOrderMutation } from '#state/api/orders.ts';
import { Button } from '#ui/content/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { TextArea, TextInput } from '#ui/forms/text-input.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { useForm } from '#ui/forms/use-form.ts';

interface OrderDialogProps {
  readonly order: Order;
  readonly onClose: () => void;
}

/** Who carries it, and how the buyer can follow it. */
export function ShipDialog({ order, onClose }: OrderDialogProps) {
  const [update] = useUpdateOrderMutation();
  const form = useForm({
    initial: { carrier: '', tracking: '' },
    check: ({ carrier, tracking }) => ({
      ...(carrier.trim() ? {} : { carrier: 'Enter who carries it.' }),
      ...(tracking.trim() ? {} : { tracking: 'Enter the tracking number.' }),
    }),
    submit: async ({ carrier, tracking }) => {
      await update({
        id: order._id,
        body: { action: 'ship', carrier: carrier.trim(), tracking: tracking.trim() },
      }).unwrap();
      toast.success('Shipped. The buyer knows now.');
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={`Order ${order.number} is on its way`}>
      <form onSubmit={form.onSubmit} noValidate>
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
            Mark as shipped
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Gives the money back, with the reason. */
export function DenyDialog({ order, onClose }: OrderDialogProps) {
  const [update] = useUpdateOrderMutation();
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => (reason.trim() ? {} : { reason: 'Say why, so that the buyer knows.' }),
    submit: async ({ reason }) => {
      await update({ id: order._id, body: { action: 'deny', reason: reason.trim() } }).unwrap();
      toast.success('Denied. The tokens are given back.');
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={`Deny order ${order.number}?`}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <p>{order.buyer.name} gets all tokens back at once. This can’t be undone.</p>
          <FormErrors errors={form.errors} />
          <TextArea
            label="Why"
            hint="The buyer reads it."
            maxLength={limits.text.reason}
            counted
            required
            {...form.text('reason')}
          />
          <Button type="submit" variant="danger" block busy={form.busy}>
            Deny and give the tokens back
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Where it goes, while it hasn't gone. */
export function AddressDialog({ order, onClose }: OrderDialogProps) {
  const choice = useAddressChoice(order.shippingCountries);
  const [update, updating] = useUpdateDeliveryAddressMutation();
  const save = async () => {
    if (!choice.value) return;
    const result = await update({ id: order._id, body: { addressId: choice.value } });
    if (result.error) return;
    toast.success('The creator has the address');
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title="Where shall it go?">
      <Stack>
        <AddressChoice choice={choice} countries={order.shippingCountries} />
        {updating.error ? <RefusalNotice problem={updating.error} /> : null}
        {choice.adding || !choice.value ? null : (
          <Button variant="primary" block busy={updating.isLoading} onClick={() => void save()}>
            Send it there
          </Button>
        )}
      </Stack>
    </Dialog>
  );
}
