import type { Message } from '#contract/messages.ts';
import type { Problem } from '#services/http/problem.ts';
import { texts } from '#lib/problem.ts';

/** A message as the sender sees it: on its way, there, or failed; and what became of deleting it. */
export interface ChatMessage extends Message {
  readonly status: 'pending' | 'sent' | 'failed';
  readonly problem?: Problem;
  readonly deleting?: boolean;
  readonly deleteProblem?: Problem;
}
/** The messages of one conversation, oldest first; what is still to be sent stands at the end. */
export interface Thread {
  readonly items: ChatMessage[];
  /** On the server, deleted ones included: they keep their place in the sequence. */
  readonly total: number;
  readonly fetching: boolean;
  readonly error: Problem | null;
  /** Are there older ones on the server. */
  readonly isMore: boolean;
  /**
   * Every message up to this position has been fetched or heard of; what lies above it is to be caught up
   * with.
   */
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
/** What is on the server stands in its order; what isn't yet stands after it in the order it was written. */
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
 * Puts messages from the server among those known: each once, in the order of `seq`. A message's answer and
 * its event may come in either order; `clientId` tells that they are the one still shown as on its way.
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

/** Messages as the server listed them. */
export interface LoadedPage {
  readonly conversationId: string;
  readonly data: readonly Message[];
  /** Ids of own messages that are deleted: they aren't shown. */
  readonly gone: readonly string[];
  /** The lowest and the highest position listed. */
  readonly from: number;
  readonly upTo: number;
}

/**
 * What a list of the server says: own deleted messages aren't shown, those of the other side keep their
 * place.
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

/** One message more from an event or an answer: it moves the mark on when it is the very next one. */
export function joined(thread: Thread, message: Message): Thread {
  const next = merged(thread, [message]);
  return message.seq === thread.upTo + 1 ? { ...next, upTo: message.seq } : next;
}

/** The lowest position known, to page back from. */
export const firstSeq = (thread: Thread): number | undefined =>
  thread.items.find((each) => !isWaiting(each))?.seq;
