import type { Tokens } from '#lib/units.ts';
import { z } from 'zod';
import type { BidNews } from '../auctions.ts';
import { Id } from './schemas.ts';
import type { Message, StreamMessage } from '../messages.ts';

/**
 * Socket events from the server. Every payload names the record it speaks of; the database sequence is the
 * truth, the event a hint.
 */
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
  'stream/tip': { streamId: string; from: string; tokens: Tokens };
  'private-stream/requested': { conversationId: string; userId: string };
  'private-stream/accepted': { conversationId: string };
  'private-stream/declined': { conversationId: string };
  'private-stream/ended': { conversationId: string };
  'private-stream/meter': { conversationId: string; seconds: number; tokens: Tokens };
  /**
   * The tokens to add to the balance now shown (negative when spent), and the balance as the ledger has it.
   */
  'balance/updated': { added: Tokens; balance: Tokens };
  'notification/created': { kind: string; text: string; href: string | null };
  /** To whoever joined the auction; to the bidder once more, as the one who leads. */
  'auction/bid': BidNews;
  /** Its creator changed what it says, before the first bid. */
  'auction/changed': { auctionId: string };
  /** It has a result, or was cancelled. */
  'auction/ended': { auctionId: string };
  /** An order was made or moved on: to both of its sides, whoever did it. */
  'order/changed': { orderId: string };
  'file/state': { fileId: string; state: string; percent: number };
  'presence/changed': { accountId: string; isOnline: boolean };
  /** What this account may read has changed: another tab bought, subscribed or followed. */
  'access/changed': { performerId: string };
  /**
   * For some time events may not have come through: what is shown is fetched again, by `seq` where there is
   * one.
   */
  'events/missed': Record<string, never>;
}
/** What the client may send; an unknown key is refused like everywhere. Each is acknowledged. */
export const clientEvents = {
  'auth/login': z.strictObject({ token: z.string().min(1).max(200) }),
  'auth/logout': z.strictObject({}),
  'stream/join': z.strictObject({ streamId: Id }),
  'stream/leave': z.strictObject({ streamId: Id }),
  /** Hears of the bids of an auction that the account may meet. */
  'auction/join': z.strictObject({ auctionId: Id }),
  'auction/leave': z.strictObject({ auctionId: Id }),
  'conversation/typing': z.strictObject({ conversationId: Id }),
  signal: z.strictObject({ to: Id, data: z.unknown() }),
};
export type ClientEvents = { [E in keyof typeof clientEvents]: z.input<(typeof clientEvents)[E]> };
export type ServerEvent = keyof ServerEvents;
export type ClientEvent = keyof ClientEvents;
export type Ack = { ok: true } | { ok: false; code: string; message: string };
