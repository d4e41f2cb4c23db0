import { PayoutMethods } from '#components/trade/payouts/payout-methods.tsx';
import { AddressBook } from '#components/trade/shop/address-book.tsx';
import { AddressForm } from '#components/trade/shop/address-form.tsx';
import { AuctionCard } from '#components/trade/auctions/auction-card.tsx';
import { ProductCard } from '#components/trade/shop/product-card.tsx';
import { OfferLine } from '#components/trade/subscriptions/offer-line.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { aLiveAuction, anAuction } from '../../../setup/factories/auctions.ts';
import { anAddress } from '../../../setup/factories/orders.ts';
import { aPayoutMethod } from '../../../setup/factories/payouts.ts';
import { aDownload, aProduct } from '../../../setup/factories/products.ts';
import { anOffer } from '../../../setup/factories/promotions.ts';
import { someCountries } from '../../../setup/factories/site.ts';
import { Product, listOf } from '../../product.tsx';

const nothing = () => undefined;
const countries = { 'GET /countries/list': () => someCountries() };

export const Products = () => (
  <Stack>
    <ProductCard product={aProduct()} />
    <ProductCard product={aDownload()} />
    <ProductCard product={aProduct({ _id: 'p3', stock: 0, images: [] })} />
  </Stack>
);
export const Auctions = () => (
  <Stack>
    <AuctionCard auction={aLiveAuction({ currentPrice: 20, bidCount: 3 })} named />
    <AuctionCard auction={anAuction({ _id: 'a2', state: 'sold', currentPrice: 240, bidCount: 12 })} />
  </Stack>
);
export const Offers = () => (
  <Stack>
    <OfferLine offer={anOffer()} said />
    <OfferLine offer={anOffer({ left: null, endsAt: null })} />
  </Stack>
);
export const Addresses = () => (
  <Product
    answers={{
      ...countries,
      'GET /addresses/search': () => listOf(anAddress(), anAddress({ _id: 'a2', isDefault: false })),
    }}
  >
    <AddressBook />
  </Product>
);
export const NewAddress = () => (
  <Product answers={countries}>
    <AddressForm onSaved={nothing} onCancel={nothing} />
  </Product>
);
export const Payouts = () => (
  <Product
    answers={{
      'GET /payout-methods': () =>
        listOf(aPayoutMethod(), aPayoutMethod({ _id: 'm2', isChosen: false, isReady: false })),
    }}
  >
    <PayoutMethods />
  </Product>
);
