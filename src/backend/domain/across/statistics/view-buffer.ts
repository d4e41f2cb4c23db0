import { type SQL, sql } from 'drizzle-orm';
import type { ViewKind, ViewSource } from '#contract/across/statistics.ts';
import { type Ctx, transaction } from '../../../kernel/context.ts';
import type { Ports } from '../../../ports/ports.ts';

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

const flushMs = 2_000;
/** From here on they are written at once. */
const flushAt = 500;
/** In one statement. */
const mostAtOnce = 2_000;
/** While the database is away, later views are lost. About 10 MB. */
const mostWaiting = 20_000;
/** Words that are told apart for one creator and day; more are counted without their word. */
const mostRefs = 50;

/**
 * Writes views in one statement. What a viewer was counted for on that day before is left out, whichever process
 * counted it. Rows are in the order of their keys, so that processes don't wait for each other crosswise.
 */
const written = (views: readonly CountedView[]): SQL => sql`
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
  ON CONFLICT (performer_id, day, hour) DO UPDATE SET views = kept.views + excluded.views, viewers = kept.viewers + excluded.viewers`;

/** Views of this process that aren't in the database yet. If the process is killed, they are lost. */
interface Buffer {
  waiting: CountedView[];
  timer: ReturnType<typeof setTimeout> | null;
  /** Batches are written one after the other. */
  writing: Promise<void>;
}
const buffers = new WeakMap<Ports, Buffer>();

function getBuffer({ ports }: Ctx): Buffer {
  const known = buffers.get(ports);
  if (known) return known;
  const buffer: Buffer = { waiting: [], timer: null, writing: Promise.resolve() };
  buffers.set(ports, buffer);
  return buffer;
}

async function writeAll(ctx: Ctx, buffer: Buffer): Promise<void> {
  while (buffer.waiting.length > 0) {
    const batch = buffer.waiting.splice(0, mostAtOnce);
    try {
      await transaction(ctx, (tx) => tx.db.execute(written(batch)));
    } catch (error) {
      buffer.waiting = [...batch, ...buffer.waiting].slice(0, mostWaiting);
      throw error;
    }
  }
}

function write(ctx: Ctx, buffer: Buffer): Promise<void> {
  if (buffer.timer) clearTimeout(buffer.timer);
  buffer.timer = null;
  buffer.writing = buffer.writing
    .then(() => writeAll(ctx, buffer))
    // They stay in the buffer, and the next view tries again.
    .catch((error: unknown) => ctx.ports.log.warn('Views could not be saved.', { error }));
  return buffer.writing;
}

/** Remembers views, to be written within two seconds. */
export function addViews(ctx: Ctx, views: readonly CountedView[]): void {
  const buffer = getBuffer(ctx);
  buffer.waiting.push(...views.slice(0, mostWaiting - buffer.waiting.length));
  if (buffer.waiting.length >= flushAt) return void write(ctx, buffer);
  if (buffer.timer) return;
  buffer.timer = setTimeout(() => void write(ctx, buffer), flushMs);
  // Node keeps no process for it; shutting down writes them.
  (buffer.timer as { unref?: () => void }).unref?.();
}

/** Writes all views of this process that wait. Never throws. */
export const flushViews = (ctx: Ctx): Promise<void> => write(ctx, getBuffer(ctx));
