import type { Performer } from '#contract/people/creators.ts';
import type { Offer } from '#contract/trade/promotions.ts';
import { firstPlan } from '#components/trade/subscriptions/plans.ts';
import { usePurchases } from '#components/money/wallet/use-purchases.ts';
import { selectAuthUser } from '#state/session/auth.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { Button } from '#ui/content/button.tsx';
import { cx } from '#ui/theme/class-names.ts';
import styles from './profile.module.css';

export interface SubscribeBarProps {
  readonly performer: Performer;
  readonly own: boolean;
  /** Those that the price card shows. */
  readonly offers: readonly Offer[];
}

/**
 * Where the price card isn't beside the posts, the way to subscribe stays at the bottom of the screen, within
 * reach of a thumb, instead of in the card.
 */
export function SubscribeBar({ performer, own, offers }: SubscribeBarProps) {
  const { subscribe } = usePurchases();
  const isVisitor = useAppSelector(selectAuthUser) === null;
  // In the words of the price card and of the dialog.
  const plan = firstPlan(performer, useAppSelector(selectSettings), offers);
  if (own || performer.isSubscribed || !plan) return null;
  const { type, price } = plan;
  return (
    <div className={cx(styles.bar, isVisitor && styles.atEdge)}>
      {price === null ? null : <span className={styles.barPrice}>{price}</span>}
      <Button variant="primary" large onClick={() => subscribe(performer, type)}>
        {type === 'free' ? 'Subscribe for free' : 'Subscribe'}
      </Button>
    </div>
  );
}
