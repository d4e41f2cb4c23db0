import type { OwnPhoto } from '#contract/content/photos.ts';
import { pronoun } from '#components/content/studio/removal-dialog.tsx';
import type { ItemKind } from '#components/content/studio/studio-kind.ts';
import { type PhotosChange, changePhotos } from '#services/content/photos.ts';
import { useWrite } from '#state/query/hooks.ts';

/** Most photos per request. */
export const photosAtOnce = 100;

/** Photos in the studio: a grid rather than a table, edited in a dialog. */
export const photoKind: ItemKind<OwnPhoto> = {
  noun: 'photo',
  plural: 'photos',
  itemName: ({ title, file }) => title || file.alt || 'Photo',
  useWrites: () => {
    const [change] = useWrite(changePhotos);
    const run = (action: 'publish' | 'archive' | 'delete') => (photoIds: string[]) =>
      change({ body: { action, photoIds } satisfies PhotosChange });
    return {
      remove: (id) => run('delete')([id]),
      batches: {
        atOnce: photosAtOnce,
        update: (ids, { state }) => run(state === 'archived' ? 'archive' : 'publish')(ids),
        remove: run('delete'),
      },
    };
  },
  publishing: {
    canPublish: ({ state }) => state === 'draft' || state === 'archived',
    canArchive: ({ state }) => state === 'published',
    canRestore: ({ state }) => state === 'published',
  },
  removal: {
    verb: 'Delete',
    done: 'deleted',
    consequences: (photos) =>
      `This can’t be undone. Anyone who bought ${pronoun(photos)} with a gallery can still see ${pronoun(photos)}.`,
  },
};
