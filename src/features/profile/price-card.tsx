import { routes } from '#config/routes';
import type { Performer } from '#contract/performers';
import { formatMoney, plural } from '#lib/format';
import { whenIdle } from '#lib/when-idle';
import { Later } from '#parts/later';
import { useKeptFocus } from '#parts/use-kept-focus';
import { usePurchases } from '#parts/use-purchases';
import { useAppSelector } from '#state/hooks';
import { selectSettings } from '#state/settings';
import { Button } from '#ui/button';
import { ButtonLink } from '#ui/button-link';
import { Card } from '#ui/card';
import { Chip } from '#ui/chip';
import { lazyPart } from '#ui/lazy-part';
import { Meter } from '#ui/progress';
import styles from './profile.module.css';

// Few creators have one. Its place is kept, and its code comes once everything else is here.
const ProfileOffer = lazyPart(async () => {
  await new Promise<void>((go) => void whenIdle(go));
  return (await import('./profile-offer.tsx')).ProfileOffer;
});

/** What a subscription brings: of the last posts, videos and galleries, so many included, so many sold by themselves. */
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
          { label: 'sold extra', value: extra },
        ]}
      />
    </div>
  );
}

const freeText = (days: number) =>
  days === 1 ? 'Free for the first day' : `Free for the first ${plural(days, 'day')}`;

function Prices({ performer }: { performer: Performer }) {
  const settings = useAppSelector(selectSettings);
  const money = (cents: number) => formatMoney(cents, settings.currency);
  const isFree = performer.isFreeSubscription && settings.freeSubscriptionEnabled;
  return (
    <div>
      <p className={styles.price}>
        {money(performer.monthlyPrice)} <span>a month</span>
      </p>
      <p className={styles.quiet}>or {money(performer.yearlyPrice)} a year</p>
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
      <ButtonLink href={routes.creatorAccount} block>
        Change prices
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

/** What subscribing costs and brings. */
export function PriceCard({ performer, own }: PriceCardProps) {
  const kept = useKeptFocus<HTMLDivElement>(performer.isSubscribed);
  return (
    <Card as="section" padding="tight" className={styles.priceCard} aria-label="Subscription" {...kept}>
      <Prices performer={performer} />
      {performer.hasOffer && !performer.isSubscribed ? (
        <div className={styles.offer}>
          <Later skeleton={null}>
            <ProfileOffer id={performer._id} />
          </Later>
        </div>
      ) : null}
      <Act performer={performer} own={own} />
      <Included included={performer.included} />
    </Card>
  );
}
