import { useRouter } from 'next/router';
import { useState } from 'react';
import { CardsList } from '#parts/cards-list';
import { TopUpDialog } from '#parts/top-up-dialog';
import { PageHead } from '#ui/page-head';
import { PageHeader, Section } from '#ui/page-header';
import { Stack } from '#ui/stack';
import { Tabs } from '#ui/tabs';
import { BalanceCard } from './balance-card.tsx';
import { ChargesPanel, CreatorsPanel, TransactionsPanel } from './history-panels.tsx';
import { SpendCapsSection } from './spend-caps.tsx';
import styles from './wallet.module.css';

const tabs = [
  { key: 'tokens', label: 'Tokens' },
  { key: 'payments', label: 'Card payments' },
  { key: 'creators', label: 'By creator' },
] as const;
type Tab = (typeof tabs)[number]['key'];

function Panel({ tab, onTopUp }: { tab: Tab; onTopUp: () => void }) {
  if (tab === 'payments') return <TransactionsPanel />;
  return tab === 'creators' ? <CreatorsPanel /> : <ChargesPanel onTopUp={onTopUp} />;
}

/** `/user/wallet`: what one has, where it came from and where it went. The chosen history and its filters stay in the address. */
export function WalletView() {
  const router = useRouter();
  const [toppingUp, setToppingUp] = useState(false);
  const tab: Tab = tabs.find(({ key }) => key === router.query['show'])?.key ?? 'tokens';
  const choose = (show: Tab) =>
    void router.replace({ pathname: router.pathname, query: show === 'tokens' ? {} : { show } }, undefined, {
      shallow: true,
      scroll: false,
    });
  const topUp = () => setToppingUp(true);
  return (
    <Stack gap={24}>
      <PageHead title="Wallet" unlisted />
      <PageHeader title="Wallet" text="Tokens pay for posts and tips." />
      <BalanceCard onTopUp={topUp} />
      <Tabs label="History" items={tabs} value={tab} onChange={choose}>
        <div className={styles.panel}>
          <Panel tab={tab} onTopUp={topUp} />
        </div>
      </Tabs>
      <SpendCapsSection />
      <Section title="Cards">
        <CardsList />
      </Section>
      {toppingUp ? <TopUpDialog onClose={() => setToppingUp(false)} /> : null}
    </Stack>
  );
}
