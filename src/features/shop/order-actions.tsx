import { useState } from 'react';
import type { Order, OrderAction } from '#contract/orders.ts';
import { problemMessage } from '#lib/problem.ts';
import { useUpdateOrderMutation } from '#state/api/orders.ts';
import { Button, type ButtonVariant } from '#ui/content/button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { DenyDialog, ShipDialog } from './order-dialogs.tsx';

const buttons: Readonly<Record<OrderAction, { readonly words: string; readonly variant: ButtonVariant }>> = {
  accept: { words: 'Accept the order', variant: 'primary' },
  ship: { words: 'It is on its way', variant: 'primary' },
  confirm: { words: 'It has arrived', variant: 'primary' },
  deny: { words: 'Deny', variant: 'quietDanger' },
  cancel: { words: 'Cancel the order', variant: 'quietDanger' },
};

/** Cancels or confirms, after asking once. */
function Ask({
  order,
  action,
  onClose,
}: {
  order: Order;
  action: 'cancel' | 'confirm';
  onClose: () => void;
}) {
  const [update, updating] = useUpdateOrderMutation();
  const confirm = async () => {
    const result = await update({ id: order._id, body: action === 'cancel' ? { action } : { action } });
    onClose();
    if (result.error) toast.error(problemMessage(result.error));
    else
      toast.success(
        action === 'cancel' ? 'Cancelled. Your tokens are back.' : 'Thank you. The creator knows now.',
      );
  };
  const words =
    action === 'cancel'
      ? {
          title: `Cancel order ${order.number}?`,
          text: 'You get all your tokens back at once.',
          confirmLabel: 'Cancel the order',
          cancelLabel: 'Keep it',
        }
      : {
          title: `Has “${order.name}” arrived?`,
          text: 'This can’t be undone: afterwards the creator counts it as delivered.',
          confirmLabel: 'Yes, it has arrived',
          cancelLabel: 'Not yet',
        };
  return (
    <ConfirmDialog
      open
      {...words}
      destructive={action === 'cancel'}
      busy={updating.isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}

/** What this side can do with the order now, as the server says it. */
export function OrderActions({ order }: { order: Order }) {
  const [update, updating] = useUpdateOrderMutation();
  const [asked, setAsked] = useState<OrderAction | null>(null);
  const close = () => setAsked(null);
  const press = async (action: OrderAction) => {
    if (action !== 'accept') return setAsked(action);
    const result = await update({ id: order._id, body: { action } });
    if (result.error) toast.error(problemMessage(result.error));
    else toast.success('Accepted');
    return undefined;
  };
  return (
    <>
      {order.actions.map((action) => (
        <Button
          key={action}
          variant={buttons[action].variant}
          busy={action === 'accept' && updating.isLoading}
          onClick={() => void press(action)}
        >
          {buttons[action].words}
        </Button>
      ))}
      {asked === 'ship' ? <ShipDialog order={order} onClose={close} /> : null}
      {asked === 'deny' ? <DenyDialog order={order} onClose={close} /> : null}
      {asked === 'cancel' || asked === 'confirm' ? (
        <Ask order={order} action={asked} onClose={close} />
      ) : null}
    </>
  );
}
