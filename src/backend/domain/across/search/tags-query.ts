import { sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';

/** Tags of the newest posts, the most used first. */
export function selectPostTags(
  db: Db,
  { read, listed }: { read: number; listed: number },
): Promise<{ tag: string }[]> {
  return fetchRows(
    db.execute(sql`
    SELECT substr(word, 2) AS tag FROM (
      SELECT unnest(newest.words) AS word, newest.performer_id FROM (
        SELECT words, performer_id FROM site_search WHERE kind = 'post' ORDER BY published_at DESC, item_id DESC LIMIT ${read}) AS newest) AS said
    WHERE word LIKE '#%' GROUP BY word ORDER BY count(*) DESC, count(DISTINCT performer_id) DESC, word LIMIT ${listed}`),
  );
}

/** Tags of videos and galleries, the most used first, each as it was first written. */
export function selectItemTags(db: Db, most: number): Promise<{ tag: string }[]> {
  const open = sql`EXISTS (SELECT 1 FROM performers p JOIN accounts a ON a.id = p.account_id WHERE p.account_id = w.performer_id AND p.verification_state = 'approved' AND a.suspended_at IS NULL)`;
  return fetchRows(
    db.execute(sql`
    SELECT (array_agg(used.tag ORDER BY used.published_at, used.id))[1] AS tag FROM (
      SELECT unnest(w.tags) AS tag, unnest(tag_keys(w.tags)) AS key, w.published_at, w.id FROM videos w WHERE w.state = 'published' AND ${open}
      UNION ALL SELECT unnest(w.tags), unnest(tag_keys(w.tags)), w.published_at, w.id FROM galleries w WHERE w.state = 'published' AND ${open}) AS used
    GROUP BY used.key ORDER BY count(*) DESC, used.key LIMIT ${most}`),
  );
}
