import { z } from 'zod';
import { limits } from '#config/limits.ts';
import {
  AccessView,
  Done,
  FileView,
  Id,
  IdParams,
  KeyPage,
  OffsetPage,
  PerformerCard,
  Source,
  Tokens,
  listOf,
} from './core/schemas.ts';
import { MediaSummary } from './posts.ts';
import { UploadFields } from './files.ts';
import { op, pending } from './core/op.ts';

export const MessageType = z.enum(['text', 'photo', 'video', 'tip']);
export const Message = z.object({
  _id: Id,
  conversationId: Id,
  senderId: Id,
  /** Made by the sender; a resend with the same one never doubles. */
  clientId: z.string().nullable(),
  /** Position within the conversation: 1, 2, 3 … without gaps. */
  seq: z.int().describe('Sequence number; higher is newer.'),
  type: MessageType,
  /** Its words are never sold: only its files are. */
  text: z.string(),
  files: z.array(FileView),
  media: MediaSummary,
  /** 0 is free. */
  price: Tokens,
  access: AccessView,
  /** By the one who received it. */
  isBought: z.boolean(),
  source: z.enum(['direct', 'mass', 'auto']),
  readAt: z.iso.datetime().nullable(),
  isDeleted: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type Message = z.infer<typeof Message>;
export const StreamMessage = z.object({
  _id: Id,
  conversationId: Id,
  senderId: Id,
  senderName: z.string(),
  text: z.string(),
  isDeleted: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type StreamMessage = z.infer<typeof StreamMessage>;

export const Conversation = z.object({
  _id: Id,
  type: z.enum(['private', 'public_stream', 'private_stream']),
  /** The other side. */
  recipient: PerformerCard.nullable(),
  lastMessage: z
    .object({
      text: z.string(),
      type: MessageType,
      senderId: Id,
      createdAt: z.iso.datetime(),
      seq: z.int().describe('Sequence number; higher is newer.'),
    })
    .nullable(),
  totalNotSeenMessages: z.int().describe('Number of unread messages.'),
  /** Highest `seq` in the conversation. */
  lastSeq: z.int().describe('Sequence number of the newest message.'),
  /** How far the other side has read. */
  recipientReadSeq: z.int().describe('Sequence number of the last message that the recipient has read.'),
  canWrite: z.boolean(),
  updatedAt: z.iso.datetime(),
});
export type Conversation = z.infer<typeof Conversation>;

const MessageQuery = z.strictObject({
  ...OffsetPage,
  /** Catch up after a cut: only messages with a higher `seq`, oldest first. */
  afterSeq: z.coerce
    .number()
    .pipe(z.int().min(0))
    .optional()
    .describe('Sequence number: only newer messages.'),
  /** Page back: only messages with a lower `seq`, newest first. */
  beforeSeq: z.coerce
    .number()
    .pipe(z.int().min(1))
    .optional()
    .describe('Sequence number: only older messages.'),
});

const Draft = z
  .strictObject({
    text: z.string().trim().max(limits.text.message).default(''),
    clientId: z.string().min(8).max(64).optional(),
    /** Own uploads, all of them ready: photos and videos. */
    files: z.array(Id).max(limits.photosPerPost, `Add at most ${limits.photosPerPost} files.`).default([]),
    /** Tokens: a creator may sell the files to the fan they are sent to. */
    price: z.int().describe('Price in tokens; 0: free.').min(0).max(limits.itemPrice.max).default(0),
  })
  .refine(({ text, files }) => text !== '' || files.length > 0, {
    message: 'Write something first.',
    path: ['text'],
  });

const upload = (kind: 'image' | 'video', summary: string) =>
  op({
    summary,
    access: 'user',
    body: UploadFields,
    reply: FileView,
    status: 201,
    upload: {
      fields: { file: { kind, max: 1 } },
      maxBytes: (kind === 'image' ? limits.upload.imageBytes : limits.upload.videoBytes) + 64 * 1024,
    },
  });

/** `/conversations` and `/messages`. */
export const messaging = {
  'GET /conversations': op({
    summary: 'Your conversations, most recent first',
    access: 'user',
    query: z.strictObject({ ...KeyPage, q: z.string().trim().max(100).optional() }),
    reply: listOf(Conversation).extend({ isMore: z.boolean() }),
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
    reply: listOf(Conversation).extend({ isMore: z.boolean() }),
  }),
  'GET /conversations/:id': op({
    summary: 'One conversation',
    access: 'user',
    params: IdParams,
    reply: Conversation,
  }),
  'PUT /conversations/:id/update': pending('performer', 'Change a stream conversation'),
  'GET /conversations/stream/:id': pending('user', 'The conversation of a private stream'),
  'GET /conversations/stream/public/:id': pending('anyone', 'The conversation of a public stream'),
  'GET /messages/conversations/:id': op({
    summary: 'Messages of a conversation',
    access: 'user',
    params: IdParams,
    query: MessageQuery,
    reply: listOf(Message),
  }),
  'POST /messages/conversations/:id': op({
    summary: 'Send a private message',
    access: 'user',
    params: IdParams,
    body: z.strictObject({ conversationId: Id, data: Draft }),
    reply: Message,
    status: 201,
  }),
  'GET /messages/conversations/public/:id': pending('anyone', 'Messages of a public stream'),
  'POST /messages/stream/conversations/:id': pending('user', 'Write in a private stream'),
  'POST /messages/stream/public/conversations/:id': pending('user', 'Write in a public stream'),
  'GET /messages/counting-not-read-messages': op({
    summary: 'Number of unread messages in all conversations',
    access: 'user',
    reply: z.object({ total: z.int().describe('Number of unread messages.') }),
  }),
  'POST /messages/read-all/:id': op({
    summary: 'Mark a conversation as read',
    access: 'user',
    params: IdParams,
    reply: Done,
  }),
  'GET /messages/:id': op({
    summary: 'One message; bought ones stay readable even after a block',
    access: 'user',
    params: IdParams,
    reply: Message,
    ours: true,
  }),
  'DELETE /messages/:id': op({
    summary: 'Delete your message',
    access: 'user',
    params: IdParams,
    reply: Message,
  }),
  'DELETE /messages/:id/remove-all-message': pending('performer', 'Empty a stream conversation'),
  'POST /messages/broadcast-message': pending('performer', 'Write to many fans at once'),
  'POST /messages/private/file/photo': upload('image', 'Upload a photo for a private message'),
  'POST /messages/private/file/video': upload('video', 'Upload a video for a private message'),
  'POST /messages/public/file/photo': pending('user', 'Upload a photo for a stream message'),
  'POST /messages/public/file/video': pending('user', 'Upload a video for a stream message'),
  'POST /messages/public/file/thumbnail': pending('user', 'Upload a thumbnail for a stream message'),
  'POST /messages/public/file/audio': pending('user', 'Upload audio for a stream message'),
  'POST /messages/:id/videos/:videoId/url': op({
    summary: 'Fresh URLs to play a message’s video',
    access: 'user',
    params: z.strictObject({ id: Id, videoId: Id }),
    reply: z.object({ url: z.string().nullable(), sources: z.array(Source) }),
  }),
};
