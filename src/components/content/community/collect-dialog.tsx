import { plural } from '#lib/format.ts';
import {
  type Collectable,
  useAddToCollectionMutation,
  useListCollectionsQuery,
  useRemoveFromCollectionMutation,
} from '#state/api/community/collections.ts';
import { MembershipDialog } from '../../base/lists/membership-dialog.tsx';
import { CollectionNameForm } from './collection-name-form.tsx';

/** The collections of a bookmark. */
export function CollectDialog({ item, onClose }: { item: Collectable; onClose: () => void }) {
  const request = useListCollectionsQuery(item, { refetchOnMountOrArgChange: true });
  const [add] = useAddToCollectionMutation();
  const [remove] = useRemoveFromCollectionMutation();
  return (
    <MembershipDialog
      title="Add to collection"
      groups="collections"
      empty="Collections group your bookmarks. Only you can see them."
      request={request}
      hintOf={({ items }) => plural(items, 'item')}
      put={({ _id: id }, isIn) => (isIn ? add : remove)({ id, ...item })}
      newGroup={(onSaved) => <CollectionNameForm collection={null} label="New collection" onDone={onSaved} />}
      onClose={onClose}
    />
  );
}
