import { sql } from 'drizzle-orm';
import type { ViewKind, ViewSource } from '#contract/across/statistics.ts';
import { utcDay } from '#lib/utc-days.ts';
import { type Db, fetchRows } from '../../../db/db.ts';
import { type Cut, clockTime } from '../../../kernel/local-days.ts';

/** One view that waits to be written. Names are those of the columns. */
export interface CountedView {
  /** In the creator's time zone. */
  readonly day: string;
  readonly utc_day: string;
  readonly utc_hour: number;
  readonly viewer: string;
  readonly kind: ViewKind;
  readonly item_id: string;
  readonly performer_id: string;
  readonly source: ViewSource;
  /** Empty if there is none. */
  readonly ref: string;
  readonly locked: boolean;
}

/** Words that are told apart for one creator and day; more are counted without their word. */
const mostRefs = 50;

/**
 * Writes views in one statement. What a viewer was counted for on that day before is left out, whichever process
 * counted it. Rows are in the order of their keys, so that processes don't wait for each other crosswise.
 */
export const writeViews = (db: Db, views: readonly CountedView[]): Promise<unknown> =>
  db.execute(sql`
  WITH sent AS (
    SELECT DISTINCT ON (day, viewer, item_id, kind) * FROM json_to_recordset(${JSON.stringify(views)}::text::json)
      AS v (day date, utc_day date, utc_hour smallint, viewer text, kind text, item_id uuid, performer_id uuid, source text, ref text, locked boolean)),
  marked AS (
    INSERT INTO view_marks (day, viewer, kind, item_id)
    SELECT day, viewer, kind, item_id FROM sent ORDER BY day, viewer, item_id, kind ON CONFLICT DO NOTHING RETURNING *),
  fresh AS MATERIALIZED (SELECT sent.* FROM sent JOIN marked USING (day, viewer, kind, item_id)),
  met AS (
    INSERT INTO view_marks (day, viewer, kind, item_id)
    SELECT DISTINCT day, viewer, 'creator', performer_id FROM fresh ORDER BY day, viewer, performer_id ON CONFLICT DO NOTHING RETURNING *),
  items AS (
    INSERT INTO item_view_days AS kept (performer_id, day, kind, item_id, source, views, locked)
    SELECT performer_id, day, kind, item_id, source, count(*), count(*) FILTER (WHERE locked) FROM fresh GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (performer_id, day, kind, item_id, source) DO UPDATE SET views = kept.views + excluded.views, locked = kept.locked + excluded.locked),
  sources AS (
    INSERT INTO source_view_days AS kept (performer_id, day, source, ref, views)
    SELECT performer_id, day, source, CASE WHEN ref = '' OR EXISTS (
        SELECT 1 FROM source_view_days s WHERE s.performer_id = fresh.performer_id AND s.day = fresh.day AND s.source = fresh.source AND s.ref = fresh.ref)
      OR (SELECT count(*) FROM source_view_days s WHERE s.performer_id = fresh.performer_id AND s.day = fresh.day AND s.ref <> '') < ${mostRefs} THEN ref ELSE '' END,
      count(*) FROM fresh GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (performer_id, day, source, ref) DO UPDATE SET views = kept.views + excluded.views),
  viewed AS MATERIALIZED (
    SELECT f.performer_id, f.day, f.utc_day, f.utc_hour, CASE WHEN row_number() OVER (PARTITION BY f.day, f.viewer, f.performer_id ORDER BY f.utc_day, f.utc_hour) = 1 THEN met.item_id END AS met_id
    FROM fresh f LEFT JOIN met ON met.day = f.day AND met.viewer = f.viewer AND met.item_id = f.performer_id),
  days AS (
    INSERT INTO view_days AS kept (performer_id, day, views, viewers)
    SELECT performer_id, day, count(*), count(met_id) FROM viewed GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (performer_id, day) DO UPDATE SET views = kept.views + excluded.views, viewers = kept.viewers + excluded.viewers)
  INSERT INTO view_hours AS kept (performer_id, day, hour, views, viewers)
  SELECT performer_id, utc_day, utc_hour, count(*), count(met_id) FROM viewed GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (performer_id, day, hour) DO UPDATE SET views = kept.views + excluded.views, viewers = kept.viewers + excluded.viewers`);

/** Deletes some of the marks of days before one, and returns how many. */
export async function deleteMarks(db: Db, before: string, most: number): Promise<number> {
  const rows = await fetchRows(
    db.execute(sql`
    DELETE FROM view_marks WHERE ctid = ANY (ARRAY(SELECT ctid FROM view_marks WHERE day < ${before}::date LIMIT ${most})) RETURNING 1 AS gone`),
  );
  return rows.length;
}

interface SourceRow {
  source: ViewSource;
  ref: string;
  views: number;
  previous: number;
}

/** Views of everything of a creator, or of one item, by where they came from; `before` is the first of the days before. */
export function viewsBySource(
  db: Db,
  performerId: string,
  {
    from,
    to,
    before,
    itemId,
    most,
  }: { from: string; to: string; before: string; itemId: string | undefined; most: number },
): Promise<SourceRow[]> {
  const counted = itemId
    ? sql`SELECT day, source, '' AS ref, views FROM item_view_days WHERE item_id = ${itemId} AND performer_id = ${performerId}`
    : sql`SELECT day, source, ref, views FROM source_view_days WHERE performer_id = ${performerId}`;
  return fetchRows(
    db.execute(sql`
    SELECT source, ref, coalesce(sum(views) FILTER (WHERE day >= ${from}::date), 0)::int AS views, coalesce(sum(views) FILTER (WHERE day < ${from}::date), 0)::int AS previous
    FROM (${counted} AND day >= ${before}::date AND day <= ${to}::date) AS counted
    GROUP BY source, ref ORDER BY views DESC, previous DESC, source, ref LIMIT ${most}`),
  );
}

/** Views by hour of a week as its clocks show it. */
export function viewsByWeekHour(
  db: Db,
  performerId: string,
  { cut, from, to }: { cut: Cut; from: string; to: string },
): Promise<{ at: number; views: number }[]> {
  const shown = clockTime(cut, sql`(at + interval '30 minutes')`);
  return fetchRows(
    db.execute(sql`
    SELECT ((extract(isodow FROM shown)::int - 1) * 24 + extract(hour FROM shown)::int)::int AS at, sum(views)::int AS views FROM (
      SELECT ${shown} AS shown, views FROM (
        SELECT (day + make_interval(hours => hour)) AT TIME ZONE 'UTC' AS at, views FROM view_hours
        WHERE performer_id = ${performerId} AND day >= ${utcDay(new Date(from))}::date AND day <= ${utcDay(new Date(to))}::date) AS hours
      WHERE at + interval '30 minutes' >= ${from}::timestamptz AND at + interval '30 minutes' < ${to}::timestamptz) AS local GROUP BY 1`),
  );
}
