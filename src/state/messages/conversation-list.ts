import type { Draft } from '@reduxjs/toolkit';
import type { Conversation } from '#contract/talk/messages/messages.ts';
import type { Problem } from '#services/http/problem.ts';

export type ConversationFilter = 'all' | 'unread' | 'requests' | 'archived';
/** Which of the user's conversations are shown. */
export interface Shown {
  /** The search term. */
  readonly q: string;
  readonly filter: ConversationFilter;
  /** A list of fans; only conversations with them. */
  readonly listId: string | null;
}
export interface ConversationList extends Shown {
  /** The list has been requested, so it is kept up to date from then on. */
  readonly requested: boolean;
  readonly requesting: boolean;
  readonly error: Problem | null;
  /** Ids in display order; the records are in `mapping`. */
  readonly data: string[];
  readonly total: number;
  readonly isMore: boolean;
  readonly nextCursor: string | null;
}
export const emptyList: ConversationList = {
  requested: false,
  requesting: false,
  error: null,
  data: [],
  total: 0,
  isMore: false,
  nextCursor: null,
  q: '',
  filter: 'all',
  listId: null,
};

/** Typed, as `Object.assign` isn't: it would take names that the list doesn't have. */
export const changeList = (list: Draft<ConversationList>, changes: Partial<ConversationList>): void =>
  void Object.assign(list, changes);

export const isSameList = (a: Shown, b: Shown): boolean =>
  a.q === b.q && a.filter === b.filter && a.listId === b.listId;

/** How many messages the conversation adds to the number in the navigation. */
export const unreadIn = ({ folder, totalNotSeenMessages, isMarkedUnread }: Conversation): number =>
  folder === 'inbox' ? Math.max(totalNotSeenMessages, isMarkedUnread ? 1 : 0) : 0;

/**
 * Whether a conversation is part of the list. Null where only the server knows, in searches and lists of fans,
 * and for an unread one that was just read: it stays until the list is loaded again.
 */
function belongs({ q, filter, listId }: Shown, conversation: Conversation): boolean | null {
  if (q !== '' || listId !== null) return null;
  if (filter === 'unread')
    return unreadIn(conversation) > 0 ? true : conversation.folder === 'inbox' ? null : false;
  return conversation.folder === (filter === 'all' ? 'inbox' : filter);
}

type State = Draft<{
  readonly list: ConversationList;
  readonly mapping: Readonly<Record<string, Conversation>>;
}>;

export function removeFromList(state: State, id: string): void {
  const others = state.list.data.filter((each) => each !== id);
  if (others.length < state.list.data.length) state.list.total -= 1;
  state.list.data = others;
}

/** Whether `a` comes before `b` in the server's order, among those that aren't pinned. */
function isNewer(a: Conversation | undefined, b: Conversation | undefined): boolean {
  if (!a || !b) return true;
  const [one, other] = [a, b].map((each) => each.lastMessage?.createdAt ?? each.updatedAt) as [
    string,
    string,
  ];
  return one === other ? a._id > b._id : one > other;
}

/**
 * Moves a conversation to where its last message puts it, usually the front, adding it if needed. The pinned ones
 * stay before it. Messages of several conversations may arrive in another order than they were written.
 */
export function bringForward(state: State, id: string): void {
  const known = state.mapping[id];
  const fits = known ? belongs(state.list, known) : true;
  if (fits === false) return removeFromList(state, id);
  const others = state.list.data.filter((each) => each !== id);
  if (others.length === state.list.data.length) {
    // A search shows what was found, and what is written to meanwhile.
    if (fits === null && state.list.q === '') return;
    state.list.total += 1;
  }
  const isBehind = (each: string) => {
    const other = state.mapping[each];
    return (known?.isPinned ?? false) === (other?.isPinned ?? false)
      ? isNewer(known, other)
      : known?.isPinned === true;
  };
  const place = others.findIndex(isBehind);
  state.list.data = place < 0 ? [...others, id] : others.toSpliced(place, 0, id);
}

/**
 * Shows an opened conversation that wasn't loaded before all others, however old it is; only the pinned ones stay
 * before it (specification section 4). At the end of what is loaded nobody would see it.
 */
export function bringToFront(state: State, id: string): void {
  const known = state.mapping[id];
  const fits = known ? belongs(state.list, known) : true;
  if (fits !== true || state.list.data.includes(id)) return;
  const place = known?.isPinned ? 0 : state.list.data.findIndex((each) => !state.mapping[each]?.isPinned);
  state.list.data = state.list.data.toSpliced(place < 0 ? state.list.data.length : place, 0, id);
  state.list.total += 1;
}

/** Puts a conversation where it belongs after the user organized it, or its request was answered. */
export function putInPlace(state: State, before: Conversation | undefined, id: string): void {
  const known = state.mapping[id];
  if (!known) return;
  const fits = belongs(state.list, known);
  if (fits === false) return removeFromList(state, id);
  const isListed = state.list.data.includes(id);
  // One that fitted before may be further down than what is loaded.
  const joins = fits === true && (!before || belongs(state.list, before) !== true);
  if (isListed ? before?.isPinned !== known.isPinned : joins) bringForward(state, id);
}
