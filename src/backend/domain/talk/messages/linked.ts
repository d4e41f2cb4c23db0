import { and, asc, eq, inArray } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Message, MessageQuote, MessageTip } from '#contract/talk/messages/messages.ts';
import { shortText } from '#lib/short-text.ts';
import { type Ctx, type UserCtx, now } from '../../../kernel/context.ts';
import { ledgerTransactions } from '../../../db/schema/ledger.ts';
import { messageReactions, messageTips, messages } from '../../../db/schema/messages.ts';
import { invalid } from '../../../kernel/errors.ts';
import { undoUntil } from '../../money/wallet/tip-undo.ts';
import type { MessageRow } from './files.ts';

const QUOTE_LENGTH = 140;

/** Data from other rows that message views need: reactions, tips, and the messages they reply to. */
export interface Linked {
  readonly reactions: ReadonlyMap<string, Message['reactions']>;
  readonly quotes: ReadonlyMap<string, MessageQuote>;
  readonly tips: ReadonlyMap<string, MessageTip>;
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

const reversal = alias(ledgerTransactions, 'reversal');

/** The ledger says whether a tip still stands, so that a refund by the operator shows as well as an undo. */
async function tipsIn(ctx: UserCtx, rows: readonly MessageRow[]): Promise<Linked['tips']> {
  const ids = rows.filter((row) => row.type === 'tip' && row.deletedAt === null).map((row) => row.id);
  if (ids.length === 0) return new Map();
  const { tipUndoSeconds } = await ctx.settings.all();
  const found = await ctx.db
    .select({
      tip: messageTips,
      actorId: ledgerTransactions.actorId,
      createdAt: ledgerTransactions.createdAt,
      undoneAt: reversal.createdAt,
    })
    .from(messageTips)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, messageTips.transactionId))
    .leftJoin(reversal, eq(reversal.reversesId, messageTips.transactionId))
    .where(inArray(messageTips.messageId, ids));
  return new Map(
    found.map(({ tip: { messageId, transactionId, tokens, note }, actorId, createdAt, undoneAt }) => {
      const until =
        undoneAt === null && actorId === ctx.viewer.id ? undoUntil(createdAt, tipUndoSeconds) : null;
      const isLate = until !== null && new Date(until) <= now(ctx);
      return [
        messageId,
        {
          _id: transactionId,
          tokens,
          note,
          undoneAt: undoneAt?.toISOString() ?? null,
          undoUntil: isLate ? null : until,
        },
      ];
    }),
  );
}

export async function linkedTo(ctx: UserCtx, rows: readonly MessageRow[]): Promise<Linked> {
  const [reactions, quotes, tips] = await Promise.all([
    reactionsTo(ctx, rows),
    quotedBy(ctx, rows),
    tipsIn(ctx, rows),
  ]);
  return { reactions, quotes, tips };
}

/**
 * A message that was deleted meanwhile can still be replied to, and the quote says so: otherwise a reply that
 * waited for a connection could never be sent.
 * @throws AppError 422, the same for a message that is missing or elsewhere.
 */
export async function refuseStrangeReply(
  ctx: Ctx,
  conversationId: string,
  replyTo: string | undefined,
): Promise<void> {
  if (replyTo === undefined) return;
  const [original] = await ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.id, replyTo), eq(messages.conversationId, conversationId)));
  if (!original) throw invalid('replyTo', 'The message you’re replying to wasn’t found.');
}
