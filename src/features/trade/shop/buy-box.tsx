import { Suspense, useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Product } from '#contract/trade/products.ts';
import { useAnnouncement } from '#components/base/lists/announcement.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { loginFirst } from '#components/people/auth/login-first.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Quantity, mostAtOnce } from './quantity-field.tsx';

// Loaded on demand, because most viewers buy nothing.
const BuyDialog = lazyPart(async () => (await import('./buy-dialog.tsx')).BuyDialog);
const Downloads = lazyPart(async () => (await import('#components/trade/shop/downloads.tsx')).Downloads);

const Owned = ({ product }: { product: Product }) => (
  <Stack gap={8}>
    <Notice tone="success">You own this.</Notice>
    <LazyClient
      skeleton={
        <Button variant="primary" large block busy>
          Download
        </Button>
      }
    >
      <Downloads productId={product._id} large />
    </LazyClient>
  </Stack>
);

function Buying({ product }: { product: Product }) {
  const [quantity, setQuantity] = useState(1);
  const [open, setOpen] = useState(false);
  const most = mostAtOnce(product);
  const buy = () => {
    if (
      loginFirst({
        why: `buy ${product.title}`,
        act: { do: 'resume', key: `buy/${product._id}`, text: String(quantity) },
      })
    )
      setOpen(true);
  };
  useAnnouncement(`buy/${product._id}`, (text) => {
    setQuantity(Number(text ?? 1));
    setOpen(true);
  });
  if (product.stock === 0)
    return (
      <Button variant="primary" large block disabled>
        Sold out
      </Button>
    );
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

/** The primary action on a product: buy, download, or edit it. */
export function BuyBox({ product }: { product: Product }) {
  if (product.access.reason === 'owner')
    return (
      <ButtonLink href={routes.editProduct(product._id)} variant="primary" large block>
        Edit product
      </ButtonLink>
    );
  if (product.access.allowed) return <Owned product={product} />;
  // The product was taken off sale while the page was open; the page says so.
  return product.state === 'published' ? <Buying product={product} /> : null;
}
