import { type InferSelectModel, eq, getTableColumns } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Ctx } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { notFound } from '../../../kernel/errors.ts';

type SoldTable = PgTable & Readonly<Record<'id' | 'performerId', AnyPgColumn>>;

/**
 * Locks an item against price changes until the purchase commits. Returns its row and its creator's name.
 * @throws AppError 404
 */
export async function lockForSale<Table extends SoldTable>(
  tx: Ctx,
  table: Table,
  id: string,
): Promise<{ row: InferSelectModel<Table>; creator: string }> {
  const [found] = await tx.db
    .select({ row: getTableColumns<PgTable>(table), creator: accounts.name })
    .from(table as PgTable)
    .innerJoin(accounts, eq(accounts.id, table.performerId))
    .where(eq(table.id, id))
    .for('share', { of: table });
  if (!found) throw notFound();
  return { row: found.row as InferSelectModel<Table>, creator: found.creator };
}
