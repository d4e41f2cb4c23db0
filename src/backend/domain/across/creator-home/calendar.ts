import { type SQL, sql } from 'drizzle-orm';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { limits } from '#config/limits.ts';
import { routes } from '#config/routes.ts';
import { shortPost } from '#lib/markup/post-text.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';
import { type PlannedRow, editPath } from './scheduled.ts';

type Calendar = ReplySource<'GET /performer/calendar'>;
type Dated = Calendar['data'][number];
interface Row extends PlannedRow {
  readonly kind: Dated['kind'];
  readonly state: Dated['state'];
}

/**
 * What the viewer publishes within some weeks: posts where they were or will be published, streams and mass messages
 * where they are scheduled. A post whose files aren't ready, or failed, is shown where it was meant to be published.
 */
export async function viewCalendar(
  ctx: UserCtx,
  { from, to }: ParsedInput<'GET /performer/calendar'>['query'],
): Promise<Calendar> {
  const me = ctx.viewer.id;
  const most = limits.calendar.entries;
  const within = (at: SQL) => sql`${at} >= ${from}::timestamptz AND ${at} < ${to}::timestamptz`;
  const some = (rows: SQL) => sql`(${rows} ORDER BY at, id LIMIT ${most + 1})`;
  // A poll without words of its own is named by its question.
  const title = sql`coalesce(nullif(f.text, ''), (SELECT question FROM polls p WHERE p.feed_id = f.id), '')`;
  // One state at a time, because published posts have an index of their own.
  const publishedIn = (state: Row['state']) =>
    sql`SELECT 'post', f.id, ${title}, f.published_at AS at, f.id, f.state FROM feeds f WHERE f.performer_id = ${me} AND f.state = ${sql.raw(`'${state}'`)} AND ${within(sql`f.published_at`)}`;
  const rows = await fetchRows<Row>(
    ctx.db.execute(sql`
    ${some(sql`SELECT 'post' AS kind, f.id, ${title} AS title, f.scheduled_at AS at, f.id AS place, f.state FROM feeds f WHERE f.performer_id = ${me} AND f.state IN ('scheduled', 'processing', 'failed') AND ${within(sql`f.scheduled_at`)}`)}
    UNION ALL ${some(publishedIn('published'))}
    UNION ALL ${some(publishedIn('expired'))}
    UNION ALL ${some(sql`SELECT 'mass_message', id, text, send_at AS at, id, 'scheduled' FROM broadcasts WHERE performer_id = ${me} AND state = 'scheduled' AND ${within(sql`send_at`)}`)}
    UNION ALL ${some(sql`SELECT 'stream', id, title, scheduled_at AS at, id, 'scheduled' FROM streams WHERE performer_id = ${me} AND state = 'scheduled' AND ${within(sql`scheduled_at`)}`)}
    ORDER BY at, id LIMIT ${most + 1}`),
  );
  return {
    data: rows.slice(0, most).map((row) => ({
      kind: row.kind,
      _id: row.id,
      title: shortPost(row.title, 80) || null,
      at: new Date(row.at).toISOString(),
      href: row.state === 'published' || row.state === 'expired' ? routes.feed(row.id) : editPath(row),
      state: row.state,
    })),
    isComplete: rows.length <= most,
  };
}
