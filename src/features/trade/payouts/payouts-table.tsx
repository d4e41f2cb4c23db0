import { Link } from '#ui/content/link.tsx';
import { routes } from '#config/routes.ts';
import type { PayoutRow } from '#contract/trade/payouts.ts';
import { formatMoney } from '#lib/format.ts';
import { OwnTime } from '#components/base/ranges/own-time.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { PayoutStateChip } from './payout-labels.tsx';
import styles from './payouts.module.css';

export const payoutColumns: readonly Column<PayoutRow>[] = [
  {
    key: 'amount',
    title: 'Payout',
    main: true,
    cell: ({ _id, amount, currency }) => (
      <Link href={routes.payout(_id)}>{formatMoney(amount, currency)}</Link>
    ),
  },
  { key: 'state', title: 'Status', cell: ({ state }) => <PayoutStateChip state={state} /> },
  {
    key: 'where',
    title: 'To',
    cell: ({ method }) => (
      <>
        {method.bank} <span className={styles.whole}>···· {method.last4}</span>
      </>
    ),
  },
  {
    key: 'asked',
    title: 'Requested',
    whole: true,
    cell: ({ createdAt }) => <OwnTime iso={createdAt} />,
  },
  {
    key: 'changed',
    title: 'Last update',
    whole: true,
    cell: ({ updatedAt }) => <OwnTime iso={updatedAt} />,
  },
];
