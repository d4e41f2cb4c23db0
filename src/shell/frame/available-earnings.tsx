import { routes } from '#config/routes.ts';
import { formatMoney } from '#lib/format.ts';
import { getCreatorCounts } from '#services/money/earnings.ts';
import { useRead } from '#state/query/hooks.ts';
import { Link } from '#ui/content/link.tsx';
import { useRate } from '#ui/content/money.tsx';
import styles from './frame.module.css';

/** What can be paid out. Leads to the earnings also while the amount is unknown. */
export function AvailableEarnings({ bar }: { bar?: boolean }) {
  const { data } = useRead(getCreatorCounts);
  const { currency } = useRate();
  return (
    <Link href={routes.earnings} className={bar ? styles.topBalance : styles.balance} title="Earnings">
      <span className={styles.balanceTokens}>{data ? formatMoney(data.available, currency) : ' '}</span>
      <span className={styles.balanceMoney}>{bar ? 'available' : 'Available earnings'}</span>
    </Link>
  );
}
