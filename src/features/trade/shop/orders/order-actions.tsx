import { type ComponentType, useState } from 'react';
import type { Order, OrderAction } from '#contract/trade/orders.ts';
import { problemMessage } from '#lib/problem.ts';
import { updateOrder } from '#services/trade/orders.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button, type ButtonVariant } from '#ui/content/button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { CorrectDialog, DenyDialog, ShipDialog } from './order-dialogs.tsx';
import {
  AnswerDialog,
  EscalateDialog,
  NotArrivedDialog,
  ResendDialog,
  WrongDialog,
} from './order-problem-dialogs.tsx';
import { RefundDialog } from './order-refund-dialog.tsx';

interface Offer {
  readonly words: string;
  readonly variant: ButtonVariant;
}
/** Reporting a problem has two ways in. */
type OfferedAction = OrderAction | 'report-other';
const buttons: Readonly<Record<OfferedAction, Offer>> = {
  accept: { words: 'Accept order', variant: 'primary' },
  ship: { words: 'Mark as shipped', variant: 'primary' },
  confirm: { words: 'Mark as delivered', variant: 'primary' },
  deny: { words: 'Deny', variant: 'quietDanger' },
  cancel: { words: 'Cancel order', variant: 'quietDanger' },
  report: { words: 'It hasn’t arrived', variant: 'secondary' },
  'report-other': { words: 'Something is wrong', variant: 'secondary' },
  answer: { words: 'Answer', variant: 'primary' },
  resend: { words: 'Send again', variant: 'secondary' },
  solve: { words: 'It’s solved', variant: 'primary' },
  escalate: { words: 'Ask the site to decide', variant: 'secondary' },
  refund: { words: 'Refund', variant: 'quietDanger' },
  correct: { words: 'Correct tracking', variant: 'secondary' },
};
const listOffers = ({ actions }: Order): readonly OfferedAction[] =>
  actions.flatMap((action): OfferedAction[] => (action === 'report' ? ['report', 'report-other'] : [action]));

type Confirmed = 'cancel' | 'confirm' | 'solve';
interface Question {
  readonly title: string;
  readonly text: string;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly done: string;
}
const questions: Readonly<Record<Confirmed, (order: Order) => Question>> = {
  cancel: ({ number }) => ({
    title: `Cancel order ${number}?`,
    text: 'You get all your tokens back right away.',
    confirmLabel: 'Cancel order',
    cancelLabel: 'Keep order',
    done: 'Order canceled. Your tokens were returned.',
  }),
  confirm: ({ title }) => ({
    title: `Has “${title}” arrived?`,
    text: 'The order will be marked as delivered. This can’t be undone.',
    confirmLabel: 'Yes, it has arrived',
    cancelLabel: 'Not yet',
    done: 'Marked as delivered',
  }),
  solve: ({ title }) => ({
    title: `Is the problem with “${title}” solved?`,
    text: 'The problem is closed, and the order is marked as delivered. You can’t report another one.',
    confirmLabel: 'Yes, it’s solved',
    cancelLabel: 'Not yet',
    done: 'Problem closed',
  }),
};

/** Asks for confirmation, then cancels the order, confirms its delivery or closes its problem. */
function Ask({ order, action, onClose }: { order: Order; action: Confirmed; onClose: () => void }) {
  const [update, updating] = useWrite(updateOrder);
  const { done, ...words } = questions[action](order);
  const confirm = async () => {
    const result = await update({ params: { id: order._id }, body: { action } });
    onClose();
    if (result.error) toast.error(problemMessage(result.error));
    else toast.success(done);
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

const dialogs: Readonly<
  Partial<Record<OfferedAction, ComponentType<{ readonly order: Order; readonly onClose: () => void }>>>
> = {
  ship: ShipDialog,
  correct: CorrectDialog,
  deny: DenyDialog,
  report: NotArrivedDialog,
  'report-other': WrongDialog,
  answer: AnswerDialog,
  resend: ResendDialog,
  escalate: EscalateDialog,
  refund: RefundDialog,
};
const isConfirmed = (asked: OfferedAction): asked is Confirmed => asked in questions;

/** The actions that the server currently offers to this party of the order. */
export function OrderActions({ order }: { order: Order }) {
  const [update, updating] = useWrite(updateOrder);
  const [asked, setAsked] = useState<OfferedAction | null>(null);
  const close = () => setAsked(null);
  const press = async (offer: OfferedAction) => {
    if (offer !== 'accept') return setAsked(offer);
    const result = await update({ params: { id: order._id }, body: { action: offer } });
    if (result.error) toast.error(problemMessage(result.error));
    else toast.success('Order accepted');
    return undefined;
  };
  const Dialog = asked ? dialogs[asked] : undefined;
  return (
    <>
      {listOffers(order).map((offer) => (
        <Button
          key={offer}
          variant={buttons[offer].variant}
          busy={offer === 'accept' && updating.isLoading}
          onClick={() => void press(offer)}
        >
          {buttons[offer].words}
        </Button>
      ))}
      {Dialog ? <Dialog order={order} onClose={close} /> : null}
      {asked && isConfirmed(asked) ? <Ask order={order} action={asked} onClose={close} /> : null}
    </>
  );
}
