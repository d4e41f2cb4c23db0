import { formatDay } from '#lib/format-time.ts';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import styles from './history.module.css';

export interface RefundProps {
  readonly refundedAt: string | null;
  readonly refundOf: { readonly createdAt: string } | null;
}

/** Links the two rows of a refund by their dates. */
export function RefundNote({ refundedAt, refundOf }: RefundProps) {
  // Only the browser knows the user's time zone. Until it has the page, days are those of UTC.
  const minutesAhead = useHydrated() ? undefined : 0;
  const toDay = (iso: string) => formatDay(iso, minutesAhead);
  if (refundedAt) return <span className={styles.note}>Refunded on {toDay(refundedAt)}</span>;
  return refundOf ? (
    <span className={styles.note}>Refund for payment on {toDay(refundOf.createdAt)}</span>
  ) : null;
}
