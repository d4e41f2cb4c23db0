import type { Audience } from '#contract/core/schemas.ts';
import type { OwnPhoto } from '#contract/content/photos.ts';
import { inBatches, reportTurns } from '#components/content/media-items/in-turn.ts';
import { useItemActions } from '#components/content/studio/use-item-actions.ts';
import { plural } from '#lib/format.ts';
import { problemMessage } from '#lib/problem.ts';
import { audienceLabels } from '#components/content/media-items/media-states.tsx';
import { type PhotosChange, changePhotos, setGalleryCover } from '#services/content/photos.ts';
import { useWrite } from '#state/query/hooks.ts';
import { toast } from '#ui/overlays/toast.ts';
import { photoKind, photosAtOnce } from './photo-kind.ts';

/**
 * Actions on one or more photos in the studio, each with a toast for the outcome. They resolve with whether
 * all photos were changed.
 */
export function usePhotoActions() {
  const [change, { isLoading }] = useWrite(changePhotos);
  const [setCover] = useWrite(setGalleryCover);
  const { archive, publishAll, restore } = useItemActions(photoKind);
  const changeAll = async (
    photos: readonly OwnPhoto[],
    toBody: (photoIds: string[]) => PhotosChange,
    done: (count: number) => string,
  ) => reportTurns(await inBatches(photos, photosAtOnce, (ids) => change({ body: toBody(ids) })), done);
  return {
    busy: isLoading,
    archive,
    restore,
    publish: (photos: readonly OwnPhoto[]) => publishAll(photos, 'published'),
    move: (photos: readonly OwnPhoto[], to: { galleryId: string | null; title: string }) =>
      changeAll(
        photos,
        (photoIds) => ({ action: 'move', photoIds, galleryId: to.galleryId }),
        () => (to.galleryId ? `Moved to “${to.title}”` : 'Removed from the gallery and kept as a draft'),
      ),
    audience: (photos: readonly OwnPhoto[], audience: Audience) =>
      changeAll(
        photos,
        (photoIds) => ({ action: 'audience', photoIds, audience }),
        (count) => `${plural(count, 'photo')}: ${audienceLabels[audience].toLowerCase()}`,
      ),
    cover: async (photo: OwnPhoto) => {
      const { error } = await setCover({ params: { id: photo._id } });
      if (error) toast.error(problemMessage(error));
      else toast.success('Cover updated');
    },
  };
}
export type PhotoActions = ReturnType<typeof usePhotoActions>;
