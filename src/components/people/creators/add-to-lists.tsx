import ListPlus from 'lucide-react/icons/list-plus';
import type { PerformerCard } from '#contract/core/schemas.ts';
import { selectLoggedIn } from '#state/session/auth.ts';
import type { AppStore } from '#state/store.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { openTask } from '../../money/wallet/purchase-tasks.ts';

type Creator = Pick<PerformerCard, '_id' | 'name'>;

/** Opens the dialog that puts a creator into lists. */
export const openLists = ({ _id, name }: Creator): void =>
  openTask({ kind: 'lists', creator: { _id, name } });

/** The item of a creator's menu that opens their lists. */
export const listsItem = (creator: Creator): MenuItem => ({
  label: 'Add to lists…',
  icon: <ListPlus />,
  onSelect: () => openLists(creator),
});

/** None for visitors, who have no lists. */
export const listsItemFor = (store: AppStore, creator: Creator): MenuItem[] =>
  selectLoggedIn(store.getState()) ? [listsItem(creator)] : [];
