import type { Cents } from '#lib/units.ts';
import { routes } from '#config/routes.ts';
import type { Performer } from '#contract/creators.ts';
import { formatMoney, plural } from '#lib/format.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { LazyClient } from '#components/lists/lazy-client.tsx';
import { useRestoredFocus } from '#components/lists/use-restored-focus.ts';
import { usePurchases } from '#components/wallet/use-purchases.ts';
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
const ProfileOffer = lazyPart(async () => {
  await new Promise<void>((go) => void whenIdle(go));
  return (await import('./profile-offer.tsx')).ProfileOffer;
});

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
      {performer.yearlyPrice === null ? null : (
        <p className={styles.quiet}>or {money(performer.yearlyPrice)} a year</p>
      )}
      {isFree && !performer.isSubscribed ? (
        <p className={styles.free}>
          {freeText(Math.max(performer.freeDays, settings.freeSubscriptionDuration))}
        </p>
      ) : null}
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
  if (performer.isSubscribed) {
    return (
      <div className={styles.subscribed}>
        <Chip tone="success">Subscribed</Chip>
        <ButtonLink href={routes.subscriptions} variant="quiet">
          Manage
        </ButtonLink>
      </div>
    );
  }
  const isFree = performer.isFreeSubscription && settings.freeSubscriptionEnabled;
  if (!isFree && performer.monthlyPrice === null && performer.yearlyPrice === null) return null;
  return (
    <Button variant="primary" large block onClick={() => subscribe(performer)}>
      {isFree ? 'Subscribe for free' : 'Subscribe'}
    </Button>
  );
}

export interface PriceCardProps {
  readonly performer: Performer;
  readonly own: boolean;
}

/** Subscription prices and what they include. */
export function PriceCard({ performer, own }: PriceCardProps) {
  const kept = useRestoredFocus<HTMLDivElement>(performer.isSubscribed);
  return (
    <Card as="section" padding="tight" className={styles.priceCard} aria-label="Subscription" {...kept}>
      <Prices performer={performer} own={own} />
      {performer.hasOffer && !performer.isSubscribed ? (
        <div className={styles.offer}>
          <LazyClient skeleton={null}>
            <ProfileOffer id={performer._id} />
          </LazyClient>
        </div>
      ) : null}
      <Act performer={performer} own={own} />
      <Included included={performer.included} />
    </Card>
  );
}
