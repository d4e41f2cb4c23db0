import type { Message, StreamMessage } from './messages.ts';

/** Socket events from the server. Every payload names the record it speaks of; the database sequence is the truth, the event a hint. */
export interface ServerEvents {
  'message/created': { conversationId: string; message: Message };
  'message/deleted': { conversationId: string; messageId: string; seq: number };
  'conversation/read': { conversationId: string; readerId: string; seq: number };
  'conversation/typing': { conversationId: string; accountId: string };
  'stream/message': { conversationId: string; message: StreamMessage };
  'stream/message-deleted': { conversationId: string; messageId: string };
  'stream/started': { streamId: string; performerId: string };
  'stream/ended': { streamId: string; performerId: string };
  'stream/viewers': { streamId: string; viewers: number };
  'stream/tip': { streamId: string; from: string; tokens: number };
  'private-stream/requested': { conversationId: string; userId: string };
  'private-stream/accepted': { conversationId: string };
  'private-stream/declined': { conversationId: string };
  'private-stream/ended': { conversationId: string };
  'private-stream/meter': { conversationId: string; seconds: number; tokens: number };
  /** The tokens to add to the balance now shown (negative when spent), and the balance as the ledger has it. */
  'balance/updated': { added: number; balance: number };
  'notification/created': { kind: string; text: string; href: string | null };
  'auction/bid': { auctionId: string; amount: number; bidCount: number; endsAt: string };
  'auction/ended': { auctionId: string };
  'file/state': { fileId: string; state: string; percent: number };
  'presence/changed': { accountId: string; isOnline: boolean };
  /** What this account may read has changed: another tab bought, subscribed or followed. */
  'access/changed': { performerId: string };
}
/** Socket events from the client. Each is acknowledged with `{ ok: true }` or `{ ok: false, code, message }`. */
export interface ClientEvents {
  'auth/login': { token: string };
  'auth/logout': Record<string, never>;
  'stream/join': { streamId: string };
  'stream/leave': { streamId: string };
  'conversation/typing': { conversationId: string };
  signal: { to: string; data: unknown };
}
export type ServerEvent = keyof ServerEvents;
export type ClientEvent = keyof ClientEvents;
export type Ack = { ok: true } | { ok: false; code: string; message: string };
