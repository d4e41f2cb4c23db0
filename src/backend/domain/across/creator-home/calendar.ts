import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { limits } from '#config/limits.ts';
import { routes } from '#config/routes.ts';
import { shortPost } from '#lib/markup/post-text.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { selectDated } from './planned-query.ts';
import { editPath } from './scheduled.ts';

type Calendar = ReplySource<'GET /performer/calendar'>;
/**
 * What the viewer publishes within some weeks: posts where they were or will be published, streams and mass messages
 * where they are scheduled. A post whose files aren't ready, or failed, is shown where it was meant to be published.
 */
export async function viewCalendar(
  ctx: UserCtx,
  { from, to }: ParsedInput<'GET /performer/calendar'>['query'],
): Promise<Calendar> {
  const most = limits.calendar.entries;
  const rows = await selectDated(ctx.db, ctx.viewer.id, { from, to, limit: most + 1 });
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
