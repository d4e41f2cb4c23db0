import type { Audience } from '#contract/core/schemas.ts';
import type { OwnPhoto } from '#contract/photos.ts';
import { plural } from '#lib/format.ts';
import { problemMessage } from '#lib/problem.ts';
import { audienceLabels } from '#components/media-items/media-states.tsx';
import {
  type PhotosChange,
  useChangePhotosMutation,
  useSetGalleryCoverMutation,
} from '#state/api/own-galleries.ts';
import { toast } from '#ui/overlays/toast.ts';

const photoIdsOf = (photos: readonly OwnPhoto[]): string[] => photos.map(({ _id }) => _id);
/** Most photos per request. */
const atOnce = 100;
const partsOf = (photos: readonly OwnPhoto[]): OwnPhoto[][] =>
  Array.from({ length: Math.ceil(photos.length / atOnce) }, (_, at) =>
    photos.slice(at * atOnce, (at + 1) * atOnce),
  );

export const namePhoto = ({ title, file }: Pick<OwnPhoto, 'title' | 'file'>): string =>
  title || file.alt || 'Photo';

/**
 * Changes any number of photos, in several requests if needed. Resolves with whether all were changed, and
 * shows an error otherwise.
 */
function useChangeInParts() {
  const [change, { isLoading }] = useChangePhotosMutation();
  const run = async (
    photos: readonly OwnPhoto[],
    body: (photoIds: string[]) => PhotosChange,
  ): Promise<boolean> => {
    for (const part of partsOf(photos)) {
      const { error } = await change(body(photoIdsOf(part)));
      if (error) {
        toast.error(problemMessage(error));
        return false;
      }
    }
    return true;
  };
  return { run, busy: isLoading };
}

/**
 * Actions on one or more photos in the studio, each with a toast for the outcome. They resolve with whether
 * all photos were changed.
 */
export function usePhotoActions() {
  const { run, busy } = useChangeInParts();
  const [setCover] = useSetGalleryCoverMutation();
  const publish = async (photos: readonly OwnPhoto[], said: string) => {
    if (await run(photos, (photoIds) => ({ action: 'publish', photoIds }))) toast.success(said);
  };
  return {
    busy,
    publish: (photos: readonly OwnPhoto[]) =>
      publish(
        photos,
        photos.length === 1 ? 'Photo published' : `${plural(photos.length, 'photo')} published`,
      ),
    /** Can be undone, because archiving notifies nobody. */
    archive: async (photos: readonly OwnPhoto[]) => {
      if (!(await run(photos, (photoIds) => ({ action: 'archive', photoIds })))) return false;
      const were = photos.filter(({ state }) => state === 'published');
      const undo =
        were.length === photos.length
          ? { action: { label: 'Undo', run: () => void publish(were, 'Moved back') } }
          : {};
      toast.success(photos.length === 1 ? 'Archived' : `${plural(photos.length, 'photo')} archived`, undo);
      return true;
    },
    remove: async (photos: readonly OwnPhoto[]) => {
      const done = await run(photos, (photoIds) => ({ action: 'delete', photoIds }));
      if (done)
        toast.success(photos.length === 1 ? 'Photo deleted' : `${plural(photos.length, 'photo')} deleted`);
      return done;
    },
    move: async (photos: readonly OwnPhoto[], to: { galleryId: string | null; title: string }) => {
      const done = await run(photos, (photoIds) => ({ action: 'move', photoIds, galleryId: to.galleryId }));
      if (done)
        toast.success(
          to.galleryId ? `Moved to “${to.title}”` : 'Removed from the gallery and kept as a draft',
        );
      return done;
    },
    audience: async (photos: readonly OwnPhoto[], audience: Audience) => {
      const done = await run(photos, (photoIds) => ({ action: 'audience', photoIds, audience }));
      if (done) toast.success(`${plural(photos.length, 'photo')}: ${audienceLabels[audience].toLowerCase()}`);
      return done;
    },
    cover: async (photo: OwnPhoto) => {
      const { error } = await setCover(photo._id);
      if (error) toast.error(problemMessage(error));
      else toast.success('Cover updated');
    },
  };
}
export type PhotoActions = ReturnType<typeof usePhotoActions>;
