import { type Turns, inBatches, inTurn, reportTurns } from '#components/content/media-items/in-turn.ts';
import type { BulkItem } from '#components/content/media-items/bulk-edit-values.ts';
import { resultText } from '#components/content/media-items/result-text.ts';
import { plural } from '#lib/format.ts';
import { type ItemChange, type ItemKind, type ItemWrites, capitalized } from './studio-kind.ts';

/** Changes items one by one, or many in one call where the API has that. */
async function changeItems<Item extends BulkItem>(
  { update, batches }: ItemWrites<Item>,
  items: readonly Item[],
  changeFor: (item?: Item) => ItemChange,
): Promise<Turns> {
  if (batches) return inBatches(items, batches.atOnce, (ids) => batches.update(ids, changeFor()));
  return update ? inTurn(items, (item) => update(item._id, changeFor(item))) : { done: 0, error: null };
}

/** Actions on items in the studio, each with a toast for the outcome. */
export function useItemActions<Item extends BulkItem>(kind: ItemKind<Item>) {
  const writes = kind.useWrites();
  const { update, remove, duplicate, batches } = writes;
  const changeEach = (items: readonly Item[], changeFor: (item?: Item) => ItemChange) =>
    changeItems(writes, items, changeFor);
  /** `Archived` or `3 posts archived`. */
  const countDone = (count: number, done: string) =>
    count === 1 ? capitalized(done) : `${plural(count, kind.noun, kind.plural)} ${done}`;

  /** Publishes several. Resolves with whether all were published. */
  const publishAll = async (items: readonly Item[], done: 'published' | 'restored') =>
    reportTurns(
      await changeEach(
        items,
        (item) => (item && kind.publishing?.restored?.(item)) ?? { state: 'published' },
      ),
      (count) => countDone(count, done),
    );
  const restore = (items: readonly Item[]) => publishAll(items, 'restored');
  return {
    /** Changes one of several items; its outcome is shown with that of the others. */
    save: async (id: string, change: ItemChange) => (update ? update(id, change) : {}),
    change: async (item: Item, change: ItemChange, message: string) =>
      reportTurns(await changeEach([item], () => change), () => message),
    publish: async (item: Item, isNow: boolean) => {
      const result = await update?.(item._id, { state: 'published', ...(isNow && { scheduledAt: null }) });
      reportTurns({ done: result?.error ? 0 : 1, error: result?.error }, () =>
        resultText(result?.data ?? item, item, kind.publishing?.publishedText),
      );
    },
    publishAll,
    restore,
    /** Undo is offered if all can be published again as they were. Resolves with whether all were archived. */
    archive: async (items: readonly Item[]) => {
      const result = await changeEach(items, () => ({ state: 'archived' }));
      const archived = items.slice(0, result.done);
      const canUndo = archived.every((item) => kind.publishing?.canRestore(item));
      return reportTurns(
        result,
        (count) => countDone(count, 'archived'),
        canUndo ? { label: 'Undo', run: () => void restore(archived) } : undefined,
      );
    },
    /** Resolves with the copy, or null if it couldn't be made. Undefined where there are no copies. */
    duplicate:
      duplicate &&
      (async ({ _id }: Item): Promise<Item | null> => {
        const { data, error } = await duplicate(_id);
        reportTurns({ done: error ? 0 : 1, error }, () => 'Copied as a draft');
        return data ?? null;
      }),
    remove: (items: readonly Item[]) =>
      batches ? inBatches(items, batches.atOnce, batches.remove) : inTurn(items, ({ _id }) => remove(_id)),
  };
}
export type ItemActions<Item extends BulkItem> = ReturnType<typeof useItemActions<Item>>;
