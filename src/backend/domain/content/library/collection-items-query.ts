import { sql } from 'drizzle-orm';
import type { ObjectType } from '#contract/core/schemas.ts';
import { statement } from '../../../db/statement.ts';
import { shownIn } from './collected-query.ts';

interface Values extends Record<string, unknown> {
  viewer: string;
  places: string | null;
  collection: string;
}
interface Found {
  readonly type: ObjectType;
  readonly id: string;
  readonly created_at: string | Date;
  readonly bookmarked_at: string | Date;
}
const inIt = sql`c.collection_id = ${sql.placeholder('collection')}::uuid`;
/** The bookmarks of a collection, the one added last first. */
export const collectionPageQuery = statement<
  Found,
  Values & { at: string | null; after: string | null; limit: number; offset: number }
>(
  'collection_items',
  sql`
  SELECT s.object_type AS type, s.object_id AS id, s.created_at, r.created_at AS bookmarked_at
  FROM ${shownIn(inIt)} AS s JOIN reactions r ON r.account_id = ${sql.placeholder('viewer')}::uuid AND r.action = 'bookmark' AND r.object_type = s.object_type AND r.object_id = s.object_id
  WHERE (s.created_at, s.object_id) < (coalesce(${sql.placeholder('at')}::timestamptz, 'infinity'), coalesce(${sql.placeholder('after')}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  ORDER BY s.created_at DESC, s.object_id DESC LIMIT ${sql.placeholder('limit')}::int OFFSET ${sql.placeholder('offset')}::int`,
);
export const collectionTotalQuery = statement<{ total: number }, Values>(
  'collection_items_total',
  sql`SELECT count(*)::int AS total FROM ${shownIn(inIt)} AS s`,
);
