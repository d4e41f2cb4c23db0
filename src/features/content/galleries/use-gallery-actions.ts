import type { OwnGallery } from '#contract/content/galleries.ts';
import { problemMessage } from '#lib/problem.ts';
import { type GalleryChange, updateGallery } from '#services/content/galleries.ts';
import { useWrite } from '#state/query/hooks.ts';
import { toast } from '#ui/overlays/toast.ts';
import { resultText } from './gallery-values.ts';

/** One-click actions on a gallery, each with a toast for the outcome. */
export function useGalleryActions() {
  const [update] = useWrite(updateGallery);
  const change = async (gallery: OwnGallery, body: GalleryChange, undo?: GalleryChange) => {
    const result = await update({ params: { id: gallery._id }, body });
    if (result.error) return void toast.error(problemMessage(result.error));
    const after = result.data;
    return void toast.success(
      resultText(after, gallery.state),
      undo ? { action: { label: 'Undo', run: () => void change(after, undo) } } : {},
    );
  };
  return {
    /** Changes one of several galleries; its outcome is shown with that of the others. */
    save: (id: string, body: GalleryChange) => update({ params: { id }, body }),
    publish: (gallery: OwnGallery) => change(gallery, { state: 'published', scheduledAt: null }),
    archive: (gallery: OwnGallery) => change(gallery, { state: 'archived' }, { state: 'published' }),
  };
}
export type GalleryActions = ReturnType<typeof useGalleryActions>;
