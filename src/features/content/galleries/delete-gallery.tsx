import type { OwnGallery } from '#contract/content/galleries.ts';
import { plural } from '#lib/format.ts';
import { problemMessage } from '#lib/problem.ts';
import { deleteGallery } from '#services/content/galleries.ts';
import { useWrite } from '#state/query/hooks.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';

export interface DeleteGalleryProps {
  readonly gallery: OwnGallery;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

/** Asks for confirmation, explaining what is deleted and that buyers keep access. */
export function DeleteGallery({ gallery, onClose, onDeleted }: DeleteGalleryProps) {
  const [erase, { isLoading }] = useWrite(deleteGallery);
  const confirm = async () => {
    // Leave the gallery's page first, because refetching the deleted gallery would show a 404.
    onDeleted?.();
    const { error } = await erase({ params: { id: gallery._id } });
    onClose();
    if (error) toast.error(problemMessage(error));
    else toast.success('Gallery deleted');
  };
  const photos = gallery.numOfItems > 0 ? ` with its ${plural(gallery.numOfItems, 'photo')}` : '';
  const kept =
    gallery.sold > 0
      ? ` The ${plural(gallery.sold, 'person', 'people')} who bought it can still see it.`
      : ' To keep the photos, move them to another gallery first.';
  return (
    <ConfirmDialog
      open
      title={`Delete “${gallery.title}”?`}
      text={`It disappears${photos} and all its comments. This can’t be undone.${kept}`}
      confirmLabel="Delete gallery"
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
