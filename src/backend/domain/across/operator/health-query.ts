import { sql } from 'drizzle-orm';
import { type Db, fetchRows } from '../../../db/db.ts';

/** The least that a database can be asked, to measure how long it takes. */
export const ping = (db: Db): Promise<unknown> => db.execute(sql`SELECT 1`);

interface Size {
  bytes: string;
  maximum: number;
  connections: number;
}
export async function databaseSize(db: Db): Promise<Size | undefined> {
  const [size] = await fetchRows<Size>(
    db.execute(sql`
    SELECT pg_database_size(current_database()) AS bytes, current_setting('max_connections')::int AS maximum,
      (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections`),
  );
  return size;
}

interface Open {
  count: number;
  oldest: string | null;
  failed: number;
}
const nothing: Open = { count: 0, oldest: null, failed: 0 };

/** Events that aren't applied: those that a job waits to apply, and those that failed. */
export async function openEvents(db: Db): Promise<Open> {
  const [open] = await fetchRows<Open>(
    db.execute(sql`
    SELECT count(*) FILTER (WHERE waiting)::int AS count, min(received_at) FILTER (WHERE waiting) AS oldest, count(*) FILTER (WHERE NOT waiting)::int AS failed
    FROM (SELECT received_at, EXISTS (
      SELECT 1 FROM jobs j WHERE j.dedupe_key = 'webhook:' || e.id AND j.done_at IS NULL AND j.failed_at IS NULL) AS waiting
      FROM webhook_events e WHERE applied_at IS NULL) AS open`),
  );
  return open ?? nothing;
}

/** Files that wait to be processed, and those that failed lately. */
export async function openFiles(db: Db, time: string): Promise<Open> {
  const [open] = await fetchRows<Open>(
    db.execute(sql`
    SELECT count(*)::int AS count, min(created_at) AS oldest,
      (SELECT count(*)::int FROM files WHERE state = 'failed' AND updated_at > ${time}::timestamptz - interval '7 days') AS failed
    FROM jobs WHERE kind = 'process-file' AND done_at IS NULL AND failed_at IS NULL`),
  );
  return open ?? nothing;
}

interface Live {
  public: number;
  interrupted: number;
  private: number;
}
export async function liveStreams(db: Db): Promise<Live> {
  const [live] = await fetchRows<Live>(
    db.execute(sql`
    SELECT (SELECT count(*)::int FROM streams WHERE state = 'live') AS public, (SELECT count(*)::int FROM streams WHERE state = 'interrupted') AS interrupted,
      (SELECT count(*)::int FROM private_streams WHERE state IN ('live', 'paused')) AS private`),
  );
  return live ?? { public: 0, interrupted: 0, private: 0 };
}
