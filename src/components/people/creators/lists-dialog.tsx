import type { PerformerCard } from '#contract/core/schemas.ts';
import { plural } from '#lib/format.ts';
import {
  useAddToListMutation,
  useListListsQuery,
  useRemoveFromListMutation,
} from '#state/api/community/creator-lists.ts';
import { MembershipDialog } from '../../base/lists/membership-dialog.tsx';
import { ListNameForm } from './list-name-form.tsx';

/** Who is put into lists. */
export type Listable = Pick<PerformerCard, '_id' | 'name'>;

/** The lists of a creator. */
export function ListsDialog({ creator, onClose }: { creator: Listable; onClose: () => void }) {
  const request = useListListsQuery(creator._id, { refetchOnMountOrArgChange: true });
  const [add] = useAddToListMutation();
  const [remove] = useRemoveFromListMutation();
  return (
    <MembershipDialog
      title="Add to lists"
      groups="lists"
      empty="Group creators and read each group’s posts on its own. Only you can see your lists."
      request={request}
      hintOf={({ members }) => plural(members, 'creator')}
      put={({ _id: id }, isIn) => (isIn ? add : remove)({ id, performerId: creator._id })}
      newGroup={(onSaved) => <ListNameForm list={null} label="New list" onDone={onSaved} />}
      onClose={onClose}
    />
  );
}
