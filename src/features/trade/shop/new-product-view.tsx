import { useRouter } from 'next/router';
import { routes } from '#config/routes.ts';
import type { ProductCreate } from '#contract/trade/products.ts';
import { createProduct } from '#services/trade/products.ts';
import { useWrite } from '#state/query/hooks.ts';
import type { RequestedState } from '#components/content/studio/editor-actions.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { ProductEditor } from './product-editor.tsx';

/** `/creator/products/new`. */
export function NewProductView() {
  const router = useRouter();
  const [create] = useWrite(createProduct);
  const save = async (body: Omit<ProductCreate, 'state'>, as: RequestedState) => {
    const product = await create({
      body: { ...body, state: as === 'draft' ? 'draft' : 'published' },
    }).unwrap();
    toast.success(as === 'draft' ? 'Saved as a draft' : 'On sale');
    await router.push(as === 'draft' ? routes.creatorProducts : routes.product(product._id));
  };
  return (
    <Stack gap={24}>
      <PageHead title="New product" unlisted />
      <PageHeader title="New product" />
      <ProductEditor product={null} save={save} />
    </Stack>
  );
}
