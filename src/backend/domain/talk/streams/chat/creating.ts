import type { ChatAudience } from '#contract/talk/streams/shared.ts';
import type { z } from 'zod';
import { type Ctx, now } from '../../../../kernel/context.ts';
import { streamChats } from '../../../../db/schema/streams/stream-chats.ts';
import { wordList } from '../../../people/held-words.ts';
import { createStreamConversation } from '../../messages/stream-conversations.ts';

export interface ChatRules {
  readonly chatAudience: z.infer<typeof ChatAudience>;
  readonly slowSeconds: number;
  readonly heldWords: readonly string[];
}
const open: ChatRules = { chatAudience: 'everyone', slowSeconds: 0, heldWords: [] };

/** Creates the chat of a stream and returns the id of its conversation. */
export async function createStreamChat(
  tx: Ctx,
  {
    performerId,
    streamId,
    type,
    rules = open,
  }: {
    readonly performerId: string;
    readonly streamId: string;
    readonly type: 'public_stream' | 'private_stream';
    readonly rules?: ChatRules;
  },
): Promise<string> {
  const conversationId = await createStreamConversation(tx, type);
  await tx.db.insert(streamChats).values({
    conversationId,
    performerId,
    streamId,
    audience: rules.chatAudience,
    slowSeconds: rules.slowSeconds,
    heldWords: wordList(rules.heldWords),
    updatedAt: now(tx),
  });
  return conversationId;
}
