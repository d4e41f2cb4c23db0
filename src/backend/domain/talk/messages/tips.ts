import type { Tokens } from '#lib/units.ts';
import { and, eq } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { formatTokens } from '#lib/format.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { conversations, messageTips, messages } from '../../../db/schema/messages.ts';
import { AppError, invalid, notAllowed } from '../../../kernel/errors.ts';
import { limitRate } from '../../../kernel/rate-limit.ts';
import type { TipsInChat } from '../../money/wallet/tip.ts';
import { nextChange } from './changing.ts';
import { type OpenConversation, lockConversation, openConversation } from './conversation-members.ts';
import { findConversation, writingIn } from './conversation-presenters.ts';
import { freshView, messageView } from './presenters.ts';
import { SENDING, appendMessage, refuseSuspended } from './sending.ts';
import { emitToBoth } from './emitting.ts';

interface Said {
  readonly tokens: Tokens;
  readonly note: string;
}
const withNote = (line: string, note: string): string => (note === '' ? line : `${line}: ${note}`);
/** What lists, searches and quotes show of a tip. */
const tipped = ({ tokens, note }: Said): string => withNote(`Tipped ${formatTokens(tokens)}`, note);
const undid = ({ tokens, note }: Said): string => withNote(`Undid a tip of ${formatTokens(tokens)}`, note);

const open: TipsInChat['open'] = async (tx, { conversationId, performerId }) => {
  // An undone tip costs nothing, so tips count as messages.
  await limitRate(tx, `message:${tx.viewer.id}`, SENDING);
  const conversation = await lockConversation(tx, conversationId);
  if (conversation.otherId !== performerId)
    throw invalid('conversationId', 'This conversation is with someone else.');
  const { refusal, request } = writingIn(tx, await findConversation(tx, conversationId));
  if (refusal) throw notAllowed(refusal);
  // A tip's note would be a first message that doesn't ask.
  if (request) throw notAllowed('Send a message first. You can tip here once it’s accepted.');
  return async ({ transactionId, ...said }) => {
    const row = await appendMessage(tx, conversation, { type: 'tip', text: tipped(said) });
    await tx.db.insert(messageTips).values({ messageId: row.id, transactionId, ...said });
    await refuseSuspended(tx, conversation);
    return emitToBoth(tx, { conversation, row }, { event: 'message/created', view: freshView });
  };
};

/** The conversation if the two may still see each other. */
async function openStill(tx: UserCtx, id: string): Promise<OpenConversation | null> {
  try {
    return await openConversation(tx, id);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return null;
    throw error;
  }
}

const lock: TipsInChat['lock'] = async (tx, transactionId) => {
  const [found] = await tx.db
    .select({
      id: messages.id,
      conversationId: messages.conversationId,
      tokens: messageTips.tokens,
      note: messageTips.note,
    })
    .from(messageTips)
    .innerJoin(messages, eq(messages.id, messageTips.messageId))
    .where(and(eq(messageTips.transactionId, transactionId), eq(messages.senderId, tx.viewer.id)));
  if (!found) return null;
  const { id, conversationId, ...said } = found;
  // Also after a block, because the money goes back all the same.
  await tx.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.id, conversationId))
    .for('no key update');
  const showUndone = async () => {
    const change = await nextChange(tx, conversationId);
    const [row] = await tx.db
      .update(messages)
      .set({ text: undid(said), change })
      .where(eq(messages.id, id))
      .returning();
    const conversation = await openStill(tx, conversationId);
    if (row && conversation)
      await emitToBoth(tx, { conversation, row }, { event: 'message/updated', view: messageView });
  };
  return { href: routes.conversation(conversationId), showUndone };
};

/** Tips as messages: written and undone in the transaction that moves the tokens. */
export const tipsInChat: TipsInChat = { open, lock };
