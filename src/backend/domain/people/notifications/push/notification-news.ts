import { and, eq, isNull } from 'drizzle-orm';
import { notificationKinds } from '#config/notification-types.ts';
import { routes } from '#config/routes.ts';
import type { Ctx } from '../../../../kernel/context.ts';
import { notifications } from '../../../../db/schema/notifications.ts';
import { loadSentences } from '../sentences.ts';
import { wants } from '../settings.ts';
import type { PushNews, Reader } from './delivering.ts';

/** Actors whose closed countries are asked for: those that a sentence can name. */
const NAMED = 3;

/** A notification as it is pushed, without the badge's number. Null when it was read or taken back. */
export async function notificationNews(
  ctx: Ctx,
  { accountId, source, chosen }: Parameters<Reader>[1],
): Promise<Omit<PushNews, 'unread'> | null> {
  const [row] = await ctx.db
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.id, source.id),
        eq(notifications.accountId, accountId),
        isNull(notifications.readAt),
      ),
    );
  if (!row || !wants(chosen, row.type, 'push')) return null;
  const [told] = await loadSentences(ctx, { accountId, without: new Set() }, [row]);
  if (!told) return null;
  const { siteName } = await ctx.settings.all();
  return {
    title: siteName,
    body: told.sentence,
    url: row.href ?? routes.notifications,
    tag: `notification:${row.id}`,
    isUrgent: notificationKinds[row.type].isUrgent,
    stamp: row.updatedAt.getTime(),
    at: row.updatedAt,
    fromIds: told.actors.slice(0, NAMED).map(({ id }) => id),
  };
}
