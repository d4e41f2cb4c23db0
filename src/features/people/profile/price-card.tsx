import { useState } from 'react';
import type { Cents } from '#lib/units.ts';
import { routes } from '#config/routes.ts';
import type { Performer } from '#contract/people/creators.ts';
import type { Offer } from '#contract/trade/promotions.ts';
import type { OwnSubscription } from '#contract/trade/subscriptions.ts';
import { formatMoney, plural } from '#lib/format.ts';
import { isPaid, monthsPerPlan } from '#lib/plans/bundles.ts';
import { pricePerMonth, savingPercent } from '#lib/plans/savings.ts';
import { everyPeriod } from '#lib/plans/words.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { loginFirst } from '#components/people/auth/login-first.ts';
import { useAnnouncement } from '#components/base/lists/announcement.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { useRestoredFocus } from '#components/base/lists/use-restored-focus.ts';
import { comingTerms, ownTerms } from '#components/trade/subscriptions/next-step.ts';
import { offerOn } from '#components/trade/subscriptions/plans.ts';
import { usePurchases } from '#components/money/wallet/use-purchases.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Chip } from '#ui/content/chip.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Meter } from '#ui/feedback/progress.tsx';
import styles from './profile.module.css';

// Few creators have an offer, so it loads last; space for it is reserved.
const OfferLine = lazyPart(async () => {
  await new Promise<void>((go) => void whenIdle(go));
  return (await import('#components/trade/subscriptions/offer-line.tsx')).OfferLine;
});

const GiftDialog = lazyPart(async () => (await import('./gift-dialog.tsx')).GiftDialog);

/**
 * What a subscription includes: how many recent posts, videos and galleries are included, and how many are
 * sold separately.
 */
function Included({ included: { days, included, extra } }: Pick<Performer, 'included'>) {
  if (included + extra === 0) return <p className={styles.quiet}>Nothing new in the last {days} days.</p>;
  return (
    <div className={styles.meter}>
      <p className={styles.meterTitle}>
        {included + extra} new in the last {days} days
      </p>
      <Meter
        label={`Published in the last ${days} days`}
        parts={[
          { label: 'included', value: included },
          { label: 'sold separately', value: extra },
        ]}
      />
    </div>
  );
}

const freeText = (days: number) =>
  days === 1 ? 'Free for the first day' : `Free for the first ${plural(days, 'day')}`;

function Prices({ performer, own }: PriceCardProps) {
  const settings = useAppSelector(selectSettings);
  const money = (cents: Cents) => formatMoney(cents, settings.currency);
  const isFree = performer.isFreeSubscription && settings.freeSubscriptionEnabled;
  const { subscription } = performer;
  if (subscription && isPaid(subscription.type)) {
    const { type, price } = comingTerms(subscription);
    return (
      <p className={styles.price}>
        {money(price)} <span>{everyPeriod[type].trim()}</span>
      </p>
    );
  }
  return (
    <div>
      {performer.monthlyPrice === null ? (
        <p className={styles.quiet}>
          {own
            ? 'You haven’t set a price yet, so fans can’t subscribe.'
            : `${performer.name} doesn’t offer a paid subscription yet.`}
        </p>
      ) : (
        <p className={styles.price}>
          {money(performer.monthlyPrice)} <span>a month</span>
        </p>
      )}
      {isFree && !performer.isSubscribed ? (
        <p className={styles.free}>
          {freeText(Math.max(performer.freeDays, settings.freeSubscriptionDuration))}
        </p>
      ) : null}
    </div>
  );
}

/** Several months paid at once, with what a month then costs. Each opens the dialog with that length chosen. */
function Lengths({ performer, own, offers }: PriceCardProps & PriceCardOffers) {
  const { currency } = useAppSelector(selectSettings);
  const { subscribe } = usePurchases();
  const { monthlyPrice: month, yearlyPrice, bundles } = performer;
  const lengths = [
    ...bundles,
    ...(yearlyPrice === null ? [] : [{ type: 'yearly' as const, price: yearlyPrice }]),
  ];
  if (lengths.length === 0) return null;
  return (
    <ul className={styles.lengths} aria-label="Paid upfront">
      {lengths.map(({ type, price: full }) => {
        const offer = offerOn(offers, type);
        const price = offer?.price ?? full;
        const saving = savingPercent(type, { price, month });
        const words = (
          <>
            <span>
              {monthsPerPlan[type]} months <b>{formatMoney(price, currency)}</b>
            </span>
            <span className={styles.quiet}>
              <span>
                {offer
                  ? `then ${formatMoney(full, currency)}${everyPeriod[type]}`
                  : `${formatMoney(pricePerMonth(type, price), currency)} a month`}
              </span>
              {!offer && saving > 0 ? <span className={styles.saving}>, {saving}% off</span> : null}
            </span>
          </>
        );
        return (
          <li key={type}>
            {own || performer.isSubscribed ? (
              <span className={styles.length}>{words}</span>
            ) : (
              <button type="button" className={styles.length} onClick={() => subscribe(performer, type)}>
                {words}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** What the viewer has, until when, and what it costs. */
function Own({ subscription }: { subscription: OwnSubscription }) {
  const { currency } = useAppSelector(selectSettings);
  return (
    <div>
      <div className={styles.subscribed}>
        <Chip tone="success">Subscribed</Chip>
        <ButtonLink href={routes.subscriptions} variant="quiet">
          Manage
        </ButtonLink>
      </div>
      <p className={styles.quiet}>{ownTerms(subscription, currency)}</p>
    </div>
  );
}

function Act({ performer, own }: PriceCardProps) {
  const { subscribe } = usePurchases();
  const settings = useAppSelector(selectSettings);
  if (own)
    return (
      <ButtonLink
        href={`${routes.creatorAccount}?tab=membership`}
        block
        variant={performer.monthlyPrice === null ? 'primary' : undefined}
      >
        {performer.monthlyPrice === null ? 'Set your prices' : 'Change prices'}
      </ButtonLink>
    );
  if (performer.subscription) return <Own subscription={performer.subscription} />;
  const isFree = performer.isFreeSubscription && settings.freeSubscriptionEnabled;
  if (!isFree && performer.monthlyPrice === null && performer.yearlyPrice === null) return null;
  return (
    <Button variant="primary" large block className={styles.inCard} onClick={() => subscribe(performer)}>
      {isFree ? 'Subscribe for free' : 'Subscribe'}
    </Button>
  );
}

export interface PriceCardProps {
  readonly performer: Performer;
  readonly own: boolean;
}

/** Opens the dialog that buys a subscription for someone else; its code loads with the first press. */
function Give({ performer }: Pick<PriceCardProps, 'performer'>) {
  const [open, setOpen] = useState(false);
  const key = `gift/${performer._id}`;
  const give = () => {
    if (loginFirst({ why: `give a subscription to ${performer.name}`, act: { do: 'resume', key } }))
      setOpen(true);
  };
  useAnnouncement(key, () => setOpen(true));
  return (
    <>
      <Button variant="quiet" block onClick={give}>
        Give as a gift
      </Button>
      {open ? (
        <LazyClient skeleton={null}>
          <GiftDialog performer={performer} onClose={() => setOpen(false)} />
        </LazyClient>
      ) : null}
    </>
  );
}

export interface PriceCardOffers {
  /** What the viewer can take, the best one first. */
  readonly offers: readonly Offer[];
}

/** Subscription prices and what they include. */
export function PriceCard({ performer, own, offers }: PriceCardProps & PriceCardOffers) {
  const [best] = offers;
  const restored = useRestoredFocus<HTMLDivElement>(performer.isSubscribed);
  return (
    <Card as="section" padding="tight" className={styles.priceCard} aria-label="Subscription" {...restored}>
      <Prices performer={performer} own={own} />
      {performer.hasOffer && !performer.isSubscribed ? (
        <div className={styles.offer}>
          {best ? (
            <LazyClient skeleton={null}>
              <OfferLine offer={best} />
            </LazyClient>
          ) : null}
        </div>
      ) : null}
      <Act performer={performer} own={own} />
      <Lengths performer={performer} own={own} offers={offers} />
      {own || performer.monthlyPrice === null ? null : <Give performer={performer} />}
      <Included included={performer.included} />
    </Card>
  );
}
