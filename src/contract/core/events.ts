import type { Tokens } from '#lib/units.ts';
import { z } from 'zod';
import type { BidNews } from '../trade/auctions.ts';
import { Id } from './schemas.ts';
import type { Message } from '../talk/messages/messages.ts';
import type { Meter } from '../talk/streams/private.ts';
import type { StreamMessage } from '../talk/streams/chat.ts';

/**
 * Socket events from the server. Every payload contains the id of the record it is about. Events are hints;
 * the sequence in the database is authoritative.
 */
export interface ServerEvents {
  'message/created': { conversationId: string; message: Message };
  /** A message was edited or reacted to. */
  'message/updated': { conversationId: string; message: Message };
  'message/deleted': { conversationId: string; messageId: string; seq: number; change: number };
  'conversation/read': { conversationId: string; readerId: string; seq: number };
  /** The conversation's request was answered, or the account organized it in another tab. */
  'conversation/changed': { conversationId: string };
  'conversation/typing': { conversationId: string; accountId: string };
  /** The newest messages of a stream's chat, several at once when many people write. */
  'stream/message': { conversationId: string; messages: StreamMessage[] };
  'stream/message-deleted': { conversationId: string; messageIds: string[] };
  /** The creator removed every message up to this one. */
  'stream/chat-cleared': { conversationId: string; seq: number };
  /** The chat's rules, its pinned message, or the viewer's own right to write have changed. */
  'stream/chat-changed': { conversationId: string };
  'stream/started': { streamId: string; performerId: string };
  /** Its title, goal or state has changed: it was interrupted, or goes on. */
  'stream/changed': { streamId: string };
  'stream/ended': { streamId: string; performerId: string };
  'stream/viewers': { streamId: string; viewers: number };
  /** `tipped`: all tips of the stream so far. */
  'stream/tip': { streamId: string; from: string; tokens: Tokens; tipped: Tokens };
  /** The viewer may no longer watch: they were blocked or banned, or their ticket was refunded. */
  'stream/removed': { streamId: string };
  /** The stream was taken over by another tab or device of its creator. */
  'stream/taken-over': { streamId: string; turn: number };
  'private-stream/requested': { conversationId: string; streamId: string; userId: string };
  'private-stream/accepted': { conversationId: string; streamId: string };
  'private-stream/declined': { conversationId: string; streamId: string };
  /** Any other change: postponed, begun, paused, resumed, a spectator came or left. */
  'private-stream/changed': { conversationId: string; streamId: string };
  'private-stream/ended': { conversationId: string; streamId: string };
  'private-stream/meter': {
    conversationId: string;
    streamId: string;
    meter: Meter;
    seconds: number;
    tokens: Tokens;
    /** The server's time, from which the client counts on. */
    at: string;
  };
  /** The change in tokens (negative when spent), and the new balance in the ledger. */
  'balance/updated': { added: Tokens; balance: Tokens };
  /** `isQuiet`: records are stale, but there is nothing to show: a group grew, or the person doesn't want it. */
  'notification/created': { kind: string; text: string; href: string | null; isQuiet?: boolean };
  /** Another tab marked notifications as read. */
  'notification/read': { unread: number };
  /** Another tab accepted the terms or the privacy policy; `isDue`: something is left to accept. */
  'consents/accepted': { isDue: boolean };
  /** Sent to everyone watching the auction, and to the bidder separately as the leader. */
  'auction/bid': BidNews;
  /** The creator changed the auction before its first bid. */
  'auction/changed': { auctionId: string };
  /** The auction has its result or was canceled. */
  'auction/ended': { auctionId: string };
  /** An order was created or changed. Sent to both sides. */
  'order/changed': { orderId: string };
  'file/state': { fileId: string; state: string; percent: number };
  'presence/changed': { accountId: string; isOnline: boolean };
  /** The account's access changed: another tab bought, subscribed, or followed. */
  'access/changed': { performerId: string };
  /** Events may have been lost for a while. Refetch what is shown, by `seq` where there is one. */
  'events/missed': Record<string, never>;
}
/** Events the client may send. Unknown keys are refused, and each event is acknowledged. */
export const clientEvents = {
  'auth/login': z.strictObject({ token: z.string().min(1).max(200) }),
  'auth/logout': z.strictObject({}),
  'stream/join': z.strictObject({ streamId: Id }),
  'stream/leave': z.strictObject({ streamId: Id }),
  /** Every 3 seconds while a page sends or plays: what it sends, and whose media it receives. */
  'stream/media': z.strictObject({ streamId: Id, isSending: z.boolean(), receives: z.array(Id).max(4) }),
  /** Subscribes to the bids of an auction the account can see. */
  'auction/join': z.strictObject({ auctionId: Id }),
  'auction/leave': z.strictObject({ auctionId: Id }),
  'conversation/typing': z.strictObject({ conversationId: Id }),
  /** Whether someone is looking at the page. While anyone does, nothing is pushed to the account's devices. */
  'page/visible': z.strictObject({ isVisible: z.boolean() }),
};
export type ClientEvents = { [E in keyof typeof clientEvents]: z.input<(typeof clientEvents)[E]> };
export type ServerEvent = keyof ServerEvents;
export type ClientEvent = keyof ClientEvents;
export type Ack = { ok: true } | { ok: false; code: string; message: string };
