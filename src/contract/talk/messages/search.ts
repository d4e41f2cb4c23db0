import { z } from 'zod';
import { Id, KeyPage, PerformerCard } from '../../core/schemas.ts';
import { Message } from './messages.ts';
import { op } from '../../core/op.ts';

/** A message that a search found. */
export const MessageHit = z.object({
  message: Message.pick({
    _id: true,
    conversationId: true,
    senderId: true,
    seq: true,
    type: true,
    createdAt: true,
  }),
  /** The other participant of its conversation. */
  recipient: PerformerCard,
  /** A part of its text, with the words that were searched for apart. */
  snippet: z.array(z.object({ text: z.string(), isMatch: z.boolean() })),
});
export type MessageHit = z.infer<typeof MessageHit>;

/** Searching messages. Registered before `/messages/:id`, which would take the word for an id. */
export const messageSearch = {
  'GET /messages/search': op({
    summary: 'Find messages by their words, newest first',
    access: 'user',
    query: z.strictObject({
      q: z.string().trim().min(1, 'Type what to search for.').max(100),
      /** In one conversation only. */
      conversationId: Id.optional(),
      from: z.enum(['anyone', 'me', 'others']).default('anyone'),
      limit: KeyPage.limit,
      cursor: KeyPage.cursor,
    }),
    reply: z.object({ data: z.array(MessageHit), nextCursor: z.string().nullable() }),
    ours: true,
  }),
};
