import type { Subscription } from '#contract/trade/subscriptions.ts';
import { formatMoney } from '#lib/format.ts';
import { isPaid } from '#lib/plans/bundles.ts';
import { everyPeriod } from '#lib/plans/words.ts';
import { RefusalNotice } from '#components/base/lists/refusal-notice.tsx';
import { formatDay } from '#lib/format-time.ts';
import { PayByCard } from '#components/money/payments/pay-by-card.tsx';
import { useExpectedPrice } from '#components/money/payments/use-expected-price.ts';
import { subscribe } from '#services/money/payments.ts';
import { acceptPrice, resumeSubscription } from '#services/trade/subscriptions.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useRate } from '#ui/content/money.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { CardDialog } from './card-dialog.tsx';
import type { Action } from './subscription-actions.tsx';
import { comingTerms } from '#components/trade/subscriptions/next-step.ts';
import { type SubscriptionDialogProps, SwitchDialog } from './switch-dialog.tsx';

const formatPeriodEnd = ({ periodEnd }: Subscription) => (periodEnd ? formatDay(periodEnd) : '');

/** Resumes a canceled subscription. Nothing is charged before the period ends. */
function ResumeDialog({ subscription, onClose }: SubscriptionDialogProps) {
  const { currency } = useRate();
  const [resume, { isLoading, error }] = useWrite(resumeSubscription);
  const { performer, provider, _id } = subscription;
  const { type, price } = comingTerms(subscription);
  const next = !isPaid(type)
    ? `Nothing is charged. It ends automatically on ${formatPeriodEnd(subscription)}.`
    : `Nothing is charged now. It renews on ${formatPeriodEnd(subscription)} for ${formatMoney(price, currency)}${everyPeriod[type]}.`;
  const confirm = async () => {
    const { data } = await resume({ params: { provider, id: _id }, body: {} });
    if (!data) return;
    toast.success(`Your subscription to ${performer.name} continues.`);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Resume your subscription to ${performer.name}?`}
      dismissible={!isLoading}
    >
      <Stack>
        <p>{next}</p>
        {error ? <RefusalNotice problem={error} /> : null}
        <Button variant="primary" large block busy={isLoading} onClick={() => void confirm()}>
          Resume
        </Button>
      </Stack>
    </Dialog>
  );
}

/** Offers the creator's current price. The fan keeps the old one until they accept. */
function PriceDialog({ subscription, onClose }: SubscriptionDialogProps) {
  const { currency } = useRate();
  const [accept, { isLoading, error }] = useWrite(acceptPrice);
  const { performer, newPrice, _id } = subscription;
  const { type, price } = comingTerms(subscription);
  const [asked, yours] = [
    `${formatMoney(newPrice ?? 0, currency)}${everyPeriod[type]}`,
    `${formatMoney(price, currency)}${everyPeriod[type]}`,
  ];
  const confirm = async () => {
    const { data } = await accept({ params: { id: _id }, body: { price: newPrice ?? 0 } });
    if (!data) return;
    toast.success(`From ${formatPeriodEnd(subscription)} you pay ${asked}.`);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={`${performer.name}’s new price`} dismissible={!isLoading}>
      <Stack>
        <p>
          {performer.name} changed the price to {asked}. You pay {yours}, and you’ll keep that price unless
          you accept the new one.
        </p>
        <p>If you accept, it applies from {formatPeriodEnd(subscription)}. Nothing is charged now.</p>
        {error ? <RefusalNotice problem={error} /> : null}
        <Row justify="end">
          <Button onClick={onClose} disabled={isLoading}>
            Keep {yours}
          </Button>
          <Button variant="primary" busy={isLoading} onClick={() => void confirm()}>
            Accept {asked}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}

/** Pays a renewal that the card declined, with any card. */
function PayDialog({ subscription, onClose }: SubscriptionDialogProps) {
  const { currency } = useRate();
  const [pay] = useWrite(subscribe);
  const { performer, retryAt, _id } = subscription;
  const { type, price } = comingTerms(subscription);
  const { amount: due, learn } = useExpectedPrice(price);
  const amount = formatMoney(due, currency);
  const done = () => {
    toast.success(`Paid. Your subscription to ${performer.name} continues.`);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={`Pay for ${performer.name}`}>
      <Stack>
        <p>
          The last payment failed. {retryAt ? `We’ll retry on ${formatDay(retryAt)}. ` : ''}
          Pay now to get access back right away.
        </p>
        <PayByCard
          amount={due}
          label={`Pay ${amount}`}
          what={`${amount}${everyPeriod[type]} of ${performer.name}`}
          subject={`overdue/${_id}/${type}/${due}`}
          pay={async ({ cardId, key, challengeAnswer }) => {
            try {
              await pay({
                key,
                body: {
                  performerId: performer._id,
                  type: isPaid(type) ? type : 'monthly',
                  cardId,
                  expectedPrice: due,
                  challengeAnswer,
                },
              }).unwrap();
            } catch (problem) {
              learn(problem);
              throw problem;
            }
          }}
          onPaid={done}
        />
      </Stack>
    </Dialog>
  );
}

/** The dialog of an action. */
export function SubscriptionDialog({ action, ...rest }: SubscriptionDialogProps & { action: Action }) {
  switch (action) {
    case 'pay':
      return <PayDialog {...rest} />;
    case 'price':
      return <PriceDialog {...rest} />;
    case 'resume':
      return <ResumeDialog {...rest} />;
    case 'card':
      return <CardDialog {...rest} />;
    case 'cancel':
      return <CancelDialog {...rest} />;
    case 'monthly':
    case 'quarterly':
    case 'semiannual':
    case 'yearly':
      return <SwitchDialog {...rest} type={action} />;
  }
}
