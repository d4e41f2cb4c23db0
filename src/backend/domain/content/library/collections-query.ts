import { sql } from 'drizzle-orm';
import type { ObjectType } from '#contract/core/schemas.ts';
import { statement } from '../../../db/statement.ts';
import { shownIn } from './collected-query.ts';

/** How many bookmarks a collection shows, and the one that was added last. */
interface Contents {
  readonly id: string;
  readonly items: number;
  readonly type: ObjectType;
  readonly latest: string;
}
export const contentsQuery = statement<Contents, { viewer: string; places: string | null; ids: string }>(
  'collection_contents',
  sql`
  SELECT s.collection_id AS id, count(*)::int AS items,
    (array_agg(s.object_type ORDER BY s.created_at DESC, s.object_id DESC))[1] AS type,
    (array_agg(s.object_id ORDER BY s.created_at DESC, s.object_id DESC))[1] AS latest
  FROM ${shownIn(sql`c.collection_id = ANY (${sql.placeholder('ids')}::text::uuid[])`)} AS s GROUP BY s.collection_id`,
);
