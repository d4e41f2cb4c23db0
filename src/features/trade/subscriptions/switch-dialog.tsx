import type { Card } from '#contract/money/payments.ts';
import type { Subscription, SwitchQuote } from '#contract/trade/subscriptions.ts';
import { formatMoney } from '#lib/format.ts';
import { isPaid, monthsPerPlan } from '#lib/plans/bundles.ts';
import { everyPeriod, periodNames, planNames } from '#lib/plans/words.ts';
import { problemMessage } from '#lib/problem.ts';
import { formatDay } from '#lib/format-time.ts';
import { useIdempotencyKey } from '#components/money/payments/use-idempotency-key.ts';
import { PayByCard } from '#components/money/payments/pay-by-card.tsx';
import type { CardAttempt } from '#components/money/payments/use-card-payment.ts';
import { newIdempotencyKey } from '#services/http/idempotency-key.ts';
import { quoteSwitch, switchSubscription } from '#services/trade/subscriptions.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { RefusalNotice } from '#components/base/lists/refusal-notice.tsx';
import { Button } from '#ui/content/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Money, useRate } from '#ui/content/money.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { stayText } from './subscription-actions.tsx';
import styles from './subscriptions.module.css';

/** Props of the dialogs about one subscription. */
export interface SubscriptionDialogProps {
  readonly subscription: Subscription;
  readonly onClose: () => void;
}
type Plan = SwitchQuote['type'];
interface QuotedProps extends SubscriptionDialogProps {
  readonly quote: SwitchQuote;
  /** Called if the server rejects the quoted price, which may have changed. */
  readonly onRefused: () => void;
}

const ones = {
  monthly: 'One month',
  quarterly: '3 months',
  semiannual: '6 months',
  yearly: 'One year',
} as const;

/** A longer plan begins at once, a shorter one at the end of the paid period. */
const isLonger = (plan: Plan, { type }: Subscription) =>
  isPaid(type) && monthsPerPlan[plan] > monthsPerPlan[type];

/** The credit for the current period and the amount to pay, shown before payment. */
const Sum = ({ quote }: { quote: SwitchQuote }) => (
  <dl className={styles.sum}>
    <div>
      <dt>{ones[quote.type]}</dt>
      <dd>
        <Money cents={quote.price} />
      </dd>
    </div>
    {quote.credit > 0 ? (
      <div>
        <dt>Credit for unused time</dt>
        <dd>
          −<Money cents={quote.credit} />
        </dd>
      </div>
    ) : null}
    <div className={styles.total}>
      <dt>Due now</dt>
      <dd>
        <Money cents={quote.amount} />
      </dd>
    </div>
  </dl>
);

function useSwitch({ subscription, quote, onRefused, onClose }: QuotedProps) {
  const [change, { isLoading, error }] = useWrite(switchSubscription);
  const { provider, _id: id, performer } = subscription;
  const done = () => {
    toast.success(
      quote.type === subscription.type
        ? `Your subscription to ${performer.name} stays ${planNames[quote.type]}.`
        : `Your subscription to ${performer.name} ${quote.amount > 0 ? 'is' : 'will be'} ${planNames[quote.type]}.`,
    );
    onClose();
  };
  const send = async ({ key, ...card }: Partial<CardAttempt> & { key: string }) => {
    try {
      await change({
        params: { provider, id },
        key,
        body: { type: quote.type, amount: quote.amount, ...card },
      }).unwrap();
    } catch (caught) {
      onRefused();
      throw caught;
    }
  };
  return { send, done, isLoading, error };
}

/** Whether a saved card is the one that pays for the subscription. */
const paysFor =
  ({ card }: Subscription) =>
  (kept: Card) =>
    kept.last4 === card?.last4 &&
    kept.brand === card.brand &&
    kept.expMonth === card.expMonth &&
    kept.expYear === card.expYear;

function PayTheRest(props: QuotedProps) {
  const { currency } = useRate();
  const { send, done } = useSwitch(props);
  const { subscription, quote } = props;
  const amount = formatMoney(quote.amount, currency);
  return (
    <PayByCard
      amount={quote.amount}
      label={`Pay ${amount} and switch`}
      what={`${amount} for ${periodNames[quote.type]} of ${subscription.performer.name}`}
      subject={`switch/${subscription._id}/${quote.type}/${quote.amount}`}
      pay={send}
      onPaid={done}
      prefers={paysFor(subscription)}
    />
  );
}

function ChangeForFree(props: QuotedProps) {
  const { send, done, isLoading, error } = useSwitch(props);
  const intent = useIdempotencyKey(newIdempotencyKey);
  const { subscription, quote } = props;
  const stays = quote.type === subscription.type;
  const confirm = async () => {
    try {
      await send({ key: intent.keyFor(`${subscription._id}/${quote.type}`) });
      done();
    } catch {
      // The error is shown above the button. Nothing was paid, so the next attempt is a new payment.
      intent.settle();
    }
  };
  return (
    <>
      {error ? <RefusalNotice problem={error} /> : null}
      <Button variant="primary" large block busy={isLoading} onClick={() => void confirm()}>
        {stays ? stayText(quote.type) : `Switch to ${planNames[quote.type]}`}
      </Button>
    </>
  );
}

function Quoted(props: QuotedProps) {
  const { currency } = useRate();
  const { subscription, quote } = props;
  const price = `${formatMoney(quote.price, currency)}${everyPeriod[quote.type]}`;
  const isNow = isLonger(quote.type, subscription);
  if (!isNow) {
    const stays = quote.type === subscription.type;
    return (
      <Stack>
        <p>
          {stays
            ? `It continues as before: ${price}, next on ${formatDay(quote.startsAt)}.`
            : `Nothing changes before ${formatDay(quote.startsAt)}. From then on you pay ${price}. You can undo this until then.`}
        </p>
        <ChangeForFree {...props} />
      </Stack>
    );
  }
  return (
    <Stack>
      <p>
        {quote.type === 'yearly' ? 'Your year begins' : `Your ${ones[quote.type]} begin`} now and{' '}
        {quote.type === 'yearly' ? 'runs' : 'run'} until {formatDay(quote.periodEnd)}. You get credit for the
        rest of the current period. After that it renews until you cancel: {price}.
      </p>
      <Sum quote={quote} />
      {quote.amount > 0 ? <PayTheRest {...props} /> : <ChangeForFree {...props} />}
    </Stack>
  );
}

/** Switches to another plan, showing its price first. */
export function SwitchDialog({ subscription, type, onClose }: SubscriptionDialogProps & { type: Plan }) {
  const { provider, _id: id, performer } = subscription;
  const { data, error, isFetching, refetch } = useRead(
    quoteSwitch,
    { params: { provider, id }, query: { type } },
    { refetchOnMountOrArgChange: true },
  );
  const title =
    type === subscription.type
      ? `${stayText(type)} with ${performer.name}?`
      : `Switch ${performer.name} to ${planNames[type]}?`;
  return (
    <Dialog open onClose={onClose} title={title}>
      {data ? (
        <Quoted subscription={subscription} quote={data} onClose={onClose} onRefused={() => void refetch()} />
      ) : null}
      {!data && error && !isFetching ? (
        <ErrorState compact level={3} text={problemMessage(error)} onRetry={() => void refetch()} />
      ) : null}
      {!data && (isFetching || !error) ? (
        <Skeleton label="Calculating the price">
          <Stack gap={12}>
            <SkeletonBlock height={48} width="100%" />
            <SkeletonBlock height={120} width="100%" />
            <SkeletonBlock height={48} width="100%" />
          </Stack>
        </Skeleton>
      ) : null}
    </Dialog>
  );
}
