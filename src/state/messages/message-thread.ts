import type { Message } from '#contract/messages.ts';
import type { Problem } from '#services/http/problem.ts';
import { texts } from '#lib/problem.ts';

/** A message with its client-side state: being sent, sent or failed, and the outcome of deleting it. */
export interface ChatMessage extends Message {
  readonly status: 'pending' | 'sent' | 'failed';
  readonly problem?: Problem;
  readonly deleting?: boolean;
  readonly deleteProblem?: Problem;
}
/** The messages of one conversation, oldest first, with unsent ones at the end. */
export interface Thread {
  readonly items: ChatMessage[];
  /** Number of messages on the server, including deleted ones, which keep their position. */
  readonly total: number;
  readonly fetching: boolean;
  readonly error: Problem | null;
  /** There are older messages on the server. */
  readonly isMore: boolean;
  /** Every message up to this position is known. Anything above has to be fetched. */
  readonly upTo: number;
}

export const emptyThread: Thread = {
  items: [],
  total: 0,
  fetching: false,
  error: null,
  isMore: true,
  upTo: 0,
};

const isWaiting = (message: ChatMessage) => message.status !== 'sent';
/** Sent messages are in the server's order; unsent ones follow in the order they were written. */
const inOrder = (a: ChatMessage, b: ChatMessage): number => {
  if (isWaiting(a) || isWaiting(b)) return Number(isWaiting(a)) - Number(isWaiting(b));
  return a.seq - b.seq;
};

const shown = (message: Message): ChatMessage => ({
  ...message,
  status: 'sent',
  text: message.isDeleted ? texts.messageDeletedElsewhere : message.text,
});

/**
 * Merges messages from the server, each once and ordered by `seq`. A sent message's response and its event
 * may arrive in either order; `clientId` matches them to the pending message.
 */
export function merged(thread: Thread, messages: readonly Message[]): Thread {
  const ids = new Set(messages.map((each) => each._id));
  const clientIds = new Set(messages.map((each) => each.clientId).filter((each) => each !== null));
  const others = thread.items.filter(
    (each) =>
      !ids.has(each._id) && !(isWaiting(each) && each.clientId !== null && clientIds.has(each.clientId)),
  );
  const items = [...others, ...new Map(messages.map((each) => [each._id, shown(each)])).values()].sort(
    inOrder,
  );
  return { ...thread, items, total: Math.max(thread.total, ...messages.map((each) => each.seq)) };
}

export const withItem = (
  thread: Thread,
  matches: (message: ChatMessage) => boolean,
  change: Partial<ChatMessage>,
): Thread => ({
  ...thread,
  items: thread.items.map((each) => (matches(each) ? { ...each, ...change } : each)),
});

export const withoutItem = (thread: Thread, matches: (message: ChatMessage) => boolean): Thread => ({
  ...thread,
  items: thread.items.filter((each) => !matches(each)),
});

/** A page of messages from the server. */
export interface LoadedPage {
  readonly conversationId: string;
  readonly data: readonly Message[];
  /** Ids of the user's own deleted messages, which aren't shown. */
  readonly gone: readonly string[];
  /** The lowest and highest position in the page. */
  readonly from: number;
  readonly upTo: number;
}

/**
 * Converts the server's list: the user's own deleted messages are dropped, the other person's become
 * placeholders.
 */
export function loadedPage(
  conversationId: string,
  listed: readonly Message[],
  ownId: string | undefined,
): LoadedPage {
  const places = listed.map((each) => each.seq);
  const isGone = (message: Message) => message.isDeleted && message.senderId === ownId;
  return {
    conversationId,
    data: listed.filter((each) => !isGone(each)),
    gone: listed.filter(isGone).map((each) => each._id),
    from: places.length > 0 ? Math.min(...places) : 0,
    upTo: Math.max(0, ...places),
  };
}

/** Adds one message from an event or a response. `upTo` advances only if the message directly follows it. */
export function joined(thread: Thread, message: Message): Thread {
  const next = merged(thread, [message]);
  return message.seq === thread.upTo + 1 ? { ...next, upTo: message.seq } : next;
}

/** The lowest known position, to load older messages from. */
export const firstSeq = (thread: Thread): number | undefined =>
  thread.items.find((each) => !isWaiting(each))?.seq;
