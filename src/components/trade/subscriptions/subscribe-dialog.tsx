import { useState } from 'react';
import type { PaidPlan, SubscriptionType } from '#contract/trade/subscriptions.ts';
import { formatMoney } from '#lib/format.ts';
import { everyPeriod, periodNames } from '#lib/plans/words.ts';
import { problemCode } from '#lib/problem.ts';
import { newIdempotencyKey } from '#services/http/idempotency-key.ts';
import { subscribe } from '#services/money/payments.ts';
import { useWrite } from '#state/query/hooks.ts';
import { useAppDispatch, useAppSelector, useAppStore } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { type ModalPerformer, subscriptionModalUpdated } from '#state/session/subscription-modal.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { RefusalNotice } from '../../base/lists/refusal-notice.tsx';
import { Button } from '#ui/content/button.tsx';
import { RadioCards } from '#ui/forms/choice.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { useIdempotencyKey } from '../../money/payments/use-idempotency-key.ts';
import { CouponField, useCoupon } from '../../money/payments/coupon-field.tsx';
import { loadCreator } from '../../people/creators/load-creator.ts';
import { OfferLine } from './offer-line.tsx';
import { type Plan, listPlans, offerOn, planPrice } from './plans.ts';
import { PayByCard } from '../../money/payments/pay-by-card.tsx';
import { useExpectedPrice } from '../../money/payments/use-expected-price.ts';
import styles from '../../money/payments/payment.module.css';
import { listOffers } from '#services/trade/promotions.ts';
import { useRead } from '#state/query/hooks.ts';

/** A creator's offers; `again` reloads them after the server has rejected one. */
function useOffers(performerId: string) {
  const { data, refetch } = useRead(listOffers, { params: { id: performerId } });
  return { offers: data?.data ?? [], again: () => void refetch() };
}
type Offers = ReturnType<typeof useOffers>;
interface TakeProps {
  readonly performer: ModalPerformer;
  readonly onDone: () => void;
}

function TakeFree({ performer, onDone }: TakeProps) {
  const [begin, { isLoading, error }] = useWrite(subscribe);
  const intent = useIdempotencyKey(newIdempotencyKey);
  const take = async () => {
    const { data } = await begin({
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

/** The plans show prices too, so they are reloaded with the creator. */
function usePriceRefresh(performer: ModalPerformer) {
  const store = useAppStore();
  return async () => {
    const now = await loadCreator(store, performer._id, { force: true }).catch(() => performer);
    store.dispatch(subscriptionModalUpdated({ performer: now }));
  };
}

/** What the chosen plan costs now, with its offer and a coupon. */
function useAsking(performer: ModalPerformer, type: PaidPlan | 'free', { offers }: Offers) {
  const paid = type === 'free' ? null : type;
  const coupon = useCoupon(paid && { performerId: performer._id, type: paid });
  const offer = paid && offerOn(offers, paid);
  const full = (paid && planPrice(performer, paid)) ?? 0;
  const { amount, learn } = useExpectedPrice(coupon.after(offer?.price ?? full));
  return { coupon, offer, full, amount, learn };
}

function TakePaid({
  performer,
  onDone,
  type,
  again,
  asking: { coupon, offer, full, amount, learn },
}: TakeProps & { type: PaidPlan; again: () => void; asking: ReturnType<typeof useAsking> }) {
  const { currency } = useAppSelector(selectSettings);
  const [buy] = useWrite(subscribe);
  const refreshPrices = usePriceRefresh(performer);
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
        subject={`subscribe/${performer._id}/${type}/${offer?._id ?? ''}/${coupon.code ?? ''}/${amount}`}
        refuse={coupon.refuse}
        pay={async ({ cardId, key, challengeAnswer }) => {
          try {
            await buy({
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
  const offers = useOffers(performer._id);
  // The slice may name a plan that this creator doesn't offer.
  const [picked, setPicked] = useState(() => {
    const plans = listPlans(performer, settings);
    return (plans.find((plan) => plan.value === type) ?? plans[0])?.value ?? 'monthly';
  });
  const asking = useAsking(performer, picked, offers);
  const requested = picked === 'free' ? undefined : { type: picked, amount: asking.amount };
  const plans = listPlans(performer, settings, { offers: offers.offers, requested });
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
          <TakePaid performer={performer} onDone={done} type={picked} again={offers.again} asking={asking} />
        )}
      </div>
    </Dialog>
  );
}
