import { z } from 'zod';
import { limits } from '#config/limits';
import { Done, FileView, Id, IdParams, KeyPage, OffsetPage, PerformerCard, listOf } from './common.ts';
import { op, pending } from './op.ts';

export const Message = z.object({
  _id: Id,
  conversationId: Id,
  senderId: Id,
  /** Made by the sender; a resend with the same one never doubles. */
  clientId: z.string().nullable(),
  /** Position within the conversation: 1, 2, 3 … without gaps. */
  seq: z.int(),
  type: z.enum(['text', 'photo', 'video', 'tip']),
  text: z.string(),
  files: z.array(FileView),
  /** Tokens; 0 is free. */
  price: z.int(),
  isBought: z.boolean(),
  source: z.enum(['direct', 'mass', 'auto']),
  readAt: z.iso.datetime().nullable(),
  isDeleted: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type Message = z.infer<typeof Message>;
export const StreamMessage = z.object({
  _id: Id, conversationId: Id, senderId: Id, senderName: z.string(), text: z.string(), isDeleted: z.boolean(), createdAt: z.iso.datetime(),
});
export type StreamMessage = z.infer<typeof StreamMessage>;

export const Conversation = z.object({
  _id: Id,
  type: z.enum(['private', 'public_stream', 'private_stream']),
  /** The other side. */
  recipient: PerformerCard.nullable(),
  lastMessage: z.object({ text: z.string(), senderId: Id, createdAt: z.iso.datetime(), seq: z.int() }).nullable(),
  totalNotSeenMessages: z.int(),
  /** Highest `seq` in the conversation. */
  lastSeq: z.int(),
  /** How far the other side has read. */
  recipientReadSeq: z.int(),
  canWrite: z.boolean(),
  updatedAt: z.iso.datetime(),
});
export type Conversation = z.infer<typeof Conversation>;

const MessageQuery = z.strictObject({
  ...OffsetPage,
  /** Catch up after a cut: only messages with a higher `seq`, oldest first. */
  afterSeq: z.coerce.number().pipe(z.int().min(0)).optional(),
  /** Page back: only messages with a lower `seq`, newest first. */
  beforeSeq: z.coerce.number().pipe(z.int().min(1)).optional(),
});

/** `/conversations` and `/messages`. */
export const messaging = {
  'GET /conversations': op({
    summary: 'Conversations of the caller, last written first',
    access: 'user',
    query: z.strictObject({ ...KeyPage, q: z.string().trim().max(100).optional() }),
    reply: listOf(Conversation).extend({ isMore: z.boolean() }),
  }),
  'POST /conversations': op({
    summary: 'Open the conversation with an account, making it when there is none',
    access: 'user',
    body: z.strictObject({ source: z.enum(['user', 'performer']), sourceId: Id }),
    reply: Conversation,
  }),
  'GET /conversations/search': op({
    summary: 'Find conversations by the other side’s name',
    access: 'user',
    query: z.strictObject({ ...OffsetPage, q: z.string().trim().max(100).default('') }),
    reply: listOf(Conversation).extend({ isMore: z.boolean() }),
  }),
  'GET /conversations/:id': op({ summary: 'One conversation', access: 'user', params: IdParams, reply: Conversation }),
  'PUT /conversations/:id/update': pending('performer', 'Change a stream conversation'),
  'GET /conversations/stream/:id': pending('user', 'The conversation of a private stream'),
  'GET /conversations/stream/public/:id': pending('anyone', 'The conversation of a public stream'),
  'GET /messages/conversations/:id': op({ summary: 'Messages of a conversation', access: 'user', params: IdParams, query: MessageQuery, reply: listOf(Message) }),
  'POST /messages/conversations/:id': op({
    summary: 'Send a private message',
    access: 'user',
    params: IdParams,
    body: z.strictObject({
      conversationId: Id,
      data: z.strictObject({
        text: z.string().trim().min(1, 'Write something first.').max(limits.text.message),
        clientId: z.string().min(8).max(64).optional(),
      }),
    }),
    reply: Message,
    status: 201,
  }),
  'GET /messages/conversations/public/:id': pending('anyone', 'Messages of a public stream'),
  'POST /messages/stream/conversations/:id': pending('user', 'Write in a private stream'),
  'POST /messages/stream/public/conversations/:id': pending('user', 'Write in a public stream'),
  'GET /messages/counting-not-read-messages': op({ summary: 'Unread messages over all conversations', access: 'user', reply: z.object({ total: z.int() }) }),
  'POST /messages/read-all/:id': op({ summary: 'Mark a conversation read', access: 'user', params: IdParams, reply: Done }),
  'DELETE /messages/:id': op({ summary: 'Delete an own message', access: 'user', params: IdParams, reply: Message }),
  'DELETE /messages/:id/remove-all-message': pending('performer', 'Empty a stream conversation'),
  'POST /messages/broadcast-message': pending('performer', 'Write to many fans at once'),
  'POST /messages/private/file/photo': pending('user', 'Upload a photo for a private message'),
  'POST /messages/private/file/video': pending('user', 'Upload a video for a private message'),
  'POST /messages/public/file/photo': pending('user', 'Upload a photo for a stream message'),
  'POST /messages/public/file/video': pending('user', 'Upload a video for a stream message'),
  'POST /messages/public/file/thumbnail': pending('user', 'Upload a thumbnail for a stream message'),
  'POST /messages/public/file/audio': pending('user', 'Upload audio for a stream message'),
  'POST /messages/:id/videos/:videoId/url': pending('user', 'A playable address of a message’s video'),
};
