import { type SQL, sql } from 'drizzle-orm';
import type { ReplySource } from '#contract/core/registry.ts';
import { type Db, fetchRows } from '../../../db/db.ts';

type Planned = ReplySource<'GET /performer/home'>['scheduled'][number];
type Dated = ReplySource<'GET /performer/calendar'>['data'][number];

/** A row of what a creator has planned. */
export interface PlannedRow {
  readonly kind: Planned['kind'];
  readonly id: string;
  readonly title: string;
  readonly at: string | Date;
  readonly place: string;
}

interface DatedRow extends PlannedRow {
  readonly kind: Dated['kind'];
  readonly state: Dated['state'];
}

/** What a creator has scheduled next, of each kind along its own index. */
export function selectNext(
  db: Db,
  performerId: string,
  { yesterday, count }: { yesterday: string; count: number },
): Promise<PlannedRow[]> {
  const next = (rows: SQL) => sql`(${rows} ORDER BY at, id LIMIT ${count})`;
  return fetchRows(
    db.execute(sql`
    ${next(sql`SELECT 'post' AS kind, id, text AS title, scheduled_at AS at, id AS place FROM feeds WHERE performer_id = ${performerId} AND state = 'scheduled'`)}
    UNION ALL ${next(sql`SELECT 'message', id, text, send_at AS at, conversation_id FROM scheduled_messages WHERE sender_id = ${performerId} AND state <> 'sent' AND state = 'scheduled'`)}
    UNION ALL ${next(sql`SELECT 'mass_message', id, text, send_at AS at, id FROM broadcasts WHERE performer_id = ${performerId} AND state = 'scheduled' AND send_at > ${yesterday}::timestamptz`)}
    UNION ALL ${next(sql`SELECT 'stream', id, title, scheduled_at AS at, id FROM streams WHERE performer_id = ${performerId} AND state = 'scheduled'`)}
    ORDER BY at, id LIMIT ${count}`),
  );
}

/** What a creator published or will publish between two times. */
export function selectDated(
  db: Db,
  performerId: string,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<DatedRow[]> {
  const within = (at: SQL) => sql`${at} >= ${from}::timestamptz AND ${at} < ${to}::timestamptz`;
  const some = (rows: SQL) => sql`(${rows} ORDER BY at, id LIMIT ${limit})`;
  // A poll without words of its own is named by its question.
  const title = sql`coalesce(nullif(f.text, ''), (SELECT question FROM polls p WHERE p.feed_id = f.id), '')`;
  // One state at a time, because published posts have an index of their own.
  const publishedIn = (state: DatedRow['state']) =>
    sql`SELECT 'post', f.id, ${title}, f.published_at AS at, f.id, f.state FROM feeds f WHERE f.performer_id = ${performerId} AND f.state = ${sql.raw(`'${state}'`)} AND ${within(sql`f.published_at`)}`;
  return fetchRows(
    db.execute(sql`
    ${some(sql`SELECT 'post' AS kind, f.id, ${title} AS title, f.scheduled_at AS at, f.id AS place, f.state FROM feeds f WHERE f.performer_id = ${performerId} AND f.state IN ('scheduled', 'processing', 'failed') AND ${within(sql`f.scheduled_at`)}`)}
    UNION ALL ${some(publishedIn('published'))}
    UNION ALL ${some(publishedIn('expired'))}
    UNION ALL ${some(sql`SELECT 'mass_message', id, text, send_at AS at, id, 'scheduled' FROM broadcasts WHERE performer_id = ${performerId} AND state = 'scheduled' AND ${within(sql`send_at`)}`)}
    UNION ALL ${some(sql`SELECT 'stream', id, title, scheduled_at AS at, id, 'scheduled' FROM streams WHERE performer_id = ${performerId} AND state = 'scheduled' AND ${within(sql`scheduled_at`)}`)}
    ORDER BY at, id LIMIT ${limit}`),
  );
}
