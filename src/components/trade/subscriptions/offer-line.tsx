import BadgePercent from 'lucide-react/icons/badge-percent';
import type { Offer } from '#contract/trade/promotions.ts';
import { formatMoney, formatNumber } from '#lib/format.ts';
import { formatDay } from '#lib/format-time.ts';
import { useRate } from '#ui/content/money.tsx';
import styles from './offer.module.css';

const periodNames = { monthly: 'month', yearly: 'year' } as const;

/** The offer's limits and the regular price: "12 left, until Nov 30, 2026. Then $9.99 a month." */
function formatBounds({ left, endsAt, plan, fullPrice }: Offer, currency: string): string {
  const bounds = [
    left === null ? null : `${formatNumber(left)} left`,
    endsAt === null ? null : `until ${formatDay(endsAt)}`,
  ]
    .filter(Boolean)
    .join(', ');
  const then = `${formatMoney(fullPrice, currency)} a ${periodNames[plan]}.`;
  return bounds ? `${bounds.replace(/^u/, 'U')}. Then ${then}` : `Then ${then}`;
}

export interface OfferLineProps {
  readonly offer: Offer;
  /** Includes the creator's message. */
  readonly said?: boolean;
}

/** A creator's discount on the first period, with its limits and the regular price. */
export function OfferLine({ offer, said }: OfferLineProps) {
  const { currency } = useRate();
  return (
    <div className={styles.offer}>
      <BadgePercent size={20} aria-hidden="true" className={styles.icon} />
      <div className={styles.words}>
        <p className={styles.what}>
          {offer.percent}% off the first {periodNames[offer.plan]}: {formatMoney(offer.price, currency)}
        </p>
        <p className={styles.bounds}>{formatBounds(offer, currency)}</p>
        {said && offer.message ? <p className={styles.said}>“{offer.message}”</p> : null}
      </div>
    </div>
  );
}
