import type { OwnProduct } from '#contract/trade/products.ts';
import { deleteProduct } from '#services/trade/products.ts';
import { useWrite } from '#state/query/hooks.ts';
import { ConfirmAction } from '#components/base/lists/confirm-action.tsx';

export interface DeleteProductProps {
  readonly product: Pick<OwnProduct, '_id' | 'title' | 'sold' | 'type'>;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

/** Asks for confirmation, explaining what happens to existing orders. */
export function DeleteProduct({ product, onClose, onDeleted }: DeleteProductProps) {
  const [remove] = useWrite(deleteProduct);
  const kept =
    product.sold === 0
      ? ''
      : product.type === 'digital'
        ? ' Buyers can still download it.'
        : ' Open orders aren’t affected.';
  return (
    <ConfirmAction
      title={`Delete “${product.title}”?`}
      confirmLabel="Delete product"
      action={() => remove({ params: { id: product._id } })}
      doneText="Product deleted"
      onDone={onDeleted}
      onClose={onClose}
    >
      It’s removed from sale and from all lists. This can’t be undone.{kept}
    </ConfirmAction>
  );
}
