import type { ReplySource } from '#contract/core/registry.ts';
import { routes } from '#config/routes.ts';
import { shortPost } from '#lib/markup/post-text.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { addDays } from '../../../kernel/subscription-dates.ts';
import { type PlannedRow, selectNext } from './planned-query.ts';

type Planned = ReplySource<'GET /performer/home'>['scheduled'][number];
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
  // One that is due is still on its way for a moment; older ones needn't be looked through.
  const yesterday = addDays(now(ctx), -1).toISOString();
  const rows = await selectNext(ctx.db, ctx.viewer.id, { yesterday, count });
  return rows.map((row) => ({
    kind: row.kind,
    _id: row.id,
    title: shortPost(row.title, 80) || null,
    at: new Date(row.at).toISOString(),
    href: editPath(row),
  }));
}
