import { useState } from 'react';
import type { Order, OrderAction } from '#contract/orders.ts';
import { problemMessage } from '#lib/problem.ts';
import { useUpdateOrderMutation } from '#state/api/orders.ts';
import { Button, type ButtonVariant } from '#ui/content/button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { DenyDialog, ShipDialog } from './order-dialogs.tsx';

const buttons: Readonly<Record<OrderAction, { readonly words: string; readonly variant: ButtonVariant }>> = {
  accept: { words: 'Accept order', variant: 'primary' },
  ship: { words: 'Mark as shipped', variant: 'primary' },
  confirm: { words: 'Mark as delivered', variant: 'primary' },
  deny: { words: 'Deny', variant: 'quietDanger' },
  cancel: { words: 'Cancel order', variant: 'quietDanger' },
};

/** Asks for confirmation, then cancels the order or confirms its delivery. */
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
        action === 'cancel' ? 'Order canceled. Your tokens were returned.' : 'Marked as delivered',
      );
  };
  const words =
    action === 'cancel'
      ? {
          title: `Cancel order ${order.number}?`,
          text: 'You get all your tokens back right away.',
          confirmLabel: 'Cancel order',
          cancelLabel: 'Keep order',
        }
      : {
          title: `Has “${order.title}” arrived?`,
          text: 'The order will be marked as delivered. This can’t be undone.',
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

/** The actions that the server currently offers to this party of the order. */
export function OrderActions({ order }: { order: Order }) {
  const [update, updating] = useUpdateOrderMutation();
  const [asked, setAsked] = useState<OrderAction | null>(null);
  const close = () => setAsked(null);
  const press = async (action: OrderAction) => {
    if (action !== 'accept') return setAsked(action);
    const result = await update({ id: order._id, body: { action } });
    if (result.error) toast.error(problemMessage(result.error));
    else toast.success('Order accepted');
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
