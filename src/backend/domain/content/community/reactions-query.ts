import { sql } from 'drizzle-orm';
import type { ObjectType } from '#contract/core/schemas.ts';
import { statement } from '../../../db/statement.ts';

/** What an account liked and bookmarked among some items of one kind. */
export const ownQuery = statement<
  { id: string; liked: boolean; bookmarked: boolean },
  { viewer: string; type: ObjectType; ids: string }
>(
  'own_reactions',
  sql`
  SELECT object_id AS id, bool_or(action = 'like') AS liked, bool_or(action = 'bookmark') AS bookmarked FROM reactions
  WHERE account_id = ${sql.placeholder('viewer')}::uuid AND action IN ('like', 'bookmark') AND object_type = ${sql.placeholder('type')} AND object_id = ANY (${sql.placeholder('ids')}::text::uuid[])
  GROUP BY object_id`,
);
