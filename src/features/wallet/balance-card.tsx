import Link from 'next/link';
import { routes } from '#config/routes';
import { centsOfTokens, formatMoney, formatNumber } from '#lib/format';
import { useGetWalletBalanceQuery } from '#state/api-wallet';
import { useAppSelector } from '#state/hooks';
import { selectCurrentUser } from '#state/user';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { Tokens, useRate } from '#ui/money';
import styles from './wallet.module.css';

/** What is set aside for bids comes back unless one wins; a line of its own, so that nothing moves when it is known. */
function Held() {
  const { data } = useGetWalletBalanceQuery();
  if (!data) return <p className={styles.label}>&nbsp;</p>;
  if (data.held === 0) return <p className={styles.label}>Nothing is set aside for bids</p>;
  return (
    <p className={styles.label}>
      And <Tokens tokens={data.held} /> <Link href={routes.bids}>set aside for bids</Link>
    </p>
  );
}

/** The balance: tokens large, what they are worth beside them, and what is set aside. */
export function BalanceCard({ onTopUp }: { onTopUp: () => void }) {
  const tokens = useAppSelector(selectCurrentUser)?.balance ?? 0;
  const { currency, tokenRate } = useRate();
  return (
    <Card className={styles.balance}>
      <div>
        <p className={styles.label}>Balance</p>
        <p className={styles.tokens} data-testid="balance">
          {formatNumber(tokens)} <span className={styles.unit}>{tokens === 1 ? 'token' : 'tokens'}</span>
        </p>
        <p className={styles.worth}>{formatMoney(centsOfTokens(tokens, tokenRate), currency)}</p>
        <Held />
      </div>
      <Button variant="primary" large onClick={onTopUp}>
        Top up
      </Button>
    </Card>
  );
}
