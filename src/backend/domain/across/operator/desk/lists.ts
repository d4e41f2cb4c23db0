import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { PersonRef } from '#contract/across/operator/parts.ts';
import { readCursor } from '../../../../kernel/keyset.ts';

interface Paged {
  readonly cursor?: string | undefined;
}
interface Place {
  readonly at: AnyPgColumn;
  readonly id: AnyPgColumn;
}

/** The rows after a cursor, in a list that begins with the oldest or the newest. */
export function afterCursor(
  { cursor }: Paged,
  { at, id }: Place,
  first: 'oldest' | 'newest',
): SQL | undefined {
  if (cursor === undefined) return undefined;
  const last = readCursor(cursor);
  const place = sql`(${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`;
  return first === 'oldest' ? sql`(${at}, ${id}) > ${place}` : sql`(${at}, ${id}) < ${place}`;
}

export const personRef = (row: { id: string; username: string | null; name: string }): PersonRef => ({
  _id: row.id,
  username: row.username,
  name: row.name,
});
