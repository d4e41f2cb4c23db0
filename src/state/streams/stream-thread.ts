import type { Draft } from '@reduxjs/toolkit';
import type { StreamConversation, StreamMessage } from '#contract/talk/streams/chat.ts';
import { texts } from '#lib/problem.ts';
import type { Problem } from '#services/http/problem.ts';

/** A chat message of a stream: being sent, sent or failed. */
export interface StreamChatMessage extends StreamMessage {
  readonly status: 'pending' | 'sent' | 'failed';
  readonly problem?: Problem;
}
export interface StreamThread {
  /** Oldest first. Those without a number come last: being sent, failed, or waiting for a moderator. */
  readonly items: readonly StreamChatMessage[];
  readonly total: number;
  readonly fetching: boolean;
  readonly error: Problem | null;
  /** The chat's rules and what the viewer may do; null until they are loaded. */
  readonly conversation: StreamConversation | null;
  /** When the viewer may write again in slow mode, in milliseconds since the epoch; null: now. */
  readonly waitUntil: number | null;
  /** Deleted before they arrived, because events of several servers may overtake each other. */
  readonly gone: readonly string[];
}
export const emptyThread: StreamThread = {
  items: [],
  total: 0,
  fetching: false,
  error: null,
  conversation: null,
  waitUntil: null,
  gone: [],
};

/** As many messages stay in memory; older ones can be fetched again. */
const KEPT = { most: 3_000, least: 2_000 };

type Thread = Draft<StreamThread>;
type Item = Draft<StreamChatMessage>;

export const deletedText = { isDeleted: true, text: texts.messageDeleted, tokens: null };
const shown = (message: StreamMessage, gone: readonly string[]): Item => {
  const { files, ...rest } = message;
  const item: Item = { ...rest, files: [...files] as Item['files'], status: 'sent' };
  return message.isDeleted || gone.includes(message._id) ? { ...item, ...deletedText, files: [] } : item;
};

/** Whether the addresses of a message's files are missing, because the event went to everybody. */
export const isUnsigned = ({ files, isDeleted }: StreamMessage): boolean =>
  !isDeleted && files.some(({ url, state }) => url === null && state === 'ready');

/** Numbered messages in order, then those that have none yet. */
const byPlace = (a: Item, b: Item): number => (a.seq || Infinity) - (b.seq || Infinity) || 0;

/** Where each message is, by its id and by the sender's. */
function placesIn({ items }: Thread): Map<string, number> {
  const places = new Map<string, number>();
  for (const [index, { _id, clientId }] of items.entries()) {
    places.set(_id, index);
    if (clientId) places.set(`client ${clientId}`, index);
  }
  return places;
}
const isSorted = ({ items }: Thread): boolean =>
  items.every((item, index) => byPlace(items[index - 1] ?? item, item) <= 0);

/** A message as it came, with the files that could be seen before if the event left them out. */
function renewed(known: Item | undefined, message: StreamMessage, gone: readonly string[]): Item {
  const item = shown(message, gone);
  return known?.status === 'sent' && isUnsigned(message) ? { ...item, files: known.files } : item;
}

/**
 * Takes messages in: each once, in the place of its number. The sender's own takes the place of the one that was
 * being sent; a file that can already be seen stays so.
 */
export function takeIn(thread: Thread, messages: readonly StreamMessage[]): void {
  const places = placesIn(thread);
  for (const message of messages) {
    const place =
      places.get(message._id) ?? places.get(`client ${message.clientId ?? ''}`) ?? thread.items.length;
    places.set(message._id, place);
    thread.items[place] = renewed(thread.items[place], message, thread.gone);
  }
  if (!isSorted(thread)) thread.items.sort(byPlace);
  if (thread.items.length > KEPT.most) thread.items = thread.items.slice(-KEPT.least);
  thread.total = Math.max(thread.total, findLastSeq(thread));
}

/** The number of the newest message that is here. */
export const findLastSeq = ({ items }: { readonly items: readonly { readonly seq: number }[] }): number =>
  items.findLast(({ seq }) => seq > 0)?.seq ?? 0;
export const findFirstSeq = ({ items }: { readonly items: readonly { readonly seq: number }[] }): number =>
  items.find(({ seq }) => seq > 0)?.seq ?? 0;

/** After which number messages are missing in between; null if none are. */
export function holeIn({ items }: { readonly items: readonly { readonly seq: number }[] }): number | null {
  let before = 0;
  for (const { seq } of items) {
    if (seq === 0) break;
    if (before > 0 && seq > before + 1) return before;
    before = seq;
  }
  return null;
}

export function markDeleted(thread: Thread, ids: readonly string[]): void {
  const wanted = new Set(ids);
  for (const item of thread.items)
    if (wanted.delete(item._id)) Object.assign(item, deletedText, { files: [] });
  thread.gone.push(...wanted);
}

export function clearUpTo(thread: Thread, seq: number): void {
  for (const item of thread.items)
    if (item.seq <= seq && item.status === 'sent') Object.assign(item, deletedText, { files: [] });
}
