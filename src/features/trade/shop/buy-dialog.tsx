import type { Tokens as Count } from '#lib/units.ts';
import Router from 'next/router';
import { useRef, useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Product } from '#contract/trade/products.ts';
import { formatNumber } from '#lib/format.ts';
import { orderTotal } from '#lib/order-total.ts';
import { AddressChoice, useAddressChoice } from '#components/trade/shop/address-choice.tsx';
import { SpendTokens } from '#components/money/wallet/spend-tokens.tsx';
import { purchasePrice } from '#components/content/media-items/access-options.ts';
import { type Bought, buyProduct } from '#services/trade/products.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Tokens, tokensText, useRate } from '#ui/content/money.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { Quantity, mostAtOnce } from './quantity-field.tsx';
import styles from './product.module.css';

export interface BuyDialogProps {
  readonly product: Product;
  /** The quantity selected on the page. */
  readonly initial: number;
  readonly onClose: () => void;
}

interface Wanted {
  readonly product: Product;
  readonly quantity: number;
}
const sumTotal = ({ product, quantity }: Wanted) =>
  orderTotal({ unitPrice: purchasePrice(product), quantity, shippingPrice: product.shippingPrice });

/** How the total is made up. */
function Lines({ product, quantity }: Wanted) {
  const { subtotal, shipping } = sumTotal({ product, quantity });
  return (
    <dl className={styles.lines}>
      <div>
        <dt>
          {formatNumber(quantity)} × {product.title}
        </dt>
        <dd>
          <Tokens tokens={subtotal} />
        </dd>
      </div>
      <div>
        <dt>Shipping</dt>
        <dd>{shipping > 0 ? <Tokens tokens={shipping} /> : 'Included'}</dd>
      </div>
    </dl>
  );
}

interface PayProps extends Wanted {
  readonly addressId?: string;
  readonly onBought: (bought: Bought) => void;
}

function Pay({ product, quantity, addressId, onBought }: PayProps) {
  const rate = useRate();
  const [buy] = useWrite(buyProduct);
  const bought = useRef<Bought | null>(null);
  const { total } = sumTotal({ product, quantity });
  const spend = async ({ key, tokens }: { key: string; tokens: Count }) => {
    bought.current = await buy({
      params: { id: product._id },
      key,
      body: { quantity, expectedPrice: tokens, ...(addressId && { addressId }) },
    }).unwrap();
  };
  return (
    <SpendTokens
      tokens={total}
      {...(product.type === 'physical' && { word: 'Total' })}
      label={(tokens) => `Pay ${tokensText(tokens, rate)}`}
      subject={`buy/${product._id}/${quantity}/${addressId ?? ''}`}
      spend={spend}
      onDone={() => (bought.current ? onBought(bought.current) : undefined)}
    />
  );
}

/** Quantity, delivery address, total and payment. */
function Parcel({
  product,
  initial,
  onBought,
}: Omit<BuyDialogProps, 'onClose'> & Pick<PayProps, 'onBought'>) {
  const [quantity, setQuantity] = useState(initial);
  const choice = useAddressChoice(product.shippingCountries);
  const most = mostAtOnce(product);
  const taken = Math.min(quantity, Math.max(1, most));
  return (
    <Stack>
      {most > 1 && !choice.adding ? <Quantity value={taken} max={most} onChange={setQuantity} /> : null}
      <AddressChoice choice={choice} countries={product.shippingCountries} />
      {choice.adding || !choice.value ? null : (
        <>
          <Lines product={product} quantity={taken} />
          <Pay product={product} quantity={taken} addressId={choice.value} onBought={onBought} />
        </>
      )}
    </Stack>
  );
}

/** Buys a product. Shows the complete total before payment. */
export function BuyDialog({ product, initial, onClose }: BuyDialogProps) {
  const bought = ({ order }: Bought) => {
    onClose();
    if (product.type === 'digital')
      return void toast.success('Purchase complete. You can download it anytime.');
    toast.success(`Order ${order.number} placed`);
    return void Router.push(routes.order(order._id));
  };
  return (
    <Dialog open onClose={onClose} title={`Buy “${product.title}”`}>
      <Stack>
        <p className={styles.by}>By {product.performer.name}</p>
        {product.type === 'digital' ? (
          <Pay product={product} quantity={1} onBought={bought} />
        ) : (
          <Parcel product={product} initial={initial} onBought={bought} />
        )}
      </Stack>
    </Dialog>
  );
}
