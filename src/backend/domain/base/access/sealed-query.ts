import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/db.ts';
import { statement } from '../../../db/statement.ts';

/*
 * What an operator took down because it is against the law is closed to everyone: its creator, those who bought it,
 * and operators, who can only open the copy that is kept as evidence (`moderation/sealed-evidence.ts`).
 */

const byLaw = sql`JOIN moderation_decisions m ON m.id = d.decision_id AND m.legal_basis = 'illegal'`;

/** SQL condition: the file is part of something that was taken down as illegal. */
export const fileSealed = (fileId: SQL | AnyPgColumn): SQL<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM taken_down_files d ${byLaw} WHERE d.file_id = ${fileId})`;

/** SQL: `kind` and `item_id` of those of the items that were taken down as illegal. */
export const sealedItems = (itemIds: SQL): SQL =>
  sql`SELECT d.kind, d.item_id FROM taken_down_items d ${byLaw} WHERE d.item_id = ${itemIds}`;

const sealed = statement<{ sealed: boolean }, { file: string }>(
  'file_sealed',
  sql`SELECT ${fileSealed(sql`${sql.placeholder('file')}::uuid`)} AS sealed`,
);

export async function isSealed(db: Db, fileId: string): Promise<boolean> {
  const [row] = await sealed(db, { file: fileId });
  return row?.sealed ?? false;
}

const since = statement<{ holds: boolean }, { export: string }>(
  'export_sealed',
  sql`
  SELECT EXISTS (
    SELECT 1 FROM data_exports x JOIN files f ON f.owner_id = x.account_id
      JOIN taken_down_files d ON d.file_id = f.id ${byLaw} WHERE x.id = ${sql.placeholder('export')}::uuid AND coalesce(m.decided_at, m.created_at) >= x.created_at) AS holds`,
);

/** Whether a copy of somebody's data may hold a file that has been sealed. One that is made anew leaves it out. */
export async function exportHoldsSealed(db: Db, exportId: string): Promise<boolean> {
  const [row] = await since(db, { export: exportId });
  return row?.holds ?? false;
}
