import type { Message, MessageQuote } from '#contract/talk/messages/messages.ts';
import type { Problem } from '#services/http/problem.ts';
import { texts } from '#lib/problem.ts';
import { shortText } from '#lib/short-text.ts';

/** A message with its client-side state: being sent, sent or failed, and the outcome of deleting it. */
export interface ChatMessage extends Message {
  readonly status: 'pending' | 'sent' | 'failed';
  /** Pending until there is a connection. */
  readonly isDelayed?: boolean;
  /** Number of files that aren't uploaded yet. */
  readonly waitingFiles?: number;
  /** Percent of its file that has arrived, while one is uploaded. */
  readonly uploading?: number;
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
  /** Whether a page has loaded. Before that, nothing is known to be missing. */
  readonly isLoaded: boolean;
  /** Every message up to this position is known. Anything above has to be fetched. */
  readonly upTo: number;
  /** Whether newer messages exist than those shown, after a jump back. They are loaded page by page. */
  readonly isBehind: boolean;
  /** All changes up to this number are known. */
  readonly changes: number;
  /** The highest change number received, with or without those before it. */
  readonly heard: number;
  /** The position to scroll to once its message is loaded. */
  readonly jump: number | null;
}

export const emptyThread: Thread = {
  items: [],
  total: 0,
  fetching: false,
  error: null,
  isMore: true,
  isLoaded: false,
  upTo: 0,
  isBehind: false,
  changes: 0,
  heard: 0,
  jump: null,
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

export const toQuote = ({ _id, seq, senderId, type, text, isDeleted }: Message): MessageQuote => ({
  _id,
  seq,
  senderId,
  type,
  text: isDeleted ? '' : shortText(text, 140),
  isDeleted,
});

/** Updates quotes of these messages. */
function requoted(items: readonly ChatMessage[], messages: readonly Message[]): ChatMessage[] {
  const quotes = new Map(messages.map((each) => [each._id, toQuote(each)]));
  return items.map((each) => {
    const quote = each.replyTo ? quotes.get(each.replyTo._id) : undefined;
    return quote ? { ...each, replyTo: quote } : each;
  });
}

/**
 * Merges messages from the server, each once and ordered by `seq`. A sent message's response and its event
 * may arrive in either order; `clientId` matches them to the pending message. Of two states of a message, the
 * one with the later change stays.
 */
export function merged(thread: Thread, listed: readonly Message[]): Thread {
  const known = new Map(
    thread.items.filter((each) => !isWaiting(each)).map((each) => [each._id, each.change]),
  );
  const messages = listed.filter((each) => each.change >= (known.get(each._id) ?? 0));
  const ids = new Set(messages.map((each) => each._id));
  const clientIds = new Set(messages.map((each) => each.clientId).filter((each) => each !== null));
  const others = thread.items.filter(
    (each) =>
      !ids.has(each._id) && !(isWaiting(each) && each.clientId !== null && clientIds.has(each.clientId)),
  );
  const all = [...others, ...new Map(messages.map((each) => [each._id, shown(each)])).values()].sort(inOrder);
  return {
    ...thread,
    items: requoted(all, messages),
    total: Math.max(thread.total, ...messages.map((each) => each.seq)),
  };
}

/** Applies edits, deletions and reactions. Messages that aren't shown only update quotes of them. */
export function changed(thread: Thread, messages: readonly Message[], ownId: string | undefined): Thread {
  const gone = new Set(
    messages.filter((each) => each.isDeleted && each.senderId === ownId).map((each) => each._id),
  );
  const known = new Set(thread.items.map((each) => each._id));
  const here = messages.filter((each) => known.has(each._id));
  const next = merged({ ...thread, items: requoted(thread.items, messages) }, here);
  return { ...next, items: next.items.filter((each) => !gone.has(each._id)), total: thread.total };
}

/** Records the number of a received change. `changes` advances only if it directly follows. */
export const withChange = (thread: Thread, change: number): Thread => ({
  ...thread,
  changes: change === thread.changes + 1 ? change : thread.changes,
  heard: Math.max(thread.heard, change),
});

/** Empties quotes of a deleted message. */
export const unquoted = (thread: Thread, id: string): Thread => ({
  ...thread,
  items: thread.items.map((each) =>
    each.replyTo?._id === id ? { ...each, replyTo: { ...each.replyTo, text: '', isDeleted: true } } : each,
  ),
});

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
  /** The conversation's last change before the page was read: it includes all changes up to this one. */
  readonly lastChange: number;
}

/**
 * Converts the server's list: the user's own deleted messages are dropped, the other person's become
 * placeholders.
 */
export function loadedPage(
  conversationId: string,
  { data: listed, lastChange }: { readonly data: readonly Message[]; readonly lastChange: number },
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
    lastChange,
  };
}

/** Whether the page replaces what is shown: a thread never has gaps, and this page doesn't connect to it. */
const beginsAnew = (thread: Thread, { from }: LoadedPage): boolean =>
  !thread.isLoaded || from > thread.upTo + 1;

/**
 * Adds a page from the server to what is shown, or replaces it. A change received while the page was on its
 * way isn't in it, so changes count as known only up to the page's.
 */
export function withPage(thread: Thread, page: LoadedPage, instead = false): Thread {
  const { data, gone, upTo, lastChange } = page;
  const anew = instead || (thread.isLoaded && beginsAnew(thread, page));
  const remaining = withoutItem(
    thread,
    (each) => gone.includes(each._id) || (anew && each.status === 'sent'),
  );
  return {
    ...merged(remaining, data),
    upTo: instead ? upTo : Math.max(thread.upTo, upTo),
    changes: Math.min(thread.changes, lastChange),
  };
}

/** A requested page, with the totals of the whole conversation. */
export interface AnsweredPage extends LoadedPage {
  readonly total: number;
  readonly place: 'newest' | 'older' | 'newer' | 'around';
}

/**
 * Whether newer messages exist that are loaded on request. Never after the newest page: what arrived while it
 * was on its way is fetched at once. An empty page means this is the end, whatever the total says.
 */
const isBehind = (
  thread: Thread,
  { place, isEmpty, isShort }: { place: AnsweredPage['place']; isEmpty: boolean; isShort: boolean },
): boolean => (place === 'older' ? thread.isBehind : place !== 'newest' && !isEmpty && isShort);

/** The thread after a requested page has arrived. */
export function answered(thread: Thread, page: AnsweredPage): Thread {
  const { lastChange, from, place } = page;
  const next = withPage(thread, page, place === 'around');
  const isNew = place === 'around' || (place === 'newest' && beginsAnew(thread, page));
  const total = Math.max(thread.total, page.total);
  return {
    ...next,
    total,
    isLoaded: true,
    isMore: isNew || place === 'older' ? from > 1 : thread.isMore,
    isBehind: isBehind(thread, { place, isEmpty: from === 0, isShort: next.upTo < total }),
    // The state of the oldest loaded page, so that no later change is missed.
    changes: isNew ? lastChange : next.changes,
    fetching: false,
    error: null,
  };
}

/**
 * Adds one message from an event or a response. `upTo` advances only if the message directly follows it.
 * While the newest messages aren't shown, it is only removed from the pending ones.
 */
export function joined(thread: Thread, message: Message): Thread {
  if (thread.isBehind && message.seq > thread.upTo) {
    const remaining = withoutItem(
      thread,
      (each) => isWaiting(each) && each.clientId !== null && each.clientId === message.clientId,
    );
    return { ...remaining, total: Math.max(thread.total, message.seq) };
  }
  const next = merged(thread, [message]);
  return message.seq === thread.upTo + 1 ? { ...next, upTo: message.seq } : next;
}

/** The lowest known position, to load older messages from. */
export const firstSeq = (thread: Thread): number | undefined =>
  thread.items.find((each) => !isWaiting(each))?.seq;

/** Whether a position lies within what is shown, even if its message is deleted. */
export const covers = (thread: Thread, seq: number): boolean => {
  const first = firstSeq(thread);
  return first !== undefined && first <= seq && seq <= thread.upTo;
};
