import type { Subscription } from '#contract/subscriptions';
import { formatMoney } from '#lib/format';
import { problemMessage } from '#lib/problem';
import { formatDay } from '#lib/format-time';
import { PayByCard } from '#parts/pay-by-card';
import { useSubscribeMutation } from '#state/api-payment';
import { useAcceptPriceMutation, useResumeSubscriptionMutation } from '#state/api-subscriptions';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { useRate } from '#ui/money';
import { Notice } from '#ui/notice';
import { Row, Stack } from '#ui/stack';
import { toast } from '#ui/toast';
import { CancelDialog } from './cancel-dialog.tsx';
import { CardDialog } from './card-dialog.tsx';
import type { Action } from './subscription-actions.tsx';
import { comingTerms } from './subscription-state.tsx';
import { type SubscriptionDialogProps, SwitchDialog } from './switch-dialog.tsx';

const every = { free: '', monthly: ' a month', yearly: ' a year' } as const;
const dayOf = ({ periodEnd }: Subscription) => (periodEnd ? formatDay(periodEnd) : '');

/** Takes a cancellation back: nothing is charged before the period ends. */
function ResumeDialog({ subscription, onClose }: SubscriptionDialogProps) {
  const { currency } = useRate();
  const [resume, { isLoading, error }] = useResumeSubscriptionMutation();
  const { performer, provider, _id } = subscription;
  const { type, price } = comingTerms(subscription);
  const next =
    type === 'free'
      ? `It stays free until ${dayOf(subscription)}.`
      : `Nothing is charged now. It renews on ${dayOf(subscription)} for ${formatMoney(price, currency)}${every[type]}.`;
  const confirm = async () => {
    const { data } = await resume({ provider, id: _id });
    if (!data) return;
    toast.success(`Your subscription to ${performer.name} goes on.`);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Take back the subscription to ${performer.name}?`}
      dismissible={!isLoading}
    >
      <Stack>
        <p>{next}</p>
        {error ? (
          <Notice tone="danger" announce>
            {problemMessage(error)}
          </Notice>
        ) : null}
        <Button variant="primary" large block busy={isLoading} onClick={() => void confirm()}>
          Take it back
        </Button>
      </Stack>
    </Dialog>
  );
}

/** The creator's price of today: the fan's own stays until they take it. */
function PriceDialog({ subscription, onClose }: SubscriptionDialogProps) {
  const { currency } = useRate();
  const [accept, { isLoading, error }] = useAcceptPriceMutation();
  const { performer, newPrice, _id } = subscription;
  const { type, price } = comingTerms(subscription);
  const [asked, yours] = [
    `${formatMoney(newPrice ?? 0, currency)}${every[type]}`,
    `${formatMoney(price, currency)}${every[type]}`,
  ];
  const confirm = async () => {
    const { data } = await accept({ id: _id, price: newPrice ?? 0 });
    if (!data) return;
    toast.success(`From ${dayOf(subscription)} you pay ${asked}.`);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={`${performer.name}’s new price`} dismissible={!isLoading}>
      <Stack>
        <p>
          {performer.name} now asks {asked}. You pay {yours}, and keep that price unless you accept the new
          one.
        </p>
        <p>If you accept, it counts from {dayOf(subscription)}. Nothing is charged now.</p>
        {error ? (
          <Notice tone="danger" announce>
            {problemMessage(error)}
          </Notice>
        ) : null}
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

/** Pays what the card refused, with whichever card. */
function PayDialog({ subscription, onClose }: SubscriptionDialogProps) {
  const { currency } = useRate();
  const [subscribe] = useSubscribeMutation();
  const { performer, retryAt, _id } = subscription;
  const { type, price } = comingTerms(subscription);
  const amount = formatMoney(price, currency);
  const done = () => {
    toast.success(`Paid. Your subscription to ${performer.name} goes on.`);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={`Pay for ${performer.name}`}>
      <Stack>
        <p>
          The last payment failed. {retryAt ? `We try the card again on ${formatDay(retryAt)}; pay ` : 'Pay '}
          now, and everything that’s included is open again at once.
        </p>
        <PayByCard
          label={`Pay ${amount}`}
          what={`${amount}${every[type]} of ${performer.name}`}
          about={`overdue/${_id}/${type}/${price}`}
          pay={async ({ cardId, key, challengeAnswer }) =>
            void (await subscribe({
              key,
              body: { performerId: performer._id, type, cardId, priceSeen: price, challengeAnswer },
            }).unwrap())
          }
          onPaid={done}
        />
      </Stack>
    </Dialog>
  );
}

/** The window of an action. */
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
    case 'yearly':
      return <SwitchDialog {...rest} type={action} />;
  }
}
