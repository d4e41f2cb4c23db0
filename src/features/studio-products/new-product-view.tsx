import { useRouter } from 'next/router';
import { routes } from '#config/routes';
import type { ProductCreate } from '#contract/products';
import { useCreateProductMutation } from '#state/api-own-products';
import { PageHead } from '#ui/page-head';
import { PageHeader } from '#ui/page-header';
import { Stack } from '#ui/stack';
import { toast } from '#ui/toast';
import { ProductEditor } from './product-editor.tsx';
import type { SavedAs } from './use-product-editor.tsx';

/** `/creator/products/new`. */
export function NewProductView() {
  const router = useRouter();
  const [create] = useCreateProductMutation();
  const save = async (body: Omit<ProductCreate, 'state'>, as: SavedAs) => {
    const product = await create({ ...body, state: as === 'draft' ? 'draft' : 'published' }).unwrap();
    toast.success(as === 'draft' ? 'Saved as a draft' : 'It is on sale');
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
