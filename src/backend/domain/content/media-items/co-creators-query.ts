import { type SQL, sql } from 'drizzle-orm';

/** SELECT of the requests to a creator that wait for an answer, of an `item` whose creator they may meet. */
export const pendingTags = (performerId: string, isMet: SQL): SQL =>
  sql`SELECT 1 FROM co_creators c
      JOIN LATERAL (
        SELECT performer_id, state FROM videos WHERE c.kind = 'video' AND id = c.item_id
        UNION ALL SELECT performer_id, state FROM galleries WHERE c.kind = 'gallery' AND id = c.item_id
        UNION ALL SELECT performer_id, state FROM photos WHERE c.kind = 'photo' AND id = c.item_id) AS item ON item.state <> 'removed'
      WHERE c.performer_id = ${performerId} AND c.state = 'pending' AND ${isMet}`;
