import { useState } from 'react';
import type { SubscriptionType } from '#contract/subscriptions';
import type { PublicSettings } from '#contract/site';
import { formatMoney, plural } from '#lib/format';
import { problemCode, problemMessage } from '#lib/problem';
import { newIntentKey } from '#services/intent-key';
import { useSubscribeMutation } from '#state/api-payment';
import { useAppDispatch, useAppSelector } from '#state/hooks';
import { selectSettings } from '#state/settings';
import { type ModalPerformer, subscriptionModalUpdated } from '#state/subscription-modal';
import { Avatar } from '#ui/avatar';
import { Button } from '#ui/button';
import { RadioCards, type RadioOption } from '#ui/choice';
import { Dialog } from '#ui/dialog';
import { Notice } from '#ui/notice';
import { toast } from '#ui/toast';
import { useIntentKey } from './intent-key.tsx';
import { CouponField, useCoupon } from './coupon-field.tsx';
import { OfferLine } from './offer-line.tsx';
import { useOffer } from './offer.tsx';
import { PayByCard } from './pay-by-card.tsx';
import { usePriceSeen } from './price-seen.tsx';
import styles from './payment.module.css';

type Plan = RadioOption<SubscriptionType>;

/** What a year saves against twelve months, whole percent. */
const savingOf = ({ monthlyPrice, yearlyPrice }: ModalPerformer) =>
  Math.floor((1 - yearlyPrice / (12 * monthlyPrice)) * 100);

/** What there is to choose: free where creator and site offer it, a month, a year. */
export function plansOf(
  performer: ModalPerformer,
  settings: Pick<PublicSettings, 'currency' | 'freeSubscriptionEnabled' | 'freeSubscriptionDuration'>,
): Plan[] {
  const money = (cents: number) => formatMoney(cents, settings.currency);
  const { monthlyPrice, yearlyPrice, isFreeSubscription, freeDays = 0 } = performer;
  const saving = savingOf(performer);
  const days = plural(Math.max(freeDays, settings.freeSubscriptionDuration), 'day');
  const paid: Plan[] = [
    {
      value: 'monthly',
      label: 'Monthly',
      aside: `${money(monthlyPrice)} a month`,
      hint: 'Renews until you cancel.',
    },
    {
      value: 'yearly',
      label: 'Yearly',
      aside: `${money(yearlyPrice)} a year`,
      hint: saving > 0 ? `Saves ${saving}%.` : 'Renews until you cancel.',
    },
  ];
  const isFree = isFreeSubscription && settings.freeSubscriptionEnabled;
  return isFree
    ? [
        {
          value: 'free',
          label: 'Free',
          aside: money(0),
          hint: `For ${days}. Ends by itself, no card needed.`,
        },
        ...paid,
      ]
    : paid;
}

interface TakeProps {
  readonly performer: ModalPerformer;
  readonly onDone: () => void;
}

function TakeFree({ performer, onDone }: TakeProps) {
  const [subscribe, { isLoading, error }] = useSubscribeMutation();
  const intent = useIntentKey(newIntentKey);
  const take = async () => {
    const { data } = await subscribe({
      key: intent.keyFor(performer._id),
      body: { performerId: performer._id, type: 'free' },
    });
    if (data) onDone();
  };
  return (
    <>
      {error ? (
        <Notice tone="danger" announce>
          {problemMessage(error)}
        </Notice>
      ) : null}
      <Button variant="primary" large block busy={isLoading} onClick={() => void take()}>
        Subscribe for free
      </Button>
    </>
  );
}

function TakePaid({ performer, onDone, type }: TakeProps & { type: 'monthly' | 'yearly' }) {
  const { currency } = useAppSelector(selectSettings);
  const [subscribe] = useSubscribeMutation();
  const { offer, again } = useOffer(performer._id, type);
  const coupon = useCoupon({ performerId: performer._id, type });
  const { amount, learn } = usePriceSeen(
    coupon.after(offer?.price ?? (type === 'monthly' ? performer.monthlyPrice : performer.yearlyPrice)),
  );
  const price = formatMoney(amount, currency);
  const period = type === 'monthly' ? 'month' : 'year';
  return (
    <>
      {offer ? <OfferLine offer={offer} said /> : null}
      <PayByCard
        label={`Subscribe for ${price}`}
        what={`${price} for a ${period} of ${performer.name}`}
        about={`subscribe/${performer._id}/${type}/${offer?._id ?? ''}/${coupon.code ?? ''}/${amount}`}
        refuse={coupon.refuse}
        pay={async ({ cardId, key, challengeAnswer }) => {
          try {
            await subscribe({
              key,
              body: {
                performerId: performer._id,
                type,
                cardId,
                promotionId: offer?._id,
                couponCode: coupon.code,
                priceSeen: amount,
                challengeAnswer,
              },
            }).unwrap();
          } catch (problem) {
            // The offer may be gone, or the price another: the one beside the reason is the one of now.
            learn(problem);
            if (problemCode(problem) === 'conflict') again();
            throw problem;
          }
        }}
        onPaid={onDone}
      >
        <CouponField coupon={coupon} />
      </PayByCard>
    </>
  );
}

/** The subscription modal, driven by its slice: choose a plan, pay, read on. */
export function SubscribeDialog({ performer, type }: { performer: ModalPerformer; type: SubscriptionType }) {
  const dispatch = useAppDispatch();
  const settings = useAppSelector(selectSettings);
  const plans = plansOf(performer, settings);
  // The slice may name a plan that this creator doesn't offer.
  const [picked, setPicked] = useState<SubscriptionType>(
    plans.some((plan) => plan.value === type) ? type : 'monthly',
  );
  const close = () => dispatch(subscriptionModalUpdated({ showModal: false }));
  const pick = (value: SubscriptionType) => {
    setPicked(value);
    dispatch(subscriptionModalUpdated({ subscriptionType: value }));
  };
  const done = () => {
    close();
    toast.success(`You’re subscribed to ${performer.name}.`);
  };
  return (
    <Dialog open onClose={close} title={`Subscribe to ${performer.name}`}>
      <div className={styles.stack}>
        <div className={styles.person}>
          <Avatar src={performer.avatar} size={48} />
          <p className={styles.note}>
            Everything that’s included opens at once. You can cancel any time and keep reading to the end of
            what you paid for.
          </p>
        </div>
        <RadioCards label="Choose a plan" name="plan" options={plans} value={picked} onChange={pick} />
        {picked === 'free' ? (
          <TakeFree performer={performer} onDone={done} />
        ) : (
          <TakePaid performer={performer} onDone={done} type={picked} />
        )}
      </div>
    </Dialog>
  );
}
