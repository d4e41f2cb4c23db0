import { eq } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { shortText } from '#lib/short-text.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { messages } from '../../../db/schema/messages.ts';
import { notFound } from '../../../kernel/errors.ts';
import { rooms } from '../../../kernel/hub.ts';
import type { Charged } from '../../money/wallet/spend.ts';
import { type Sellable, type Wanted, unlock } from '../../money/wallet/unlock.ts';
import { openConversation } from './conversation-members.ts';
import { asItem, loadMessageFiles } from './files.ts';

/** Locks a message in a conversation that the viewer can open. */
async function lockMessage(tx: UserCtx, id: string): Promise<Sellable> {
  const [row] = await tx.db
    .select({ sender: accounts.name, message: messages })
    .from(messages)
    .innerJoin(accounts, eq(accounts.id, messages.senderId))
    .where(eq(messages.id, id))
    .for('share', { of: messages });
  if (!row) throw notFound();
  const { message, sender } = row;
  await openConversation(tx, message.conversationId);
  const fileIds = ((await loadMessageFiles(tx, [id])).get(id) ?? []).map((file) => file.id);
  const title = `Message from ${sender}`;
  const text = shortText(message.text, 60);
  // Lets the sender's open tabs show that the message was bought.
  tx.emit(rooms.account(message.senderId), 'access/changed', { performerId: tx.viewer.id });
  return {
    item: asItem(message, fileIds),
    description: text ? `${title}: ${text}` : title,
    title: shortText(message.text, 120) || title,
    href: routes.conversation(message.conversationId),
  };
}

export const unlockMessage = (ctx: UserCtx, wanted: Wanted): Promise<Charged> =>
  unlock(ctx, wanted, { kind: 'message', lock: lockMessage });
