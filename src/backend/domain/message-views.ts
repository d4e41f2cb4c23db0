import { eq } from 'drizzle-orm';
import type { Message } from '#contract/messages';
import type { UserCtx } from '../context.ts';
import { conversationMembers, type messages } from '../db/schema.ts';

export type MessageRow = typeof messages.$inferSelect;
/** How far a member has read, and when they last did. */
interface ReadMark {
  readonly accountId: string;
  readonly readSeq: number;
  readonly readAt: Date | null;
}

/** A message as both sides see it. A deleted one keeps its place (`seq` has no gaps) and says nothing. */
function messageView(row: MessageRow, receiver: ReadMark | undefined): Message {
  const isDeleted = row.deletedAt !== null;
  const isRead = receiver !== undefined && row.seq <= receiver.readSeq;
  return {
    _id: row.id,
    conversationId: row.conversationId,
    senderId: row.senderId,
    clientId: row.clientId,
    seq: row.seq,
    type: row.type,
    text: isDeleted ? '' : row.text,
    files: [],
    price: row.price,
    isBought: false,
    source: row.source,
    readAt: isRead ? (receiver.readAt?.toISOString() ?? null) : null,
    isDeleted,
    createdAt: row.createdAt.toISOString(),
  };
}

/** A message that was written just now: nobody has read it. */
export const freshView = (row: MessageRow): Message => messageView(row, undefined);

/** Messages of one conversation, each with the moment when the other side of its sender had read it. */
export async function messageViews(ctx: UserCtx, conversationId: string, rows: readonly MessageRow[]): Promise<Message[]> {
  if (rows.length === 0) return [];
  const marks: ReadMark[] = await ctx.db
    .select({ accountId: conversationMembers.accountId, readSeq: conversationMembers.readSeq, readAt: conversationMembers.readAt })
    .from(conversationMembers)
    .where(eq(conversationMembers.conversationId, conversationId));
  return rows.map((row) => messageView(row, marks.find((mark) => mark.accountId !== row.senderId)));
}
