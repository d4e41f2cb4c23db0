import { plural } from '#lib/format.ts';
import {
  type Collectable,
  addToCollection,
  allCollections,
  listCollections,
  removeFromCollection,
} from '#services/content/collections.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { MembershipDialog } from '../../base/lists/membership-dialog.tsx';
import { CollectionNameForm } from './collection-name-form.tsx';

/** The collections of a bookmark. */
export function CollectDialog({ item, onClose }: { item: Collectable; onClose: () => void }) {
  const request = useRead(
    listCollections,
    { query: { ...item, ...allCollections } },
    { refetchOnMountOrArgChange: true },
  );
  const [add] = useWrite(addToCollection);
  const [remove] = useWrite(removeFromCollection);
  return (
    <MembershipDialog
      title="Add to collection"
      groups="collections"
      empty="Collections group your bookmarks. Only you can see them."
      request={request}
      getHint={({ items }) => plural(items, 'item')}
      put={({ _id: id }, isIn) => (isIn ? add : remove)({ params: { id, ...item } })}
      newGroup={(onSaved) => <CollectionNameForm collection={null} label="New collection" onDone={onSaved} />}
      onClose={onClose}
    />
  );
}
