import { formatDay } from '#lib/format-time.ts';
import styles from './history.module.css';

export interface RefundProps {
  readonly refundedAt: string | null;
  readonly refundOf: { readonly createdAt: string } | null;
}

/** Links the two rows of a refund by their dates. */
export function RefundNote({ refundedAt, refundOf }: RefundProps) {
  if (refundedAt) return <span className={styles.note}>Refunded on {formatDay(refundedAt)}</span>;
  return refundOf ? (
    <span className={styles.note}>Refund for payment on {formatDay(refundOf.createdAt)}</span>
  ) : null;
}
