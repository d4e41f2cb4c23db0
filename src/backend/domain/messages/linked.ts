import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Message, MessageQuote } from '#contract/messages.ts';
import { shortText } from '#lib/short-text.ts';
import type { Ctx } from '../../kernel/context.ts';
import { messageReactions, messages } from '../../db/schema/messages.ts';
import { invalid } from '../../kernel/errors.ts';
import type { MessageRow } from './files.ts';

const QUOTE_LENGTH = 140;

/** Data from other rows that message views need: reactions, and the messages they reply to. */
export interface Linked {
  readonly reactions: ReadonlyMap<string, Message['reactions']>;
  readonly quotes: ReadonlyMap<string, MessageQuote>;
}

/** Only a changed message can have reactions, so most pages need no query. */
async function reactionsTo(ctx: Ctx, rows: readonly MessageRow[]): Promise<Linked['reactions']> {
  const found = new Map<string, Message['reactions']>();
  const ids = rows.filter((row) => row.change > 0 && row.deletedAt === null).map((row) => row.id);
  if (ids.length === 0) return found;
  const all = await ctx.db
    .select()
    .from(messageReactions)
    .where(inArray(messageReactions.messageId, ids))
    .orderBy(asc(messageReactions.createdAt), asc(messageReactions.accountId));
  for (const { messageId, accountId, emoji } of all)
    found.set(messageId, [...(found.get(messageId) ?? []), { accountId, emoji }]);
  return found;
}

/** A quote holds text only, because files may be for sale. */
async function quotedBy(ctx: Ctx, rows: readonly MessageRow[]): Promise<Linked['quotes']> {
  const ids = rows.flatMap((row) => (row.deletedAt === null && row.replyToId ? [row.replyToId] : []));
  if (ids.length === 0) return new Map();
  const originals = await ctx.db.select().from(messages).where(inArray(messages.id, ids));
  return new Map(
    originals.map(({ id, seq, senderId, type, text, deletedAt }) => [
      id,
      {
        _id: id,
        seq,
        senderId,
        type,
        text: deletedAt === null ? shortText(text, QUOTE_LENGTH) : '',
        isDeleted: deletedAt !== null,
      },
    ]),
  );
}

export async function linkedTo(ctx: Ctx, rows: readonly MessageRow[]): Promise<Linked> {
  const [reactions, quotes] = await Promise.all([reactionsTo(ctx, rows), quotedBy(ctx, rows)]);
  return { reactions, quotes };
}

/** @throws AppError 422, always the same, for a message that is deleted, missing, or elsewhere. */
export async function refuseStrangeReply(
  ctx: Ctx,
  conversationId: string,
  replyTo: string | undefined,
): Promise<void> {
  if (replyTo === undefined) return;
  const [original] = await ctx.db
    .select({ deletedAt: messages.deletedAt })
    .from(messages)
    .where(and(eq(messages.id, replyTo), eq(messages.conversationId, conversationId)));
  if (!original || original.deletedAt)
    throw invalid('replyTo', 'The message you’re replying to isn’t there anymore.');
}
