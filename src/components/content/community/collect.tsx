import FolderPlus from 'lucide-react/icons/folder-plus';
import type { Collectable } from '#services/content/collections.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { openTask } from '../../money/wallet/purchase-tasks.ts';

/** Opens the dialog that puts a bookmark into collections. */
export const openCollections = (item: Collectable): void => openTask({ kind: 'collect', item });

/** The item of a bookmark's menu that opens its collections. */
export const collectItem = (item: Collectable): MenuItem => ({
  label: 'Add to collection…',
  icon: <FolderPlus />,
  onSelect: () => openCollections(item),
});

let offer: number | null = null;

/** Confirms a new bookmark and offers to put it into a collection; takes the offer away with the bookmark. */
export function offerCollection(item: Collectable, isBookmarked: boolean): void {
  if (offer !== null) toast.dismiss(offer);
  offer = isBookmarked
    ? toast.success('Added to your bookmarks', {
        action: { label: 'Add to collection', run: () => openCollections(item) },
        lasts: 6_000,
      })
    : null;
}
