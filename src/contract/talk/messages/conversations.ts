import { z } from 'zod';
import { Id, IdParams, KeyPage, listReply } from '../../core/schemas.ts';
import { Conversation } from './messages.ts';
import { op } from '../../core/op.ts';

/** `/conversations`. */
export const conversations = {
  'GET /conversations': op({
    summary: 'Your conversations, most recent first',
    access: 'user',
    query: z.strictObject({
      ...KeyPage,
      q: z.string().trim().max(100).optional(),
      /** `all`: the inbox, or with `q` every list. */
      filter: z.enum(['all', 'unread', 'requests', 'archived']).default('all'),
      /** Only with the fans on one of the viewer's lists. */
      listId: Id.optional(),
    }),
    reply: listReply(Conversation).extend({ isMore: z.boolean() }),
  }),
  'GET /conversations/counts': op({
    summary: 'Number of conversations that wait in your lists, counted up to 100',
    access: 'user',
    reply: z.object({
      unread: z.int().describe('Number of conversations with unread messages.'),
      requests: z.int().describe('Number of pending requests.'),
    }),
    ours: true,
  }),
  'PUT /conversations/:id/inbox': op({
    summary: 'Pin, mute or archive a conversation, or mark it as unread; for you alone',
    access: 'user',
    params: IdParams,
    body: z
      .strictObject({
        isPinned: z.boolean().optional(),
        isMuted: z.boolean().optional(),
        isArchived: z.boolean().optional(),
        isMarkedUnread: z.boolean().optional(),
      })
      .refine((body) => Object.keys(body).length > 0, { message: 'Choose what to change.' }),
    reply: Conversation,
    ours: true,
  }),
  'POST /conversations': op({
    summary: 'Open the conversation with an account, creating it if needed',
    access: 'user',
    body: z.strictObject({ source: z.enum(['user', 'performer']), sourceId: Id }),
    reply: Conversation,
  }),
  'GET /conversations/search': op({
    summary: 'Find conversations by the other person’s name',
    access: 'user',
    query: z.strictObject({ ...KeyPage, q: z.string().trim().max(100).default('') }),
    reply: listReply(Conversation).extend({ isMore: z.boolean() }),
  }),
  'GET /conversations/:id': op({
    summary: 'One conversation',
    access: 'user',
    params: IdParams,
    reply: Conversation,
  }),
};
