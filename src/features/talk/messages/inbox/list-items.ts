import { limits } from '#config/limits.ts';
import { routes } from '#config/routes.ts';
import { problemMessage } from '#lib/problem.ts';
import { listFanLists } from '#services/trade/broadcasts/fan-lists.ts';
import type { Api } from '#services/http/api.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { toast } from '#ui/overlays/toast.ts';

/** A creator's lists of fans as menu items, and the way to make the first one. */
export async function listItems(
  api: Api,
  { listId, show }: { listId: string | null; show: (listId: string) => void },
): Promise<MenuItem[]> {
  try {
    const { data } = await listFanLists(api, { query: { offset: 0, limit: limits.maxPageSize } });
    return [
      ...data.map(({ _id, name }): MenuItem => ({
        label: _id === listId ? `${name} (shown)` : name,
        onSelect: () => show(_id),
      })),
      {
        label: data.length === 0 ? 'Create a fan list' : 'Manage lists',
        href: routes.broadcast,
        divided: data.length > 0,
      },
    ];
  } catch (problem) {
    toast.error(problemMessage(problem));
    return [{ label: 'Manage lists', href: routes.broadcast }];
  }
}
