import { type SQL, and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Notification } from '#contract/people/notifications.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { notifications } from '../../../db/schema/notifications.ts';
import { notFound } from '../../../kernel/errors.ts';
import { rooms } from '../../../kernel/hub.ts';
import { cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { placeList } from '../../../kernel/whereabouts.ts';
import { canMeet } from '../../base/access/block-rules.ts';
import { performerCards } from '../accounts/profile-cards.ts';
import { findNewestActors, findUnread } from './actors-query.ts';
import { groupText } from './group-text.ts';
import { cappedTotal, rowsWhere } from '../../../kernel/paging.ts';

type Row = typeof notifications.$inferSelect;

/** An actor whom the viewer may see: not suspended, not blocked either way, not closed to their place. */
const seenActor = (ctx: UserCtx): SQL =>
  sql`EXISTS (SELECT 1 FROM accounts a WHERE a.id = na.account_id AND a.suspended_at IS NULL) AND ${canMeet(ctx, sql`na.account_id`) ?? sql`true`}`;

/** The viewer's own, without those of which every actor is gone. */
const mine = (ctx: UserCtx): SQL | undefined =>
  and(
    eq(notifications.accountId, ctx.viewer.id),
    sql`${notifications.isListed}`,
    sql`(NOT ${notifications.hasActors} OR EXISTS (SELECT 1 FROM notification_actors na WHERE na.notification_id = ${notifications.id} AND ${seenActor(ctx)}))`,
  );

/** The newest people of each notification, by its id. */
async function newestActors(ctx: UserCtx, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await findNewestActors(ctx.db, ids, seenActor(ctx));
  const found = new Map<string, string[]>();
  for (const { id, account } of rows) found.set(id, [...(found.get(id) ?? []), account]);
  return found;
}

async function present(ctx: UserCtx, rows: readonly Row[]): Promise<Notification[]> {
  const actors = await newestActors(
    ctx,
    rows.filter((row) => row.hasActors).map((row) => row.id),
  );
  const cards = await performerCards(ctx, [...actors.values()].flat());
  return rows.map((row) => {
    const people = (actors.get(row.id) ?? []).flatMap((id) => cards.get(id) ?? []);
    const isGroup = row.count > 1 && row.groupPhrase !== null && people.length > 0;
    return {
      _id: row.id,
      type: row.type,
      text: isGroup
        ? groupText(
            people.map(({ name }) => name),
            row.count,
            row.groupPhrase ?? '',
          )
        : row.text,
      href: row.href,
      actors: people.map(({ _id, username, name, avatar }) => ({ _id, username, name, avatar })),
      count: row.count,
      isRead: row.readAt !== null,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    };
  });
}

/** The viewer's notifications, the one with the newest event first. */
export async function listNotifications(
  ctx: UserCtx,
  query: ParsedInput<'GET /notifications'>['query'],
): Promise<{ data: Notification[]; total: number; nextCursor: string | null }> {
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor);
  const after = cursor
    ? sql`(${notifications.updatedAt}, ${notifications.id}) < (${cursor.createdAt.toISOString()}::timestamptz, ${cursor.id}::uuid)`
    : undefined;
  const [found, total] = await Promise.all([
    ctx.db
      .select()
      .from(notifications)
      .where(and(mine(ctx), after))
      .orderBy(sql`${notifications.updatedAt} DESC, ${notifications.id} DESC`)
      .limit(query.limit + 1)
      .offset(cursor ? 0 : query.offset),
    cappedTotal(ctx, rowsWhere(ctx, notifications, mine(ctx)), query),
  ]);
  const { rows, nextCursor } = cutPage(found, query.limit, (row) =>
    encodeCursor({ createdAt: row.updatedAt, id: row.id }),
  );
  return { data: await present(ctx, rows), total, nextCursor };
}

/** How many are unread, as far as it is counted. */
export async function countUnread(ctx: UserCtx): Promise<{ unread: number }> {
  return { unread: await findUnread(ctx.db, ctx.viewer.id, placeList(ctx.request)) };
}

/** Every open tab of the viewer shows the same number. */
async function emitUnread(tx: UserCtx): Promise<{ unread: number }> {
  const counted = await countUnread(tx);
  tx.emit(rooms.account(tx.viewer.id), 'notification/read', counted);
  return counted;
}

/** Marks one as read; once more changes nothing. @throws AppError 404 for anybody else's. */
export function markRead(ctx: UserCtx, id: string): Promise<{ unread: number }> {
  return transaction(ctx, async (tx) => {
    const found = await tx.db
      .update(notifications)
      .set({ readAt: sql`coalesce(${notifications.readAt}, ${now(tx).toISOString()}::timestamptz)` })
      .where(and(mine(tx), eq(notifications.id, id)))
      .returning({ id: notifications.id });
    if (found.length === 0) throw notFound();
    return emitUnread(tx);
  });
}

/** Marks those as read that the person can have seen: none that came after `until`. */
export function markAllRead(ctx: UserCtx, until: Date): Promise<{ unread: number }> {
  return transaction(ctx, async (tx) => {
    await tx.db
      .update(notifications)
      .set({ readAt: now(tx) })
      .where(
        and(
          eq(notifications.accountId, tx.viewer.id),
          isNull(notifications.readAt),
          lte(notifications.updatedAt, until),
        ),
      );
    return emitUnread(tx);
  });
}
