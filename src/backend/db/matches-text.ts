import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { foldText } from '#lib/search/words.ts';

/** A LIKE pattern that matches the text literally, anywhere. */
const anywhere = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/**
 * SQL condition of every list that is searched: each part of the query occurs in one of the texts.
 * Case, accents and the spellings of a letter don't matter, as in the search over everything. It reads each row, so
 * it belongs where something else limits them.
 */
export function matchesText(q: string, ...texts: readonly (AnyPgColumn | SQL)[]): SQL {
  const parts = foldText(q)
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => {
      const pattern = anywhere(part);
      const each = texts.map((text) => sql`search_text(${text}) LIKE ${pattern}`);
      return sql`(${sql.join(each, sql` OR `)})`;
    });
  return parts.length === 0 ? sql`true` : sql`(${sql.join(parts, sql` AND `)})`;
}
