import { Suspense, useState } from 'react';
import { routes } from '#config/routes';
import type { Product } from '#contract/products';
import { Later } from '#parts/later';
import { loginFirst } from '#parts/login-first';
import { Button } from '#ui/button';
import { ButtonLink } from '#ui/button-link';
import { lazyPart } from '#ui/lazy-part';
import { Notice } from '#ui/notice';
import { Stack } from '#ui/stack';
import { Quantity, mostAtOnce } from './quantity.tsx';

// Both come when they are needed: most who look buy nothing.
const BuyDialog = lazyPart(async () => (await import('./buy-dialog.tsx')).BuyDialog);
const DownloadButton = lazyPart(async () => (await import('#parts/download')).DownloadButton);

const Owned = ({ product }: { product: Product }) => (
  <Stack gap={8}>
    <Notice tone="success">You bought this. It stays yours.</Notice>
    <Later
      skeleton={
        <Button variant="primary" large block busy>
          Download
        </Button>
      }
    >
      <DownloadButton productId={product._id} variant="primary" large block />
    </Later>
  </Stack>
);

function Buying({ product }: { product: Product }) {
  const [quantity, setQuantity] = useState(1);
  const [open, setOpen] = useState(false);
  if (product.stock === 0)
    return (
      <Button variant="primary" large block disabled>
        Sold out
      </Button>
    );
  const most = mostAtOnce(product);
  const buy = () => {
    if (loginFirst()) setOpen(true);
  };
  return (
    <Stack gap={12}>
      {product.type === 'physical' && most > 1 ? (
        <Quantity value={Math.min(quantity, most)} max={most} onChange={setQuantity} />
      ) : null}
      <Button variant="primary" large block onClick={buy}>
        {product.type === 'digital' ? 'Buy and download' : 'Buy'}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <BuyDialog product={product} initial={Math.min(quantity, most)} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Stack>
  );
}

/** The one thing to do with a product: buy it, download it, or change it. */
export function BuyBox({ product }: { product: Product }) {
  if (product.access.reason === 'owner')
    return (
      <ButtonLink href={routes.editProduct(product._id)} variant="primary" large block>
        Edit this product
      </ButtonLink>
    );
  if (product.access.allowed) return <Owned product={product} />;
  // Taken off sale while it was looked at; the page says so.
  return product.state === 'published' ? <Buying product={product} /> : null;
}
