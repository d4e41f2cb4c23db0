import { type SQL, sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';
import { live } from './facts-query.ts';

export interface Stream {
  readonly id: string;
  readonly performerId: string;
}
export interface Page {
  readonly after: string | null;
  readonly limit: number;
}

/** What there is to say of a stream. */
export type StreamNews = 'announced' | 'live' | 'cancelled';

/** Those who asked to be notified of a creator's posts and follow or subscribe to the creator, as `id`. */
const alerted = (performerId: string, moment: Date): SQL => sql`
  SELECT a.account_id AS id FROM post_alerts a WHERE a.performer_id = ${performerId} AND (
    EXISTS (SELECT 1 FROM follows f WHERE f.follower_id = a.account_id AND f.performer_id = a.performer_id)
    OR EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = a.account_id AND s.performer_id = a.performer_id AND ${live}${moment.toISOString()}::timestamptz))`;
const reminded = ({ id }: Stream) => sql`SELECT account_id FROM stream_reminders WHERE stream_id = ${id}`;
const paid = ({ id }: Stream) =>
  sql`SELECT account_id FROM purchases WHERE kind = 'stream' AND item_id = ${id} AND reversed_at IS NULL`;

async function loadIds(db: Db, people: SQL, { after, limit }: Page): Promise<string[]> {
  const rows = await fetchRows<{ id: string }>(
    db.execute(
      sql`SELECT id FROM (${people}) AS people WHERE ${after}::uuid IS NULL OR id > ${after}::uuid ORDER BY id LIMIT ${limit}`,
    ),
  );
  return rows.map(({ id }) => id);
}

function peopleFor(stream: Stream, what: StreamNews, moment: Date): SQL {
  const wanting = alerted(stream.performerId, moment);
  if (what === 'announced') return wanting;
  const all = sql`${wanting} UNION ${reminded(stream)}`;
  return what === 'live' ? sql`${all} UNION ${paid(stream)}` : all;
}

export const findAlerted = (
  db: Db,
  { performerId, moment }: { readonly performerId: string; readonly moment: Date },
  page: Page,
): Promise<string[]> => loadIds(db, alerted(performerId, moment), page);

export const findInterested = (
  db: Db,
  { what, moment, ...stream }: Stream & { readonly what: StreamNews; readonly moment: Date },
  page: Page,
): Promise<string[]> => loadIds(db, peopleFor(stream, what, moment), page);
