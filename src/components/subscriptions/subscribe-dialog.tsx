import type { Cents } from '#lib/units.ts';
import { useState } from 'react';
import type { PaidPlan, SubscriptionType } from '#contract/subscriptions.ts';
import type { PublicSettings } from '#contract/site.ts';
import { formatMoney, plural } from '#lib/format.ts';
import { monthOf, savingOf } from '#lib/plans/savings.ts';
import { everyPeriod, periodNames, planLabels } from '#lib/plans/words.ts';
import { problemCode } from '#lib/problem.ts';
import { newIntentKey } from '#services/http/idempotency-key.ts';
import { useSubscribeMutation } from '#state/api/payments.ts';
import { useAppDispatch, useAppSelector, useAppStore } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { type ModalPerformer, subscriptionModalUpdated } from '#state/session/subscription-modal.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { RefusalNotice } from '../lists/refusal-notice.tsx';
import { Button } from '#ui/content/button.tsx';
import { RadioCards, type RadioOption } from '#ui/forms/choice.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { useIdempotencyKey } from '../payments/use-idempotency-key.ts';
import { CouponField, useCoupon } from '../payments/coupon-field.tsx';
import { loadCreator } from '../creators/load-creator.ts';
import { OfferLine } from './offer-line.tsx';
import { PayByCard } from '../payments/pay-by-card.tsx';
import { useExpectedPrice } from '../payments/use-expected-price.ts';
import styles from '../payments/payment.module.css';
import { useListOffersQuery } from '#state/api/promotions.ts';

/** A creator's best offer for a plan, or null; `again` reloads it after the server has rejected it. */
function useOffer(performerId: string, plan: PaidPlan) {
  const { data, refetch } = useListOffersQuery(performerId);
  return { offer: data?.data.find((each) => each.plan === plan) ?? null, again: () => void refetch() };
}

type Plan = RadioOption<PaidPlan | 'free'>;

/** What a plan costs in cents; null if the creator doesn't offer it. */
const priceOf = ({ monthlyPrice, yearlyPrice, bundles }: ModalPerformer, type: PaidPlan): Cents | null =>
  type === 'monthly'
    ? monthlyPrice
    : type === 'yearly'
      ? yearlyPrice
      : (bundles.find((bundle) => bundle.type === type)?.price ?? null);

/**
 * The plans to choose from: a free trial where both the creator and the site offer it, and those that have a
 * price.
 */
export function plansOf(
  performer: ModalPerformer,
  settings: Pick<PublicSettings, 'currency' | 'freeSubscriptionEnabled' | 'freeSubscriptionDuration'>,
): Plan[] {
  const money = (cents: Cents) => formatMoney(cents, settings.currency);
  const { monthlyPrice, isFreeSubscription, freeDays = 0 } = performer;
  const days = plural(Math.max(freeDays, settings.freeSubscriptionDuration), 'day');
  // Plans without a price aren't offered.
  const paid = (['monthly', 'quarterly', 'semiannual', 'yearly'] as const).flatMap((value): Plan[] => {
    const price = priceOf(performer, value);
    if (price === null) return [];
    const saving = savingOf(value, { price, month: monthlyPrice });
    const perMonth = value === 'monthly' ? '' : `${money(monthOf(value, price))} a month. `;
    return [
      {
        value,
        label: planLabels[value],
        aside: `${money(price)}${everyPeriod[value]}`,
        hint: `${perMonth}${saving > 0 ? `Saves ${saving}%. ` : ''}Renews until you cancel.`,
      },
    ];
  });
  const isFree = isFreeSubscription && settings.freeSubscriptionEnabled;
  return isFree
    ? [
        {
          value: 'free',
          label: 'Free',
          aside: money(0),
          hint: `For ${days}. Ends automatically, no card needed.`,
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
  const intent = useIdempotencyKey(newIntentKey);
  const take = async () => {
    const { data } = await subscribe({
      key: intent.keyFor(performer._id),
      body: { performerId: performer._id, type: 'free' },
    });
    if (data) onDone();
  };
  return (
    <>
      {error ? <RefusalNotice problem={error} /> : null}
      <Button variant="primary" large block busy={isLoading} onClick={() => void take()}>
        Subscribe for free
      </Button>
    </>
  );
}

function TakePaid({ performer, onDone, type }: TakeProps & { type: PaidPlan }) {
  const { currency } = useAppSelector(selectSettings);
  const [subscribe] = useSubscribeMutation();
  const { offer, again } = useOffer(performer._id, type);
  const coupon = useCoupon({ performerId: performer._id, type });
  const full = priceOf(performer, type) ?? 0;
  const { amount, learn } = useExpectedPrice(coupon.after(offer?.price ?? full));
  const store = useAppStore();
  // The plans above show prices too.
  const refreshPrices = async () => {
    const now = await loadCreator(store, performer._id, { force: true }).catch(() => performer);
    store.dispatch(subscriptionModalUpdated({ performer: now }));
  };
  const price = formatMoney(amount, currency);
  return (
    <>
      {offer ? <OfferLine offer={offer} said /> : null}
      <p className={styles.note}>
        You pay {price} now for {periodNames[type]}. After that, it renews for {formatMoney(full, currency)}
        {everyPeriod[type]} until you cancel.
      </p>
      <PayByCard
        amount={amount}
        label={`Subscribe for ${price}`}
        what={`${price} for ${periodNames[type]} of ${performer.name}`}
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
                expectedPrice: amount,
                challengeAnswer,
              },
            }).unwrap();
          } catch (problem) {
            // The offer or coupon may have ended or the price changed, so reload everything that shows a
            // price.
            learn(problem);
            if (problemCode(problem) === 'price_changed') {
              again();
              coupon.again();
              void refreshPrices();
            }
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

/** The subscription dialog, controlled by its slice: choose a plan, then pay. */
export function SubscribeDialog({ performer, type }: { performer: ModalPerformer; type: SubscriptionType }) {
  const dispatch = useAppDispatch();
  const settings = useAppSelector(selectSettings);
  const plans = plansOf(performer, settings);
  // The slice may name a plan that this creator doesn't offer.
  const wanted = plans.find((plan) => plan.value === type) ?? plans[0];
  const [picked, setPicked] = useState(wanted?.value ?? 'monthly');
  const close = () => dispatch(subscriptionModalUpdated({ showModal: false }));
  const pick = (value: Plan['value']) => {
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
            You get access right away. Cancel anytime and keep access until the end of the period you paid
            for.
          </p>
        </div>
        {plans.length === 0 ? (
          <Notice>{performer.name} doesn’t offer subscriptions yet. Follow them for updates.</Notice>
        ) : (
          <RadioCards label="Choose a plan" name="plan" options={plans} value={picked} onChange={pick} />
        )}
        {plans.length === 0 ? null : picked === 'free' ? (
          <TakeFree performer={performer} onDone={done} />
        ) : (
          <TakePaid performer={performer} onDone={done} type={picked} />
        )}
      </div>
    </Dialog>
  );
}
