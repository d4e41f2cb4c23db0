import type { Tokens } from '#lib/units.ts';
import { type Ctx, now } from '../../../../kernel/context.ts';
import { streamMessages } from '../../../../db/schema/streams/stream-chats.ts';
import { takeStreamSeq } from '../../messages/stream-conversations.ts';
import { attachFiles } from './files.ts';
import type { Chat } from './reach.ts';
import type { StreamMessageRow } from './presenters.ts';
import { emitMessage } from './emitting.ts';

interface Written {
  readonly senderId: string;
  readonly type: StreamMessageRow['type'];
  readonly text: string;
  readonly isHeld: boolean;
  readonly clientId?: string | undefined;
  readonly fileIds?: readonly string[];
  readonly transactionId?: string;
  readonly tokens?: Tokens;
}

/** Writes a message as the next one of the chat and emits it to those who may see it. */
export async function appendStreamMessage(tx: Ctx, chat: Chat, written: Written): Promise<StreamMessageRow> {
  const { isHeld, fileIds = [], clientId = null, ...said } = written;
  const time = now(tx);
  const [row] = await tx.db
    .insert(streamMessages)
    .values({
      id: tx.ports.ids(),
      conversationId: chat.rules.conversationId,
      seq: await takeStreamSeq(tx, chat.rules.conversationId, isHeld),
      heldAt: isHeld ? time : null,
      createdAt: time,
      clientId,
      ...said,
    })
    .returning();
  if (!row) throw new Error('the message wasn’t stored');
  await attachFiles(tx, row.id, fileIds);
  await emitMessage(tx, chat, row);
  return row;
}
