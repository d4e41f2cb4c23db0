import type { PerformerCard } from '#contract/core/schemas.ts';
import { plural } from '#lib/format.ts';
import { addToList, allLists, listLists, removeFromList } from '#services/content/creator-lists.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { MembershipDialog } from '../../base/lists/membership-dialog.tsx';
import { ListNameForm } from './list-name-form.tsx';

/** Who is put into lists. */
export type Listable = Pick<PerformerCard, '_id' | 'name'>;

/** The lists of a creator. */
export function ListsDialog({ creator, onClose }: { creator: Listable; onClose: () => void }) {
  const request = useRead(
    listLists,
    { query: { performerId: creator._id, ...allLists } },
    { refetchOnMountOrArgChange: true },
  );
  const [add] = useWrite(addToList);
  const [remove] = useWrite(removeFromList);
  return (
    <MembershipDialog
      title="Add to lists"
      groups="lists"
      empty="Group creators and read each group’s posts on its own. Only you can see your lists."
      request={request}
      getHint={({ members }) => plural(members, 'creator')}
      put={({ _id: id }, isIn) => (isIn ? add : remove)({ params: { id, performerId: creator._id } })}
      newGroup={(onSaved) => <ListNameForm list={null} label="New list" onDone={onSaved} />}
      onClose={onClose}
    />
  );
}
