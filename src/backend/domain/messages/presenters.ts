import { eq } from 'drizzle-orm';
import type { Message } from '#contract/messages.ts';
import { summaryOf } from '#lib/media-summary.ts';
import type { UserCtx } from '../../kernel/context.ts';
import { conversationMembers } from '../../db/schema/messages.ts';
import { type Facts, readsFile } from '../access/access.ts';
import { fileView } from '../files/presenters.ts';
import { type Attached, type MessageRow, accessTo, attachedTo } from './files.ts';

export type { MessageRow } from './files.ts';
/** How far a member has read, and when they last did. */
interface ReadMark {
  readonly accountId: string;
  readonly readSeq: number;
  readonly readAt: Date | null;
}

const nothing: Attached = { files: new Map(), sold: new Set(), facts: null };

/** Files of a free message can be read with it. Of a sold one, a file bought elsewhere can be read too. */
const reads = (facts: Facts | null, access: Message['access'], fileId: string): boolean =>
  facts ? readsFile(facts, access, fileId) : access.allowed;

/**
 * A message as the viewer sees it. A deleted one stays as an empty placeholder, because `seq` has no gaps.
 */
function messageView(
  ctx: UserCtx,
  row: MessageRow,
  { receiver, attached }: { receiver: ReadMark | undefined; attached: Attached },
): Message {
  const isDeleted = row.deletedAt !== null;
  const isRead = receiver !== undefined && row.seq <= receiver.readSeq;
  const access = accessTo(ctx, row, attached);
  const shown = attached.files.get(row.id) ?? [];
  return {
    _id: row.id,
    conversationId: row.conversationId,
    senderId: row.senderId,
    clientId: row.clientId,
    seq: row.seq,
    type: row.type,
    text: isDeleted ? '' : row.text,
    files: shown.map((file) =>
      fileView(ctx, file, {
        readable: reads(row.price > 0 ? attached.facts : null, access, file.id),
        by: access.allowed ? access.reason : 'purchased',
      }),
    ),
    media: summaryOf(shown),
    price: row.price,
    access,
    isBought: attached.sold.has(row.id),
    source: row.source,
    readAt: isRead ? (receiver.readAt?.toISOString() ?? null) : null,
    isDeleted,
    createdAt: row.createdAt.toISOString(),
  };
}

/** A message just written, as a member sees it: unread by the recipient. */
export async function freshView(ctx: UserCtx, row: MessageRow): Promise<Message> {
  return messageView(ctx, row, {
    receiver: undefined,
    attached: row.type === 'text' ? nothing : await attachedTo(ctx, [row]),
  });
}

/** Messages of one conversation, each with the time its recipient read it. */
export async function messageViews(
  ctx: UserCtx,
  conversationId: string,
  rows: readonly MessageRow[],
): Promise<Message[]> {
  if (rows.length === 0) return [];
  const marks: ReadMark[] = await ctx.db
    .select({
      accountId: conversationMembers.accountId,
      readSeq: conversationMembers.readSeq,
      readAt: conversationMembers.readAt,
    })
    .from(conversationMembers)
    .where(eq(conversationMembers.conversationId, conversationId));
  const attached = await attachedTo(ctx, rows);
  return rows.map((row) =>
    messageView(ctx, row, { receiver: marks.find((mark) => mark.accountId !== row.senderId), attached }),
  );
}
