import type { OwnProduct } from '#contract/products.ts';
import { problemMessage } from '#lib/problem.ts';
import { useDeleteProductMutation } from '#state/api/own-products.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';

export interface DeleteProductProps {
  readonly product: Pick<OwnProduct, '_id' | 'name' | 'sold' | 'type'>;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

/** Asks once, saying what becomes of what was ordered. */
export function DeleteProduct({ product, onClose, onDeleted }: DeleteProductProps) {
  const [remove, removal] = useDeleteProductMutation();
  const confirm = async () => {
    const result = await remove(product._id);
    onClose();
    if (result.error) return void toast.error(problemMessage(result.error));
    toast.success('The product is deleted');
    return onDeleted?.();
  };
  const kept =
    product.sold === 0
      ? ''
      : product.type === 'digital'
        ? ' Who bought it can still download it.'
        : ' Orders go on as they are.';
  return (
    <ConfirmDialog
      open
      title={`Delete “${product.name}”?`}
      text={`It is taken off sale and out of every list. This can’t be undone.${kept}`}
      confirmLabel="Delete the product"
      busy={removal.isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
