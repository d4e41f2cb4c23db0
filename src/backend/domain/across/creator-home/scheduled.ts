import { type SQL, sql } from 'drizzle-orm';
import type { ReplySource } from '#contract/core/registry.ts';
import { routes } from '#config/routes.ts';
import { shortPost } from '#lib/markup/post-text.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';
import { addDays } from '../../../kernel/subscription-dates.ts';

type Planned = ReplySource<'GET /performer/home'>['scheduled'][number];
/** A row of what a creator has planned. */
export interface PlannedRow {
  readonly kind: Planned['kind'];
  readonly id: string;
  readonly title: string;
  readonly at: string | Date;
  readonly place: string;
}

/** The page where it is changed. */
export const editPath = ({ kind, id, place }: Pick<PlannedRow, 'kind' | 'id' | 'place'>): string =>
  kind === 'post'
    ? routes.editPost(id)
    : kind === 'message'
      ? routes.conversation(place)
      : kind === 'stream'
        ? routes.creatorLive
        : routes.broadcast;

/** The next posts, messages and streams that the viewer has scheduled, of each kind along its own index. */
export async function nextScheduled(ctx: UserCtx, count: number): Promise<Planned[]> {
  const me = ctx.viewer.id;
  // One that is due is still on its way for a moment; older ones needn't be looked through.
  const yesterday = addDays(now(ctx), -1).toISOString();
  const next = (rows: SQL) => sql`(${rows} ORDER BY at, id LIMIT ${count})`;
  const rows = await fetchRows<PlannedRow>(
    ctx.db.execute(sql`
    ${next(sql`SELECT 'post' AS kind, id, text AS title, scheduled_at AS at, id AS place FROM feeds WHERE performer_id = ${me} AND state = 'scheduled'`)}
    UNION ALL ${next(sql`SELECT 'message', id, text, send_at AS at, conversation_id FROM scheduled_messages WHERE sender_id = ${me} AND state <> 'sent' AND state = 'scheduled'`)}
    UNION ALL ${next(sql`SELECT 'mass_message', id, text, send_at AS at, id FROM broadcasts WHERE performer_id = ${me} AND state = 'scheduled' AND send_at > ${yesterday}::timestamptz`)}
    UNION ALL ${next(sql`SELECT 'stream', id, title, scheduled_at AS at, id FROM streams WHERE performer_id = ${me} AND state = 'scheduled'`)}
    ORDER BY at, id LIMIT ${count}`),
  );
  return rows.map((row) => ({
    kind: row.kind,
    _id: row.id,
    title: shortPost(row.title, 80) || null,
    at: new Date(row.at).toISOString(),
    href: editPath(row),
  }));
}
