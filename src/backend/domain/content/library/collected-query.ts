import { type SQL, sql } from 'drizzle-orm';
import type { ObjectType } from '#contract/core/schemas.ts';
import { objectTables } from '../media-items/objects-query.ts';
import { bookmarkTypes, canSee } from './bookmarks-query.ts';

const selectShown = (type: ObjectType, where: SQL) => sql`
  SELECT c.collection_id, c.object_type, c.object_id, c.created_at
  FROM bookmark_collection_items c JOIN ${objectTables[type]} w ON w.id = c.object_id
  WHERE ${where} AND c.object_type = ${sql.raw(`'${type}'`)} AND ${canSee(type)}`;

/**
 * The bookmarks of every kind in collections that the viewer can still see, as a subquery with placeholders
 * `viewer` and `places`. `where` chooses rows of `bookmark_collection_items`, which is `c`.
 */
export const shownIn = (where: SQL): SQL =>
  sql`(${sql.join(
    bookmarkTypes.map((type) => selectShown(type, where)),
    sql` UNION ALL `,
  )})`;
