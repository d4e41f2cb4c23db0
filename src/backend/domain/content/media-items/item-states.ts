import { eq } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Ctx, now } from '../../../kernel/context.ts';
import { lockCreator } from '../../people/accounts/lock-creator.ts';

/** What posts, videos, galleries, photos and products have in common. */
export interface ItemRow {
  readonly id: string;
  readonly performerId: string;
  readonly state: string;
  readonly publishedAt: Date | null;
}

/** How one kind of item changes its state. */
export interface ItemKind<Row extends ItemRow> {
  readonly table: PgTable & Readonly<Record<keyof ItemRow, AnyPgColumn>>;
  /** Counts an item on its creator's profile when it is published (1), and when it no longer is (-1). */
  readonly count: (tx: Ctx, row: Row, by: 1 | -1) => Promise<unknown>;
  /** What else a new state changes in the row. */
  readonly changes?: (tx: Ctx, row: Row, next: Row['state']) => Promise<Partial<Row>> | Partial<Row>;
  /** What a new state causes, such as the next job. */
  readonly onChange?: (tx: Ctx, row: Row, next: Row['state']) => Promise<void>;
}

/** Where an operator's decision puts an item: out of sight for now, still its creator's to see, or gone from their lists too. */
export type TakenDownState = 'archived' | 'removed';

export interface ItemStates<Row extends ItemRow> {
  /** Locks an item and, before it, its creator's row. Null when it doesn't exist. */
  lock(tx: Ctx, id: string): Promise<Row | null>;
  /** Changes an item's state with everything that depends on it. `row` and its creator's row must be locked. */
  setState(tx: Ctx, row: Row, next: Row['state']): Promise<void>;
  /** Takes an item down for an operator. Returns the state it was in, or null when it doesn't exist anymore. */
  takeDown(tx: Ctx, id: string, next: TakenDownState): Promise<Row['state'] | null>;
  /** Undoes `takeDown`, unless the creator has changed or deleted the item meanwhile. */
  putBack(tx: Ctx, id: string, states: { from: TakenDownState; to: Row['state'] }): Promise<boolean>;
}

/** The state changes of one kind of item. */
export function itemStates<Row extends ItemRow>(kind: ItemKind<Row>): ItemStates<Row> {
  const { table, count, changes, onChange } = kind;

  async function lock(tx: Ctx, id: string): Promise<Row | null> {
    const [seen] = await tx.db.select({ performerId: table.performerId }).from(table).where(eq(table.id, id));
    if (!seen) return null;
    await lockCreator(tx, seen.performerId as string);
    const [row] = await tx.db.select().from(table).where(eq(table.id, id)).for('update');
    return (row as Row | undefined) ?? null;
  }

  async function setState(tx: Ctx, row: Row, next: Row['state']): Promise<void> {
    const time = now(tx);
    const values = {
      state: next,
      ...(next === 'published' && { publishedAt: row.publishedAt ?? time }),
      ...(await changes?.(tx, row, next)),
      updatedAt: time,
    };
    await tx.db.update(table).set(values).where(eq(table.id, row.id));
    if (next === 'published' && row.state !== 'published') await count(tx, row, 1);
    if (next !== 'published' && row.state === 'published') await count(tx, row, -1);
    await onChange?.(tx, row, next);
  }

  return {
    lock,
    setState,
    async takeDown(tx, id, next) {
      const row = await lock(tx, id);
      if (row && row.state !== 'removed') await setState(tx, row, next);
      return row?.state ?? null;
    },
    async putBack(tx, id, { from, to }) {
      const row = await lock(tx, id);
      if (row?.state !== from) return false;
      await setState(tx, row, to);
      return true;
    },
  };
}
