import { Suspense, useState } from 'react';
import type { BulkItem } from '#components/content/media-items/bulk-edit-values.ts';
import { useAppSelector } from '#state/hooks.ts';
import { useListQuestion } from '#state/query/hooks.ts';
import { selectAuthUser } from '#state/session/auth.ts';
import { DataTable } from '#ui/antd/data-table.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import type { Column } from '#ui/layout/table.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ItemMenu } from './item-menu.tsx';
import { RemovalDialog } from './removal-dialog.tsx';
import { type StudioList, type StudioQuery, capitalized, firstOrder } from './studio-kind.ts';
import { type ItemActions, useItemActions } from './use-item-actions.ts';

const loadBulkEdit = async () =>
  (await import('#components/content/media-items/bulk-edit-dialog.tsx')).BulkEditDialog;
// `lazy` loses the generic type parameter, so restore it.
const BulkEditDialog = lazyPart(loadBulkEdit) as unknown as Awaited<ReturnType<typeof loadBulkEdit>>;

export interface StudioTableProps<Item extends BulkItem, Query extends StudioQuery> {
  readonly list: StudioList<Item, Query>;
  readonly query: Query;
}

const columnsWith = <Item extends BulkItem, Query extends StudioQuery>(
  { kind, ItemCell, columns }: StudioList<Item, Query>,
  actions: ItemActions<Item>,
  onRemove: (items: readonly Item[]) => void,
): readonly Column<Item>[] => [
  { key: 'item', title: capitalized(kind.noun), main: true, cell: (item) => <ItemCell item={item} /> },
  ...columns,
  {
    key: 'actions',
    title: 'Actions',
    menu: true,
    cell: (item) => <ItemMenu kind={kind} item={item} actions={actions} onRemove={() => onRemove([item])} />,
  },
];

/** Nothing was found, or nothing has been made yet. */
const Empty = <Item extends BulkItem, Query extends StudioQuery>({
  list: { kind, emptyText, filters = 'status' },
  query,
}: StudioTableProps<Item, Query>) =>
  Object.keys(query).length > 0 ? (
    <EmptyState compact title={`No ${kind.plural} found`} text={`Try another ${filters} or search.`} />
  ) : (
    <EmptyState
      title={`No ${kind.plural} yet`}
      text={emptyText}
      action={<ButtonLink href={kind.newPath}>New {kind.noun}</ButtonLink>}
    />
  );

function Items<Item extends BulkItem, Query extends StudioQuery>({
  list,
  query,
}: StudioTableProps<Item, Query>) {
  const { kind, orders } = list;
  const [order, setOrder] = useState(firstOrder(list));
  const creatorId = useAppSelector(selectAuthUser)?._id ?? '';
  const items = useListQuestion(list.items(query, { creatorId, order }));
  const actions = useItemActions(kind);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [edited, setEdited] = useState<readonly Item[]>([]);
  const [removed, setRemoved] = useState<readonly Item[]>([]);
  const clear = () => setSelected([]);
  return (
    <>
      <DataTable
        name={kind.plural}
        caption={capitalized(kind.plural)}
        rowHeight={72}
        columns={columnsWith(list, actions, setRemoved)}
        query={items}
        empty={<Empty list={list} query={query} />}
        sort={orders && { orders, value: order, onChange: setOrder }}
        selection={{
          chosen: selected,
          onChoose: setSelected,
          getRowName: kind.itemName,
          bar: (chosen, onAll) => (
            <BulkBar
              kind={kind}
              items={chosen}
              {...(kind.bulkEdit && { onEdit: setEdited })}
              onArchive={(archived) => void actions.archive(archived).then(clear)}
              onRemove={setRemoved}
              onAll={onAll}
              onClear={clear}
            />
          ),
        }}
      />
      {edited.length > 0 ? (
        <Suspense fallback={null}>
          <BulkEditDialog
            noun={kind.noun}
            pluralNoun={kind.plural}
            items={edited}
            getItemName={kind.itemName}
            {...kind.bulkEdit}
            save={({ _id }, change) => actions.save(_id, change)}
            onClose={() => setEdited([])}
            onDone={clear}
          />
        </Suspense>
      ) : null}
      {removed.length > 0 ? (
        <RemovalDialog kind={kind} items={removed} onClose={() => setRemoved([])} onRemoved={clear} />
      ) : null}
    </>
  );
}

/** The creator's items, newest first. The key clears the selection when the filters change. */
export const StudioTable = <Item extends BulkItem, Query extends StudioQuery>(
  props: StudioTableProps<Item, Query>,
) => <Items key={JSON.stringify(props.query)} {...props} />;
