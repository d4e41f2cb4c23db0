import type { FileView } from '#contract/core/schemas.ts';
import type { MessageQuote } from '#contract/talk/messages/messages.ts';
import { summarizeFiles } from '#lib/media-summary.ts';
import type { Tokens } from '#lib/units.ts';
import type { Problem } from '#services/http/problem.ts';
import type { ChatMessage } from './message-thread.ts';

export interface Outgoing {
  readonly conversationId: string;
  readonly clientId: string;
}
/** A message to send. */
export interface Wanted {
  readonly conversationId: string;
  readonly senderId: string;
  readonly text: string;
  /** Given if the message was kept on the device before it is sent; a new one otherwise. */
  readonly clientId?: string;
  /** Uploaded and ready. */
  readonly files?: readonly FileView[];
  /** In tokens; absent if free. */
  readonly price?: Tokens;
  /** The message it replies to. */
  readonly replyTo?: MessageQuote | undefined;
}
export type Sending = Outgoing &
  Wanted & {
    readonly at: string;
    /** Number of files that aren't uploaded yet. */
    readonly waitingFiles?: number;
  };
/** A message that an earlier page left on the device. */
export type Restored = Sending & { readonly problem?: Problem };

/**
 * A message to send. Only known fields are taken over: it is stored on the device, which refuses whatever else a
 * caller spreads into it, such as functions.
 */
export const createSending = (
  { conversationId, senderId, text, files, price, replyTo }: Wanted,
  added: { readonly clientId: string; readonly at: string; readonly waitingFiles: number },
): Sending => ({
  conversationId,
  senderId,
  text,
  ...(files && { files }),
  ...(price !== undefined && { price }),
  ...(replyTo && { replyTo }),
  ...added,
});

/** The placeholder of a message until the server has it. */
export const pendingMessage = ({
  conversationId,
  clientId,
  text,
  senderId,
  at,
  files = [],
  price = 0,
  replyTo,
  waitingFiles = 0,
}: Sending): ChatMessage => {
  const media = summarizeFiles(files);
  const type = media.audios > 0 ? 'voice' : media.videos > 0 ? 'video' : files.length > 0 ? 'photo' : 'text';
  return {
    _id: clientId,
    conversationId,
    senderId,
    clientId,
    seq: 0,
    type,
    text,
    files: [...files],
    media,
    price,
    access: { allowed: true, reason: 'owner', routes: [] },
    isBought: false,
    tip: null,
    source: 'direct',
    readAt: null,
    replyTo: replyTo ?? null,
    reactions: [],
    editedAt: null,
    editableUntil: null,
    change: 0,
    isDeleted: false,
    createdAt: at,
    status: 'pending',
    waitingFiles,
  };
};
