import { useRouter } from 'next/router';
import { useState } from 'react';
import { centsOfTokens, formatMoney, formatNumber } from '#lib/format';
import { TopUpDialog } from '#parts/top-up-dialog';
import { useAppSelector } from '#state/hooks';
import { selectCurrentUser } from '#state/user';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { useRate } from '#ui/money';
import { PageHead } from '#ui/page-head';
import { PageHeader, Section } from '#ui/page-header';
import { Stack } from '#ui/stack';
import { Tabs } from '#ui/tabs';
import { CardsList } from './cards-list.tsx';
import { ChargesTable } from './charges-table.tsx';
import { TransactionsTable } from './transactions-table.tsx';
import styles from './wallet.module.css';

const tabs = [
  { key: 'tokens', label: 'Tokens' },
  { key: 'payments', label: 'Card payments' },
] as const;
type Tab = (typeof tabs)[number]['key'];

/** The balance: tokens large, what they are worth beside them. */
function Balance({ onTopUp }: { onTopUp: () => void }) {
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
      </div>
      <Button variant="primary" large onClick={onTopUp}>Top up</Button>
    </Card>
  );
}

/** `/user/wallet`: what one has, where it came from and where it went. The chosen history stays in the address. */
export function WalletView() {
  const router = useRouter();
  const [toppingUp, setToppingUp] = useState(false);
  const tab: Tab = router.query['show'] === 'payments' ? 'payments' : 'tokens';
  const choose = (show: Tab) => void router.replace({ pathname: router.pathname, query: show === 'tokens' ? {} : { show } }, undefined, { shallow: true, scroll: false });
  return (
    <Stack gap={24}>
      <PageHead title="Wallet" unlisted />
      <PageHeader title="Wallet" text="Tokens pay for posts and tips." />
      <Balance onTopUp={() => setToppingUp(true)} />
      <Tabs label="History" items={tabs} value={tab} onChange={choose}>
        <div className={styles.panel}>{tab === 'tokens' ? <ChargesTable onTopUp={() => setToppingUp(true)} /> : <TransactionsTable />}</div>
      </Tabs>
      <Section title="Cards"><CardsList /></Section>
      {toppingUp ? <TopUpDialog onClose={() => setToppingUp(false)} /> : null}
    </Stack>
  );
}
