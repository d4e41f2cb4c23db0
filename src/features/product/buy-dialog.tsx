import Router from 'next/router';
import { useRef, useState } from 'react';
import { routes } from '#config/routes';
import type { Product } from '#contract/products';
import { formatNumber } from '#lib/format';
import { orderTotal } from '#lib/order-total';
import { AddressChoice, useAddressChoice } from '#parts/address-choice';
import { SpendTokens } from '#parts/spend-tokens';
import { type Bought, useBuyProductMutation } from '#state/api-orders';
import { Dialog } from '#ui/dialog';
import { Tokens, tokensText, useRate } from '#ui/money';
import { Stack } from '#ui/stack';
import { toast } from '#ui/toast';
import { Quantity, mostAtOnce } from './quantity.tsx';
import styles from './product.module.css';

export interface BuyDialogProps {
  readonly product: Product;
  /** How many were asked for on the page. */
  readonly initial: number;
  readonly onClose: () => void;
}

/** What is left to pay for one: less where the file was bought with something else already. */
const unitPriceOf = ({ price, access }: Product): number =>
  access.routes.find(({ need }) => need === 'purchase')?.price ?? price;

interface Wanted {
  readonly product: Product;
  readonly quantity: number;
}
const totalOf = ({ product, quantity }: Wanted) =>
  orderTotal({ unitPrice: unitPriceOf(product), quantity, shippingPrice: product.shippingPrice });

/** How the total comes about. */
function Lines({ product, quantity }: Wanted) {
  const { subtotal, shipping } = totalOf({ product, quantity });
  return (
    <dl className={styles.lines}>
      <div>
        <dt>
          {formatNumber(quantity)} × {product.name}
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
  const [buy] = useBuyProductMutation();
  const bought = useRef<Bought | null>(null);
  const { total } = totalOf({ product, quantity });
  const spend = async (key: string) => {
    bought.current = await buy({
      productId: product._id,
      key,
      body: { quantity, total, ...(addressId && { addressId }) },
    }).unwrap();
  };
  return (
    <SpendTokens
      tokens={total}
      {...(product.type === 'physical' && { word: 'Total' })}
      label={`Pay ${tokensText(total, rate)}`}
      about={`buy/${product._id}/${quantity}/${addressId ?? ''}/${total}`}
      spend={spend}
      onDone={() => (bought.current ? onBought(bought.current) : undefined)}
    />
  );
}

/** How many, where to, what it costs, and then the paying. */
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

/** Buys a product: everything that is paid stands there before it is paid. */
export function BuyDialog({ product, initial, onClose }: BuyDialogProps) {
  const bought = ({ order }: Bought) => {
    onClose();
    if (product.type === 'digital')
      return void toast.success('Bought. You can download it whenever you like.');
    toast.success(`Order ${order.number} is placed`);
    return void Router.push(routes.order(order._id));
  };
  return (
    <Dialog open onClose={onClose} title={`Buy “${product.name}”`}>
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
