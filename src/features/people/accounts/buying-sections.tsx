import { CardsList } from '#components/money/payments/cards-list.tsx';
import { AddressBook } from '#components/trade/shop/address-book.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';

/** What an order or a payment needs, the same for fans and creators. */
export const BuyingSections = () => (
  <>
    <SectionCard
      title="Addresses"
      text="Where your orders are delivered. Creators you order from see only the address you choose."
    >
      <AddressBook />
    </SectionCard>
    <SectionCard title="Cards" text="The same cards as in your wallet.">
      <CardsList />
    </SectionCard>
  </>
);
