import type { Tokens } from '#lib/units.ts';
import { and, eq } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { type UserCtx, now } from '../../../../kernel/context.ts';
import { conversationMembers, messageRequests } from '../../../../db/schema/messages.ts';
import { refuseOtherPrice } from '../../../../kernel/expected-price.ts';
import { rooms } from '../../../../kernel/hub.ts';
import { tokensToMoney } from '../../../base/ledger/postings.ts';
import { notify } from '../../../people/notifications/notify.ts';
import { holdTokens } from '../../../money/wallet/holds.ts';
import { checkSpendCaps } from '../../../money/wallet/spend-cap-check.ts';
import type { OpenConversation } from '../conversation-members.ts';

const DAY_MS = 86_400_000;

/** A first message that waits for an answer. */
interface Asking {
  readonly conversation: OpenConversation;
  readonly recipientName: string;
  readonly messageId: string;
  readonly price: Tokens;
}

/** Puts the price on hold, and checks it against the sender's caps once it counts toward them. */
async function hold(tx: UserCtx, { conversation, recipientName, price }: Asking): Promise<void> {
  if (price === 0) return;
  await holdTokens(tx, {
    accountId: tx.viewer.id,
    performerId: conversation.otherId,
    subject: 'first_message',
    subjectId: conversation.id,
    tokens: price,
    description: `Message request to ${recipientName}`,
  });
  const { tokenRate } = await tx.settings.all();
  await checkSpendCaps(tx, {
    performerId: conversation.otherId,
    cents: tokensToMoney(price, tokenRate),
    isWritten: true,
  });
}

/**
 * Refuses a message whose price isn't the one its sender was shown.
 * @throws AppError 409 `price_changed` with `amount`.
 */
export const refuseOtherFirstPrice = (tx: UserCtx, expected: Tokens, amount: Tokens): Promise<void> =>
  refuseOtherPrice(tx, {
    expected,
    amount,
    unit: 'token',
    say: (price) =>
      amount === 0
        ? 'A first message to this creator is free now.'
        : `A first message to this creator costs ${price} now.`,
  });

/**
 * Makes the message just written a request: puts its price on hold, and moves the conversation to the creator's
 * requests. Requires the conversation's lock.
 * @throws AppError 402 with `missing`, 409 `spend_cap`.
 */
export async function makeRequest(tx: UserCtx, asking: Asking): Promise<void> {
  const { conversation, messageId, price } = asking;
  const time = now(tx);
  const { messageRequestDays } = await tx.settings.all();
  const request = {
    senderId: tx.viewer.id,
    performerId: conversation.otherId,
    messageId,
    state: 'pending' as const,
    price,
    expiresAt: new Date(time.getTime() + messageRequestDays * DAY_MS),
    answeredAt: null,
    transactionId: null,
    createdAt: time,
    updatedAt: time,
  };
  await tx.db
    .insert(messageRequests)
    .values({ conversationId: conversation.id, ...request })
    .onConflictDoUpdate({ target: messageRequests.conversationId, set: request });
  await tx.db
    .update(conversationMembers)
    .set({ folder: 'requests' })
    .where(
      and(
        eq(conversationMembers.conversationId, conversation.id),
        eq(conversationMembers.accountId, conversation.otherId),
      ),
    );
  await hold(tx, asking);
  for (const id of [tx.viewer.id, conversation.otherId])
    tx.emit(rooms.account(id), 'conversation/changed', { conversationId: conversation.id });
  await notify(tx, {
    to: conversation.otherId,
    type: 'message-request',
    actor: tx.viewer,
    text: `${tx.viewer.name} asked to message you.`,
    href: routes.conversation(conversation.id),
    group: { key: 'message-request', phrase: 'asked to message you' },
  });
}
