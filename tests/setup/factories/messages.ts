import type { Conversation, Message } from '#contract/talk/messages/messages.ts';
import type { StreamMessage } from '#contract/talk/streams/chat.ts';
import { aCard } from './creators.ts';
import { timeOf } from './times.ts';

const at = '2026-11-20T10:00:00.000Z';

export const aConversation = (id: string, changes: Partial<Conversation> = {}): Conversation => ({
  _id: id,
  type: 'private',
  recipient: aCard(),
  lastMessage: null,
  totalNotSeenMessages: 0,
  lastSeq: 0,
  recipientReadSeq: 0,
  canWrite: true,
  writeRefusal: null,
  firstMessage: null,
  request: null,
  folder: 'inbox',
  isPinned: false,
  isMuted: false,
  isMarkedUnread: false,
  // Before every message.
  updatedAt: timeOf(id, '2026-11-20T09:59'),
  ...changes,
});

export const aMessage = (seq: number, changes: Partial<Message> = {}): Message => ({
  _id: `m${seq}`,
  conversationId: 'c1',
  senderId: 'other',
  clientId: null,
  seq,
  type: 'text',
  text: `Message ${seq}`,
  files: [],
  price: 0,
  media: { photos: 0, videos: 0, audios: 0, duration: 0 },
  access: { allowed: true, reason: 'free', routes: [] },
  isBought: false,
  tip: null,
  source: 'direct',
  readAt: null,
  replyTo: null,
  reactions: [],
  editedAt: null,
  editableUntil: null,
  change: 0,
  isDeleted: false,
  createdAt: new Date(Date.parse(at) + seq * 1_000).toISOString(),
  ...changes,
});

export const aStreamMessage = (id: string, changes: Partial<StreamMessage> = {}): StreamMessage => ({
  _id: id,
  conversationId: 's1',
  senderId: 'other',
  senderName: 'Lena',
  senderAvatar: '/no-avatar.svg',
  role: 'viewer',
  clientId: null,
  seq: 1,
  type: 'text',
  files: [],
  tokens: null,
  isHeld: false,
  text: `Line ${id}`,
  isDeleted: false,
  createdAt: timeOf(id),
  ...changes,
});
