import type { Ctx } from '../../../kernel/context.ts';
import { notify } from '../../people/notifications/notify.ts';
import type { ItemRow, ItemStates } from './item-states.ts';

/** What a creator is told about an item. */
export interface ItemNews {
  readonly kind: string;
  readonly text: string;
  readonly href: string;
}

/** How one kind of item gets from its creator's request to its publication. */
export interface Publishing<Row extends ItemRow> {
  readonly states: ItemStates<Row>;
  /** The state that a locked item should have now. */
  readonly dueState: (tx: Ctx, row: Row) => Promise<Row['state']>;
  /** What to tell its creator about its new state, if anything. */
  readonly news: (row: Row, state: Row['state']) => ItemNews | null;
}

/**
 * Advances an item as far toward its publication as it can get now, and tells its creator, unless they did it themselves.
 * Returns its new state, or null when nothing was due. Call it after each change of what the publication waits for.
 */
export async function advance<Row extends ItemRow>(
  tx: Ctx,
  { states, dueState, news }: Publishing<Row>,
  id: string,
): Promise<Row['state'] | null> {
  const row = await states.lock(tx, id);
  if (!row) return null;
  const next = await dueState(tx, row);
  if (next === row.state) return null;
  await states.setState(tx, row, next);
  const reported = tx.viewer?.id === row.performerId ? null : news(row, next);
  if (reported) await notify(tx, { to: row.performerId, type: 'media', ...reported });
  return next;
}
