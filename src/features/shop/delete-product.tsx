import type { OwnProduct } from '#contract/products.ts';
import { problemMessage } from '#lib/problem.ts';
import { useDeleteProductMutation } from '#state/api/own-products.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';

export interface DeleteProductProps {
  readonly product: Pick<OwnProduct, '_id' | 'title' | 'sold' | 'type'>;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

/** Asks for confirmation, explaining what happens to existing orders. */
export function DeleteProduct({ product, onClose, onDeleted }: DeleteProductProps) {
  const [remove, removal] = useDeleteProductMutation();
  const confirm = async () => {
    const result = await remove(product._id);
    onClose();
    if (result.error) return void toast.error(problemMessage(result.error));
    toast.success('Product deleted');
    return onDeleted?.();
  };
  const kept =
    product.sold === 0
      ? ''
      : product.type === 'digital'
        ? ' Buyers can still download it.'
        : ' Open orders aren’t affected.';
  return (
    <ConfirmDialog
      open
      title={`Delete “${product.title}”?`}
      text={`It’s removed from sale and from all lists. This can’t be undone.${kept}`}
      confirmLabel="Delete product"
      busy={removal.isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
