import { type SQL, sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';
import { idList } from '../../../db/prepared.ts';

/** How many creators a list's tile shows. */
const FACES = 4;

/** How many members of lists meet a condition on `m`, and who was added last, by list. */
export const findMembers = (
  db: Db,
  ids: readonly string[],
  isListed: SQL,
): Promise<{ id: string; members: number; newest: string[] }[]> =>
  fetchRows(
    db.execute(sql`
      SELECT m.list_id AS id, count(*)::int AS members,
        (array_agg(m.performer_id ORDER BY m.created_at DESC, m.performer_id DESC))[1:${sql.raw(String(FACES))}] AS newest
      FROM creator_list_members m
      WHERE m.list_id = ANY (${idList(ids)}::text::uuid[]) AND ${isListed} GROUP BY m.list_id`),
  );
