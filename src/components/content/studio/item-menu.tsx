import { useRouter } from 'next/router';
import type { BulkItem } from '#components/content/media-items/bulk-edit-values.ts';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import type { StudioKind } from './studio-kind.ts';
import type { ItemActions } from './use-item-actions.ts';

export interface ItemMenuProps<Item extends BulkItem> {
  readonly kind: StudioKind<Item>;
  readonly item: Item;
  readonly actions: ItemActions<Item>;
  readonly onRemove: () => void;
}

/** The actions that publish it or take it down, depending on its state. */
function publishingItems<Item extends BulkItem>({ kind, item, actions }: ItemMenuProps<Item>): MenuItem[] {
  const { publishing } = kind;
  if (!publishing) return [];
  if (publishing.canArchive(item))
    return [{ label: 'Archive', onSelect: () => void actions.archive([item]) }];
  if (item.state === 'archived') return [{ label: 'Restore', onSelect: () => void actions.restore([item]) }];
  if (item.state === 'scheduled')
    return [{ label: 'Publish now', onSelect: () => void actions.publish(item, true) }];
  return publishing.canPublish(item)
    ? [{ label: publishing.label ?? 'Publish', onSelect: () => void actions.publish(item, false) }]
    : [];
}

/** The menu of a row; a dash if nothing can be done. */
export function ItemMenu<Item extends BulkItem>(props: ItemMenuProps<Item>) {
  const { kind, item, actions, onRemove } = props;
  const router = useRouter();
  const { editPath } = kind;
  const duplicate = async () => {
    const copy = await actions.duplicate?.(item);
    if (copy && editPath) await router.push(editPath(copy._id));
  };
  const isOpen = !kind.isLocked?.(item);
  const items: MenuItem[] = [
    ...(kind.hasPage(item) ? [{ label: `View ${kind.noun}`, href: kind.pagePath(item._id) }] : []),
    ...(isOpen && editPath ? [{ label: 'Edit', onSelect: () => void router.push(editPath(item._id)) }] : []),
    ...(actions.duplicate ? [{ label: 'Duplicate', onSelect: () => void duplicate() }] : []),
    ...(kind.menuItems?.(item, (change, message) => void actions.change(item, change, message)) ?? []),
    ...publishingItems(props),
    ...(isOpen ? [{ label: kind.removal.verb, danger: true, divided: true, onSelect: onRemove }] : []),
  ];
  return items.length > 0 ? <Menu label={`Actions for “${kind.itemName(item)}”`} items={items} /> : '–';
}
