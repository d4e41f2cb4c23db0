import { routes } from '#config/routes.ts';
import type { OwnGallery } from '#contract/content/galleries.ts';
import { MediaItemStateChip } from '#components/content/media-items/media-states.tsx';
import { buyersKeep } from '#components/content/studio/removal-dialog.tsx';
import type { StudioKind } from '#components/content/studio/studio-kind.ts';
import { plural } from '#lib/format.ts';
import { deleteGallery, updateGallery } from '#services/content/galleries.ts';
import { useWrite } from '#state/query/hooks.ts';

/** What is lost with galleries, and how to keep it. */
function consequences(galleries: readonly OwnGallery[]): string {
  const photos = galleries.reduce((total, { numOfItems }) => total + numOfItems, 0);
  const [theyGo, their] = galleries.length === 1 ? ['It disappears', 'its'] : ['They disappear', 'their'];
  const lost = photos > 0 ? `with ${their} ${plural(photos, 'photo')} and` : 'with';
  const saved = buyersKeep(galleries, 'see') || ' To keep the photos, move them to another gallery first.';
  return `${theyGo} ${lost} all ${their} comments. This can’t be undone.${saved}`;
}

/** Galleries in the studio. */
export const galleryKind: StudioKind<OwnGallery> = {
  noun: 'gallery',
  plural: 'galleries',
  itemName: ({ title }) => title,
  StateLabel: ({ item }) => <MediaItemStateChip state={item.state} />,
  listPath: routes.creatorGalleries,
  newPath: routes.newGallery,
  editPath: routes.editGallery,
  pagePath: routes.gallery,
  hasPage: ({ publishedAt }) => publishedAt !== null,
  useWrites: () => {
    const [update] = useWrite(updateGallery);
    const [remove] = useWrite(deleteGallery);
    return {
      update: (id, body) => update({ params: { id }, body }),
      remove: (id) => remove({ params: { id } }),
    };
  },
  publishing: {
    canPublish: ({ state, numOfItems }) => state === 'draft' && numOfItems > 0,
    canArchive: ({ state }) => state === 'published',
    canRestore: () => true,
  },
  removal: { verb: 'Delete', done: 'deleted', consequences },
  bulkEdit: { tagged: true },
};
