import type { PerformerCard } from '#contract/core/schemas.ts';
import type { Conversation, Message, StreamMessage } from '#contract/messages.ts';
import type { PublicSettings } from '#contract/site.ts';
import type { CurrentUser } from '#contract/accounts.ts';
import { defaultSettings } from '#state/session/settings.ts';

const at = '2026-11-20T10:00:00.000Z';

export const aUser = (changes: Partial<CurrentUser> = {}): CurrentUser => ({
  _id: 'me',
  avatar: '/icons/no-avatar.svg',
  cover: null,
  name: 'Mia',
  email: 'mia@example.com',
  emailVerified: true,
  pendingEmail: null,
  balance: 100,
  isPerformer: false,
  username: 'mia',
  bio: '',
  country: null,
  totalNotSeenMessages: 0,
  createdAt: at,
  updatedAt: at,
  ...changes,
});

export const aCard = (changes: Partial<PerformerCard> = {}): PerformerCard => ({
  _id: 'other',
  username: 'lena',
  name: 'Lena',
  avatar: '/a.jpg',
  isPerformer: true,
  isVerified: true,
  isOnline: false,
  isLive: false,
  ...changes,
});

export const aConversation = (id: string, changes: Partial<Conversation> = {}): Conversation => ({
  _id: id,
  type: 'private',
  recipient: aCard(),
  lastMessage: null,
  totalNotSeenMessages: 0,
  lastSeq: 0,
  recipientReadSeq: 0,
  canWrite: true,
  updatedAt: at,
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
  source: 'direct',
  readAt: null,
  isDeleted: false,
  createdAt: at,
  ...changes,
});

export const aStreamMessage = (id: string, changes: Partial<StreamMessage> = {}): StreamMessage => ({
  _id: id,
  conversationId: 's1',
  senderId: 'other',
  senderName: 'Lena',
  text: `Line ${id}`,
  isDeleted: false,
  createdAt: at,
  ...changes,
});

export const someSettings = (changes: Partial<PublicSettings> = {}): PublicSettings => ({
  ...defaultSettings,
  siteName: 'Stage',
  ...changes,
});
