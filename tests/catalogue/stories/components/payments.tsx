import { useState } from 'react';
import { CardsList } from '#components/money/payments/cards-list.tsx';
import { CouponField, useCoupon } from '#components/money/payments/coupon-field.tsx';
import { PriceInput } from '#components/money/payments/price-input.tsx';
import { TopUpForm } from '#components/money/wallet/top-up-form.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { aSavedCard } from '../../../setup/factories/payments.ts';
import { problem } from '../../../state/setup/fake-api.ts';
import { Product, listOf, never } from '../../product.tsx';

const nothing = () => undefined;
const saved = [
  aSavedCard({ renews: [{ _id: 'lena', name: 'Lena' }] }),
  aSavedCard({
    _id: 'card-2',
    brand: 'mastercard',
    last4: '4444',
    isDefault: false,
    expMonth: 1,
    expYear: 2024,
  }),
];

export const Cards = () => (
  <Product answers={{ 'GET /payment-cards': () => listOf(...saved) }}>
    <CardsList />
  </Product>
);
export const NoCards = () => (
  <Product answers={{ 'GET /payment-cards': () => listOf() }}>
    <CardsList />
  </Product>
);
export const CardsLoading = () => (
  <Product answers={{ 'GET /payment-cards': never }}>
    <CardsList />
  </Product>
);
export const CardsFailed = () => (
  <Product
    answers={{
      'GET /payment-cards': () => {
        throw problem(503, { message: 'The site is being updated. Try again in a minute.' });
      },
    }}
  >
    <CardsList />
  </Product>
);
function Coupon() {
  return <CouponField coupon={useCoupon(null)} />;
}
export const CouponCode = () => <Coupon />;
function Priced() {
  const [price, setPrice] = useState('120');
  return <PriceInput label="Price" value={price} onChange={({ target }) => setPrice(target.value)} />;
}
export const Prices = () => (
  <Stack>
    <Priced />
    <PriceInput label="Price" value="" hint="From 10 tokens." onChange={nothing} error="Enter a price." />
  </Stack>
);
export const TopUp = () => (
  <Product
    answers={{
      'GET /payment-cards': () => listOf(...saved),
      'GET /package/token/search': () =>
        listOf(
          { _id: 't1', name: 'Small', price: 2_000, tokens: 400, bonus: 0 },
          { _id: 't2', name: 'Large', price: 10_000, tokens: 2_000, bonus: 200 },
        ),
    }}
  >
    <TopUpForm onDone={nothing} missing={80} />
  </Product>
);
