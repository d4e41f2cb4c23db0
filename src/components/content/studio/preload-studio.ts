import type { BulkItem } from '#components/content/media-items/bulk-edit-values.ts';
import { pinnedViews } from '#components/base/lists/pinned-views.tsx';
import { preload } from '#state/query/preload.ts';
import { selectAuthUser } from '#state/session/auth.ts';
import type { AppStore } from '#state/store.ts';
import { type FilteredList, type StudioQuery, firstOrder } from './studio-kind.ts';

interface Loading {
  readonly query: Readonly<Record<string, string>>;
  readonly store: Pick<AppStore, 'dispatch' | 'getState'>;
}

/** Loads what the server renders a studio list with: the items that the address asks for, and the pinned views. */
export const preloadStudio =
  <Item extends BulkItem, Query extends StudioQuery>(list: FilteredList<Item, Query>) =>
  ({ query, store }: Loading): Promise<() => void> => {
    const creatorId = selectAuthUser(store.getState())?._id ?? '';
    const filters = list.readQuery((name) => query[name] ?? '');
    return preload(store, [
      list.items(filters, { creatorId, order: firstOrder(list) }),
      pinnedViews(list.pinned),
    ]);
  };
