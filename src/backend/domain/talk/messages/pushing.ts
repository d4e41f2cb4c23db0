import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { plural } from '#lib/format.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { conversationMembers, messages } from '../../../db/schema/messages.ts';
import type { JobPayloads } from '../../../kernel/job-payloads.ts';
import { unblocked } from '../../base/access/block-rules.ts';
import { type PushNews, type Reader, pushDue, pushSend } from '../../people/notifications/push/delivering.ts';
import { notificationNews } from '../../people/notifications/push/notification-news.ts';
import { countUnread } from './unread-query.ts';

type ReadInput = Parameters<Reader>[1];

/** The person's unread messages of one conversation, newest first, and who wrote them. */
const unreadIn = (ctx: Ctx, { accountId, source }: ReadInput) =>
  ctx.db
    .select({
      seq: messages.seq,
      text: messages.text,
      type: messages.type,
      createdAt: messages.createdAt,
      unread: conversationMembers.unread,
      senderId: accounts.id,
      name: accounts.name,
    })
    .from(conversationMembers)
    .innerJoin(messages, eq(messages.conversationId, conversationMembers.conversationId))
    .innerJoin(accounts, eq(accounts.id, messages.senderId))
    .where(
      and(
        eq(conversationMembers.conversationId, source.id),
        eq(conversationMembers.accountId, accountId),
        eq(messages.recipientId, accountId),
        eq(conversationMembers.isMuted, false),
        // A request has a notification of its own.
        ne(conversationMembers.folder, 'requests'),
        gt(messages.seq, conversationMembers.readSeq),
        isNull(messages.deletedAt),
        isNull(accounts.suspendedAt),
        unblocked(sql`${accountId}::uuid`, accounts.id),
      ),
    )
    .orderBy(sql`${messages.seq} DESC`)
    .limit(1);

/** What arrived, for people who don't want to read it on a locked screen, or where there is no text. */
const kinds: Readonly<Record<string, string>> = { photo: 'Photo', video: 'Video', voice: 'Voice message' };

async function messageNews(ctx: Ctx, asked: ReadInput): Promise<Omit<PushNews, 'unread'> | null> {
  if (!asked.chosen.pushMessages) return null;
  const [row] = await unreadIn(ctx, asked);
  if (!row) return null;
  const counted = row.unread > 1 ? plural(row.unread, 'new message') : 'New message';
  return {
    title: row.name,
    body: asked.chosen.pushMessageText ? row.text || (kinds[row.type] ?? counted) : counted,
    url: routes.conversation(asked.source.id),
    tag: `conversation:${asked.source.id}`,
    isUrgent: false,
    stamp: row.seq,
    at: row.createdAt,
    fromIds: [row.senderId],
  };
}

const loadNews: Reader = async (ctx, asked) => {
  const news = await (asked.source.kind === 'message'
    ? messageNews(ctx, asked)
    : notificationNews(ctx, asked));
  return news && { ...news, unread: await countUnread(ctx.db, asked.accountId) };
};

/** The job behind `queuePushes`: `pushDue` with what this site can push. */
export const decidePush = (ctx: Ctx, payload: JobPayloads['push-due']): Promise<void> =>
  pushDue(ctx, payload, loadNews);
/** The job that sends to one device. */
export const sendPush = (ctx: Ctx, payload: JobPayloads['push-send']): Promise<void> =>
  pushSend(ctx, payload, loadNews);
