import { formatMoney } from '#lib/format.ts';
import { formatDay } from '#lib/format-time.ts';
import { PayByCard } from '#components/money/payments/pay-by-card.tsx';
import { changeCard } from '#services/trade/subscriptions.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useRate } from '#ui/content/money.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { comingTerms } from '#components/trade/subscriptions/next-step.ts';
import type { SubscriptionDialogProps } from './switch-dialog.tsx';

/** When the selected card will first be charged. */
function nextCharge({ subscription }: Pick<SubscriptionDialogProps, 'subscription'>, amount: string): string {
  const { state, retryAt, periodEnd } = subscription;
  if (state === 'past_due')
    return `The card you choose will be charged next${retryAt ? `, on ${formatDay(retryAt)}` : ''}, for ${amount}. To get access right away, use “Pay now” instead.`;
  return `The card you choose will be charged ${amount}${periodEnd ? ` on ${formatDay(periodEnd)}` : ''} and from then on.`;
}

/** Changes the card a subscription renews with: a saved or a new one. */
export function CardDialog({ subscription, onClose }: SubscriptionDialogProps) {
  const { currency } = useRate();
  const [change] = useWrite(changeCard);
  const { performer, _id: id } = subscription;
  const done = () => {
    toast.success(`Your subscription to ${performer.name} will renew with this card.`);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={`Card for ${performer.name}`}>
      <Stack>
        <p>
          Nothing is charged now.{' '}
          {nextCharge({ subscription }, formatMoney(comingTerms(subscription).price, currency))}
        </p>
        <PayByCard
          amount={null}
          label="Use this card"
          what="saving this card"
          subject={`card/${id}`}
          pay={async ({ cardId }) => void (await change({ params: { id }, body: { cardId } }).unwrap())}
          onPaid={done}
          prefers={({ renews }) => renews.some(({ _id }) => _id === performer._id)}
        />
      </Stack>
    </Dialog>
  );
}
