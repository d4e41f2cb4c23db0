import { problemMessage } from '#lib/problem.ts';
import { updateProduct } from '#services/trade/products.ts';
import { useWrite } from '#state/query/hooks.ts';
import { type ToastOptions, toast } from '#ui/overlays/toast.ts';

/** Takes a product off sale, which can be undone, and puts it back. */
export function useProductMoves() {
  const [update, { isLoading }] = useWrite(updateProduct);
  const move = async (id: string, state: 'published' | 'archived', said: ToastOptions & { text: string }) => {
    const { error } = await update({ params: { id }, body: { state } });
    const { text, ...options } = said;
    if (error) toast.error(problemMessage(error));
    else toast.success(text, options);
  };
  const putOnSale = (id: string) => move(id, 'published', { text: 'On sale' });
  return {
    isMoving: isLoading,
    putOnSale,
    archive: (id: string) =>
      move(id, 'archived', {
        text: 'Archived and taken off sale',
        action: { label: 'Undo', run: () => void putOnSale(id) },
      }),
  };
}
