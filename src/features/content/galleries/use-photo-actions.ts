import type { Audience } from '#contract/core/schemas.ts';
import type { OwnPhoto } from '#contract/content/photos.ts';
import { inTurn, reportTurns } from '#components/content/media-items/in-turn.ts';
import { plural } from '#lib/format.ts';
import { problemMessage } from '#lib/problem.ts';
import { audienceLabels } from '#components/content/media-items/media-states.tsx';
import { type PhotosChange, changePhotos, setGalleryCover } from '#services/content/photos.ts';
import { useWrite } from '#state/query/hooks.ts';
import { toast } from '#ui/overlays/toast.ts';

const pickIds = (photos: readonly OwnPhoto[]): string[] => photos.map(({ _id }) => _id);
/** Most photos per request. */
const atOnce = 100;
const splitIntoBatches = (photos: readonly OwnPhoto[]): OwnPhoto[][] =>
  Array.from({ length: Math.ceil(photos.length / atOnce) }, (_, at) =>
    photos.slice(at * atOnce, (at + 1) * atOnce),
  );

export const namePhoto = ({ title, file }: Pick<OwnPhoto, 'title' | 'file'>): string =>
  title || file.alt || 'Photo';

/**
 * Changes any number of photos, in several requests if needed. `run` resolves with whether all were changed, and
 * shows an error otherwise; `inParts` with those that were changed, and the error.
 */
function useChangeInParts() {
  const [change, { isLoading }] = useWrite(changePhotos);
  const inParts = async (
    photos: readonly OwnPhoto[],
    body: (photoIds: string[]) => PhotosChange,
  ): Promise<{ changed: readonly OwnPhoto[]; error: unknown }> => {
    const parts = splitIntoBatches(photos);
    const { done, error } = await inTurn(parts, (part) => change({ body: body(pickIds(part)) }));
    return { changed: parts.slice(0, done).flat(), error };
  };
  const run = async (
    photos: readonly OwnPhoto[],
    body: (photoIds: string[]) => PhotosChange,
  ): Promise<boolean> => {
    const { error } = await inParts(photos, body);
    if (error) toast.error(problemMessage(error));
    return !error;
  };
  return { run, inParts, busy: isLoading };
}

/**
 * Actions on one or more photos in the studio, each with a toast for the outcome. They resolve with whether
 * all photos were changed.
 */
export function usePhotoActions() {
  const { run, inParts, busy } = useChangeInParts();
  const [setCover] = useWrite(setGalleryCover);
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
      const { changed, error } = await inParts(photos, (photoIds) => ({ action: 'archive', photoIds }));
      const isUndone = changed.every(({ state }) => state === 'published');
      return reportTurns(
        { done: changed.length, error },
        (count) => (count === 1 ? 'Archived' : `${plural(count, 'photo')} archived`),
        isUndone ? { label: 'Undo', run: () => void publish(changed, 'Moved back') } : undefined,
      );
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
      const { error } = await setCover({ params: { id: photo._id } });
      if (error) toast.error(problemMessage(error));
      else toast.success('Cover updated');
    },
  };
}
export type PhotoActions = ReturnType<typeof usePhotoActions>;
