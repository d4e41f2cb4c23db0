import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Ctx } from '../../../kernel/context.ts';
import { conflict } from '../../../kernel/errors.ts';
import type { Item } from './access.ts';
import { areTakenDown } from './taken-down-query.ts';

type Kind = Item['kind'];

/*
 * What an operator hid or removed. Such an item is in a state in which `decideAccess` and every list leave it out, like one
 * its creator archived; what is here keeps it there, and closes its files.
 */

/** SQL condition: the file is part of something taken down. */
export const fileTakenDown = (fileId: SQL | AnyPgColumn): SQL =>
  sql`EXISTS (SELECT 1 FROM taken_down_files d WHERE d.file_id = ${fileId})`;

export const takenDownError = () =>
  conflict(
    'This was taken down by the site’s operator, so you can’t publish it. You can appeal the decision.',
  );

interface Named {
  readonly kind: Kind;
  readonly ids: readonly string[];
  /** Files that would come out with them. */
  readonly fileIds?: readonly string[];
}

/** Whether one of the items or files was taken down. */
export async function isTakenDown(tx: Ctx, { kind, ids, fileIds = [] }: Named): Promise<boolean> {
  return areTakenDown(tx.db, { kind, ids, fileIds });
}

/** @throws AppError 409 when one of the items or files was taken down. */
export async function refuseTakenDown(tx: Ctx, named: Named): Promise<void> {
  if (await isTakenDown(tx, named)) throw takenDownError();
}
