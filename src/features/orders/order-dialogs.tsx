import { useState } from 'react';
import { limits } from '#config/limits';
import type { Order } from '#contract/orders';
import { problemMessage } from '#lib/problem';
import { AddressChoice, useAddressChoice } from '#parts/address-choice';
import { useUpdateDeliveryAddressMutation, useUpdateOrderMutation } from '#state/api-orders';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { FormErrors } from '#ui/form-errors';
import { Notice } from '#ui/notice';
import { Stack } from '#ui/stack';
import { TextArea, TextInput } from '#ui/text-input';
import { toast } from '#ui/toast';
import { useForm } from '#ui/use-form';

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
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    if (!choice.value) return;
    const result = await update({ id: order._id, body: { addressId: choice.value } });
    if (result.error) return setProblem(problemMessage(result.error));
    toast.success('The creator has the address');
    return onClose();
  };
  return (
    <Dialog open onClose={onClose} title="Where shall it go?">
      <Stack>
        <AddressChoice choice={choice} countries={order.shippingCountries} />
        {problem ? (
          <Notice tone="danger" announce>
            {problem}
          </Notice>
        ) : null}
        {choice.adding || !choice.value ? null : (
          <Button variant="primary" block busy={updating.isLoading} onClick={() => void save()}>
            Send it there
          </Button>
        )}
      </Stack>
    </Dialog>
  );
}
