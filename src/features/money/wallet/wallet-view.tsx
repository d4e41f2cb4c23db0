import { useRouter } from 'next/router';
import { Suspense, useState } from 'react';
import { CardsList } from '#components/money/payments/cards-list.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader, Section } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { BalanceCard } from './balance-card.tsx';
import { ChargesPanel, CreatorsPanel, TransactionsPanel } from './history-panels.tsx';
import { SpendCapsSection } from './spend-caps.tsx';
import styles from './wallet.module.css';

// Loaded on use, as it brings the gateway's form.
const TopUpDialog = lazyPart(
  async () => (await import('#components/money/wallet/top-up-dialog.tsx')).TopUpDialog,
);

const tabs = [
  { key: 'tokens', label: 'Tokens' },
  { key: 'payments', label: 'Card payments' },
  { key: 'creators', label: 'By creator' },
] as const;
type Tab = (typeof tabs)[number]['key'];

/** The history that the URL asks for. */
export const parseTab = (show: unknown): Tab => tabs.find(({ key }) => key === show)?.key ?? 'tokens';

function Panel({ tab, onTopUp }: { tab: Tab; onTopUp: () => void }) {
  if (tab === 'payments') return <TransactionsPanel />;
  return tab === 'creators' ? <CreatorsPanel /> : <ChargesPanel onTopUp={onTopUp} />;
}

/** `/user/wallet`: balance and history. The selected history and its filters are kept in the URL. */
export function WalletView() {
  const router = useRouter();
  const [toppingUp, setToppingUp] = useState(false);
  const tab = parseTab(router.query['show']);
  const choose = (show: Tab) =>
    void router.replace({ pathname: router.pathname, query: show === 'tokens' ? {} : { show } }, undefined, {
      shallow: true,
      scroll: false,
    });
  const topUp = () => setToppingUp(true);
  return (
    <Stack gap={24}>
      <PageHead title="Wallet" unlisted />
      <PageHeader title="Wallet" text="Use tokens to unlock, tip, shop and bid." />
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
      <Suspense fallback={null}>
        {toppingUp ? <TopUpDialog onClose={() => setToppingUp(false)} /> : null}
      </Suspense>
    </Stack>
  );
}
