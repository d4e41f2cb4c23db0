import { invalid } from './errors.ts';

/** The position after the last row of a page in a list sorted by time, then id. */
export interface Keyset {
  readonly createdAt: Date;
  readonly id: string;
}

/** Builds the opaque `cursor` of the next page. */
export const encodeCursor = (last: Keyset): string => `${last.createdAt.getTime().toString(36)}.${last.id}`;

/**
 * Parses a cursor.
 * @throws AppError 422 when it wasn't made by `encodeCursor`.
 */
export function readCursor(cursor: string): Keyset {
  const match = /^([0-9a-z]{1,9})\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/.exec(
    cursor,
  );
  if (!match?.[1] || !match[2])
    throw invalid('cursor', 'This page link isn’t valid anymore. Start from the first page.');
  return { createdAt: new Date(Number.parseInt(match[1], 36)), id: match[2] };
}

/** Drops the extra row that was fetched to learn whether there is a next page. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  cursorAfter: (last: Row) => string,
): { rows: readonly Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: rows.length > limit && last !== undefined ? cursorAfter(last) : null };
}
